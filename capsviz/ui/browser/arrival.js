/*
 * The first look at a page: it is seen when its parts have their places, so that nothing jumps. The
 * style around it (capsviz/ui/shell/index.css) hides it until then.
 */

/** Class of the document once a page may be seen. */
const ARRIVED_CLASS = "cv-arrived";
/** How many frames its parts stand still before, and how long it is waited for at most, in ms. */
const STILL_FRAMES = 3;
const MAX_WAIT = 4000;

/** Let a page be seen. */
export const arrive = () => document.documentElement.classList.add(ARRIVED_CLASS);

/** The places of a page's parts. @param {HTMLElement} root */
function layoutKey(root) {
  const parts = root.querySelectorAll("section, details, .cv-row, .cv-head, canvas, [data-part]");
  const all = [root, ...parts].map((part) => {
    const { x, y, width, height } = part.getBoundingClientRect();
    return `${x} ${y} ${width} ${height}`;
  });
  return `${document.body.scrollHeight} ${all.join()}`;
}

/**
 * Let a page be seen once it shows its first result and stands still.
 * @param {HTMLElement} root
 * @param {string} selector of what is there once it shows one
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
  // No frames are asked for in a tab that nobody looks at.
  setTimeout(arrive, MAX_WAIT);
}
