/* Figures over a line, such as time, that go to where they are pointed at. */

/** Pixels after which a finger is known to go sideways. */
const SLOP = 4;

/**
 * Go where a figure is pressed, and along with the pointer; with a finger not before it is known
 * that it does not scroll the page.
 * @param {HTMLElement} figure
 * @param {(event: PointerEvent) => void} go
 */
export function makeScrubbable(figure, go) {
  /** @type {{x: number, y: number, free: boolean} | null} */
  let held = null;
  figure.style.touchAction = "pan-y pinch-zoom";
  figure.addEventListener("pointerdown", (event) => {
    if (event.button > 0) return;
    held = { x: event.clientX, y: event.clientY, free: event.pointerType !== "touch" };
    figure.setPointerCapture(event.pointerId);
    if (held.free) go(event);
  });
  figure.addEventListener("pointermove", (event) => {
    if (!held) return;
    const [across, down] = [event.clientX - held.x, event.clientY - held.y].map(Math.abs);
    held.free ||= across > SLOP && across > down;
    if (held.free) go(event);
  });
  figure.addEventListener("pointerup", (event) => {
    if (held && !held.free) go(event);
    held = null;
  });
  figure.addEventListener("pointercancel", () => {
    held = null;
  });
}
