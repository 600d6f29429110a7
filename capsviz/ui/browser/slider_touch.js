/*
 * Sliders under a finger. A browser moves one as soon as it is touched, also by a swipe that goes
 * on to scroll the page: until it is known where a finger goes, nobody hears of what it moved.
 */

/** Pixels after which a finger is known to go sideways. */
const SLOP = 4;
/** Milliseconds that a browser has to move a slider to where it was tapped, as by a mouse. */
const TAP = 400;
const SLIDER_EVENTS = ["input", "change"];

/**
 * A finger that may yet scroll.
 * @typedef {object} Touch
 * @property {HTMLInputElement} slider
 * @property {string} before value that it has for everybody
 * @property {string | null} wanted value that the browser gave it since
 * @property {number} pointer
 * @property {number} x
 * @property {number} y
 */

/** @type {Touch | null} */
let touch = null;
let tapped = 0;

/** Hear of all sliders of this window before anybody else, once for all pages in it. */
export function steadySliders() {
  // The very same listeners again are none.
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

/** @param {Event} event of a slider, to nobody yet */
function hold(event) {
  if (!touch || event.composedPath()[0] !== touch.slider) return;
  event.stopImmediatePropagation();
  touch.wanted = touch.slider.value;
  touch.slider.value = touch.before;
}

/** @param {PointerEvent} event sideways, it is the slider's: the browser goes on with it */
function decide(event) {
  if (event.pointerId !== touch?.pointer) return;
  const [dx, dy] = [event.clientX - touch.x, event.clientY - touch.y].map(Math.abs);
  if (dx > SLOP && dx > dy) touch = null;
}

/** @param {PointerEvent} event without having gone anywhere: the slider goes where it was tapped */
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

/** @param {PointerEvent} event scrolls the page: what the browser says of its end is held too */
function forget(event) {
  if (event.pointerId !== touch?.pointer) return;
  const over = touch;
  setTimeout(() => {
    if (touch === over) touch = null;
  });
}
