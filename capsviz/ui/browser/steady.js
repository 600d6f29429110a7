/*
 * Sliders under a finger. A browser moves one as soon as it is touched, also by a swipe that goes
 * on to scroll the page: until it is known where a finger goes, nobody hears of what it moved.
 */

/** Pixels after which a finger is known to go sideways. */
const SLOP = 4;
const SAID = ["input", "change"];

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
/** What everybody has heard of a tap, which browsers tell again. */
let told = { slider: /** @type {EventTarget | null} */ (null), value: "" };

/** Hear of all sliders of this document, once for all pages in it. */
export function steadySliders() {
  // The very same listeners again are none.
  document.addEventListener("pointerdown", begin, true);
  document.addEventListener("pointermove", decide, true);
  document.addEventListener("pointerup", tap, true);
  document.addEventListener("pointercancel", forget, true);
  for (const type of SAID) document.addEventListener(type, hold, true);
}

/** @param {PointerEvent} event */
function begin(event) {
  const slider = /** @type {HTMLInputElement} */ (event.composedPath()[0]);
  touch = null;
  told = { slider: null, value: "" };
  if (event.pointerType !== "touch" || slider.type !== "range") return;
  const { pointerId: pointer, clientX: x, clientY: y } = event;
  touch = { slider, before: slider.value, wanted: null, pointer, x, y };
}

/** @param {Event} event of a slider, to nobody yet, or heard already */
function hold(event) {
  const slider = /** @type {HTMLInputElement} */ (event.composedPath()[0]);
  if (!event.isTrusted) return;
  if (slider === touch?.slider) {
    event.stopImmediatePropagation();
    touch.wanted = slider.value;
    slider.value = touch.before;
  } else if (slider === told.slider) {
    if (slider.value === told.value) event.stopImmediatePropagation();
    else told.slider = null;
  }
}

/** @param {PointerEvent} event sideways, it is the slider's: the browser goes on with it */
function decide(event) {
  if (event.pointerId !== touch?.pointer) return;
  const [across, down] = [event.clientX - touch.x, event.clientY - touch.y].map(Math.abs);
  if (across > SLOP && across > down) touch = null;
}

/** @param {PointerEvent} event without having gone anywhere: the slider goes where it was tapped */
function tap(event) {
  if (event.pointerId !== touch?.pointer) return;
  const { slider, wanted } = touch;
  touch = null;
  if (wanted === null) return;
  slider.value = wanted;
  for (const type of SAID) slider.dispatchEvent(new Event(type, { bubbles: true }));
  told = { slider, value: slider.value };
}

/** @param {PointerEvent} event scrolls the page: what the browser says of its end is held too */
function forget(event) {
  if (event.pointerId !== touch?.pointer) return;
  const over = touch;
  setTimeout(() => {
    if (touch === over) touch = null;
  });
}
