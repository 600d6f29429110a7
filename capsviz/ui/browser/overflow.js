/* Scrollable elements fade out at an edge with hidden content. */

/** @type {WeakSet<HTMLElement>} */
const tended = new WeakSet();

/** @param {HTMLElement} element that scrolls, sideways or down, for as long as it is there */
export function watchOverflow(element) {
  if (tended.has(element)) return;
  tended.add(element);
  const show = () => {
    const { scrollLeft, scrollWidth, clientWidth, scrollTop, scrollHeight, clientHeight } = element;
    const { overflowY } = getComputedStyle(element);
    const tall = /auto|scroll/.test(overflowY) && scrollHeight > clientHeight + 1;
    element.classList.toggle("cv-more-before", scrollLeft > 1);
    element.classList.toggle("cv-more-after", scrollLeft + clientWidth < scrollWidth - 1);
    element.classList.toggle("cv-more-above", tall && scrollTop > 1);
    element.classList.toggle("cv-more-below", tall && scrollTop + clientHeight < scrollHeight - 1);
  };
  element.addEventListener("scroll", show, { passive: true });
  const resized = new ResizeObserver(show);
  const watch = () => {
    // To observe is to be told after the next layout, also of what was observed before.
    for (const each of [element, ...element.children]) resized.observe(each);
  };
  watch();
  new MutationObserver(watch).observe(element, { childList: true });
}

/** Number of classes above which the pictures scroll, so that the page keeps its form. */
const MAX_PICTURES = 20;

/**
 * Have a grid of a picture a class scroll where there are many.
 * @param {HTMLElement} box
 * @param {number} count
 */
export function scrollMany(box, count) {
  box.classList.toggle("cv-many", count > MAX_PICTURES);
  if (count > MAX_PICTURES) watchOverflow(box);
}

/** Pixels that fade at an edge. */
const FADE = 28;

/**
 * Bring a part of what scrolls down into view, and nothing else into motion.
 * @param {HTMLElement} box that scrolls, which its parts are placed in
 * @param {HTMLElement} part
 */
export function bringIntoView(box, part) {
  const [outer, inner] = [box.getBoundingClientRect(), part.getBoundingClientRect()];
  const [above, below] = [inner.top - outer.top - FADE, inner.bottom - outer.bottom + FADE];
  if (above < 0) box.scrollTop += above;
  else if (below > 0) box.scrollTop += below;
}
