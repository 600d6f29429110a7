/* Templates are taken out of the alphabet and laid on the picture, as bricks out of their box. */

/** Pixels from which on it is carried, not pressed. */
const MIN_DRAG = 6;

/**
 * By mouse or pen: a finger scrolls there, and presses a tile to lay its part.
 * @param {HTMLElement} tile
 * @param {(event: PointerEvent) => void} carry
 */
export function carryFrom(tile, carry) {
  /** @type {PointerEvent | null} */
  let from = null;
  let carried = false;
  tile.addEventListener("pointerdown", (event) => {
    carried = false;
    if (event.pointerType === "touch" || event.button > 0) return;
    from = event;
    tile.setPointerCapture(event.pointerId);
  });
  tile.addEventListener("pointermove", (event) => {
    if (!from) return;
    carried ||= Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) > MIN_DRAG;
    if (carried) carry(event);
  });
  for (const end of ["pointerup", "pointercancel"]) tile.addEventListener(end, () => (from = null));
  // The click that ends it is no press; one by the keyboard has no detail.
  const kept = (/** @type {MouseEvent} */ event) => {
    if (carried && event.detail) event.stopImmediatePropagation();
  };
  tile.addEventListener("click", kept, { capture: true });
}
