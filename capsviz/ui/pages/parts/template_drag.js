/* Templates are taken out of the alphabet and laid on the picture, as bricks out of their box. */

/** Pixels from which on it is carried, not pressed. */
const MIN_DRAG = 6;

/**
 * By mouse or pen: a finger scrolls there, and presses a tile to lay its part.
 * @param {HTMLElement} tile
 * @param {(event: PointerEvent) => void} onDrag
 */
export function dragFrom(tile, onDrag) {
  /** @type {PointerEvent | null} */
  let start = null;
  let dragged = false;
  tile.addEventListener("pointerdown", (event) => {
    dragged = false;
    if (event.pointerType === "touch" || event.button > 0) return;
    start = event;
    tile.setPointerCapture(event.pointerId);
  });
  tile.addEventListener("pointermove", (event) => {
    if (!start) return;
    dragged ||= Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > MIN_DRAG;
    if (dragged) onDrag(event);
  });
  for (const end of ["pointerup", "pointercancel"])
    tile.addEventListener(end, () => (start = null));
  // The click that ends it is no press; one by the keyboard has no detail.
  const blockClick = (/** @type {MouseEvent} */ event) => {
    if (dragged && event.detail) event.stopImmediatePropagation();
  };
  tile.addEventListener("click", blockClick, { capture: true });
}
