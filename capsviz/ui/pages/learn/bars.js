/* The app's bars, which are hidden on a small screen while a figure there is used. */

const HIDDEN_CLASS = "cv-bars-away";
/** Pixels that a reader has to scroll back to show the bars. */
const RETURN_DISTANCE = 48;

/** Largest scroll offset since the bars were hidden. */
let furthest = 0;

/** Whether the bars are hidden. */
export function areBarsAway() {
  return document.documentElement.classList.contains(HIDDEN_CLASS);
}

/** Height of the bar of pages at the foot when it is visible. */
export function pagesBarHeight() {
  const style = getComputedStyle(document.documentElement);
  return Number.parseFloat(style.getPropertyValue("--cv-pages-height")) || 0;
}

export function hideBars() {
  document.documentElement.classList.add(HIDDEN_CLASS);
}

export function showBars() {
  document.documentElement.classList.remove(HIDDEN_CLASS);
}

/** Note a scroll by the page itself, which does not show the bars. @param {number} offset */
export function noteScroll(offset) {
  furthest = offset;
}

/**
 * Show the bars when a reader scrolls back, or moves the focus out of the lesson.
 * @param {HTMLElement} scroller
 * @param {HTMLElement} lesson
 * @param {AbortSignal} signal ends it and shows the bars
 */
export function returnBars(scroller, lesson, signal) {
  const onScroll = () => {
    const offset = scroller.scrollTop;
    furthest = areBarsAway() ? Math.max(furthest, offset) : offset;
    if (offset < furthest - RETURN_DISTANCE) showBars();
  };
  scroller.addEventListener("scroll", onScroll, { signal, passive: true });
  const onFocus = ({ target }) => {
    if (!lesson.contains(target)) showBars();
  };
  document.addEventListener("focusin", onFocus, { signal });
  signal.addEventListener("abort", showBars);
}
