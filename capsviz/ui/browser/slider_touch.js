/*
 * Sliders and touch. Browsers move a slider as soon as it is touched, even if the touch then
 * scrolls the page. The slider's events are held back until the direction of the touch is known.
 */

/** Movement after which a touch's direction is known, in pixels. */
const SLOP = 4;
/** Time for the browser to move a tapped slider, in ms. */
const TAP = 400;
const SLIDER_EVENTS = ["input", "change"];

/**
 * A touch that may still scroll.
 * @typedef {object} Touch
 * @property {HTMLInputElement} slider
 * @property {string} before value before the touch
 * @property {string | null} wanted value set by the browser since
 * @property {number} pointer
 * @property {number} x
 * @property {number} y
 */

/** @type {Touch | null} */
let touch = null;
let tapped = 0;

/** Listen to all sliders of this window before other listeners, for all pages. */
export function steadySliders() {
  // Adding the same listeners again has no effect.
  window.addEventListener("pointerdown", begin, true);
  window.addEventListener("pointermove", decide, true);
  window.addEventListener("pointerup", tap, true);
  window.addEventListener("pointercancel", forget, true);
  for (const type of SLIDER_EVENTS) window.addEventListener(type, hold, true);
}

/** @param {PointerEvent} event */
function begin(event) {
  const slider = /** @type {HTMLInputElement} */ (event.composedPath()[0]);
  touch = null;
  clearTimeout(tapped);
  if (event.pointerType !== "touch" || slider.type !== "range") return;
  const { pointerId: pointer, clientX: x, clientY: y } = event;
  touch = { slider, before: slider.value, wanted: null, pointer, x, y };
}

/** @param {Event} event of a slider, held back */
function hold(event) {
  if (!touch || event.composedPath()[0] !== touch.slider) return;
  event.stopImmediatePropagation();
  touch.wanted = touch.slider.value;
  touch.slider.value = touch.before;
}

/** @param {PointerEvent} event a horizontal movement belongs to the slider */
function decide(event) {
  if (event.pointerId !== touch?.pointer) return;
  const [dx, dy] = [event.clientX - touch.x, event.clientY - touch.y].map(Math.abs);
  if (dx > SLOP && dx > dy) touch = null;
}

/**
 * @param {PointerEvent} event end of a touch without movement: set the slider to where it was
 *   tapped
 */
function tap(event) {
  if (event.pointerId !== touch?.pointer) return;
  const { slider, before, wanted } = touch;
  touch = null;
  tapped = setTimeout(() => {
    if (wanted === null || slider.value !== before) return;
    slider.value = wanted;
    for (const type of SLIDER_EVENTS) slider.dispatchEvent(new Event(type, { bubbles: true }));
  }, TAP);
}

/** @param {PointerEvent} event the page scrolls: the slider's last events are held back too */
function forget(event) {
  if (event.pointerId !== touch?.pointer) return;
  const over = touch;
  setTimeout(() => {
    if (touch === over) touch = null;
  });
}
