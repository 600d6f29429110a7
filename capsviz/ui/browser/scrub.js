/* Figures over an axis, such as time, that follow the pointer. */

/** Movement after which a touch's direction is known, in pixels. */
const SLOP = 4;

/**
 * Call `go` for a press and for movements of the pointer; for a touch only once it does not scroll
 * the page.
 * @param {HTMLElement} figure
 * @param {(event: PointerEvent) => void} go
 */
export function makeScrubbable(figure, go) {
  /** @type {{x: number, y: number, free: boolean} | null} */
  let drag = null;
  figure.style.touchAction = "pan-y pinch-zoom";
  figure.addEventListener("pointerdown", (event) => {
    if (event.button > 0) return;
    drag = { x: event.clientX, y: event.clientY, free: event.pointerType !== "touch" };
    figure.setPointerCapture(event.pointerId);
    if (drag.free) go(event);
  });
  figure.addEventListener("pointermove", (event) => {
    if (!drag) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y].map(Math.abs);
    drag.free ||= dx > SLOP && dx > dy;
    if (drag.free) go(event);
  });
  figure.addEventListener("pointerup", (event) => {
    if (drag && !drag.free) go(event);
    drag = null;
  });
  figure.addEventListener("pointercancel", () => {
    drag = null;
  });
}
