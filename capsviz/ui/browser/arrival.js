/*
 * A page becomes visible once its layout is stable, so that nothing jumps. The style sheet
 * capsviz/ui/shell/index.css hides it until then.
 */

/** Class of the document once its page is visible. */
const ARRIVED_CLASS = "cv-arrived";
/** Number of frames without a layout change before, and the longest wait in ms. */
const STILL_FRAMES = 3;
const MAX_WAIT = 4000;

/** Make the page visible. */
export const arrive = () => document.documentElement.classList.add(ARRIVED_CLASS);

/** Positions of a page's parts, as a string to compare. @param {HTMLElement} root */
function layoutKey(root) {
  const parts = root.querySelectorAll("section, details, .cv-row, .cv-head, canvas, [data-part]");
  const all = [root, ...parts].map((part) => {
    const { x, y, width, height } = part.getBoundingClientRect();
    return `${x} ${y} ${width} ${height}`;
  });
  return `${document.body.scrollHeight} ${all.join()}`;
}

/**
 * Make a page visible once it shows its first result and its layout is stable.
 * @param {HTMLElement} root
 * @param {string} selector of an element that exists once it shows one
 * @param {AbortSignal} signal ends it
 */
export function awaitArrival(root, selector, signal) {
  if (document.documentElement.classList.contains(ARRIVED_CLASS)) return;
  const end = performance.now() + MAX_WAIT;
  signal.addEventListener("abort", arrive);
  let [lastLayout, stillFrames] = ["", 0];
  const check = () => {
    const layout = layoutKey(root);
    const hasResult = root.matches(selector) || root.querySelector(selector);
    stillFrames = hasResult && layout === lastLayout ? stillFrames + 1 : 0;
    lastLayout = layout;
    if (stillFrames >= STILL_FRAMES || performance.now() > end) arrive();
    else if (!signal.aborted) requestAnimationFrame(check);
  };
  requestAnimationFrame(check);
  // A hidden tab gets no animation frames.
  setTimeout(arrive, MAX_WAIT);
}
