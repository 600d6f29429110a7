/* The app's own bars, which leave their room to a figure that is worked on a small screen. */

const HIDDEN_CLASS = "cv-bars-away";
/** Pixels that a reader scrolls back before the bars return. */
const RETURN_DISTANCE = 48;

/** How far the page was scrolled since the bars went away. */
let furthest = 0;

/** Whether the bars are away. */
export function areBarsAway() {
  return document.documentElement.classList.contains(HIDDEN_CLASS);
}

/** Height of the bar of pages at the foot when it is there. */
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

/** The page has scrolled by itself, which brings no bars back. @param {number} offset */
export function noteScroll(offset) {
  furthest = offset;
}

/**
 * Bring the bars back when a reader scrolls back, or goes on by the keyboard to what is no part of
 * the figure.
 * @param {HTMLElement} scroller
 * @param {HTMLElement} lesson
 * @param {AbortSignal} signal ends it, with the bars there
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
