/* Drags templates from the alphabet onto the picture. */

/** Movement in pixels from which a press is a drag. */
const MIN_DRAG = 6;

/**
 * For mouse and pen: a finger scrolls the alphabet, and taps a tile to add its part.
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
  // Ignore the click at the end of a drag; a click by the keyboard has no detail.
  const blockClick = (/** @type {MouseEvent} */ event) => {
    if (dragged && event.detail) event.stopImmediatePropagation();
  };
  tile.addEventListener("click", blockClick, { capture: true });
}
