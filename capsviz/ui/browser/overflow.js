/* Scrollable elements fade out at an edge with hidden content. */

/** @type {WeakSet<HTMLElement>} */
const tended = new WeakSet();

/** @param {HTMLElement} element that scrolls horizontally or vertically */
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
    // `observe` triggers a callback after the next layout, also for elements observed before.
    for (const each of [element, ...element.children]) resized.observe(each);
  };
  watch();
  new MutationObserver(watch).observe(element, { childList: true });
}

/** Maximum number of classes whose pictures do not scroll. */
const MAX_PICTURES = 20;

/**
 * Make a grid with one picture per class scroll if it has many classes.
 * @param {HTMLElement} box
 * @param {number} count
 */
export function scrollMany(box, count) {
  box.classList.toggle("cv-many", count > MAX_PICTURES);
  if (count > MAX_PICTURES) watchOverflow(box);
}

/** Width of the fade at an edge, in pixels. */
const FADE = 28;

/**
 * Scroll a box vertically to show a part, without scrolling the page.
 * @param {HTMLElement} box scrollable box around the part
 * @param {HTMLElement} part
 */
export function bringIntoView(box, part) {
  const [outer, inner] = [box.getBoundingClientRect(), part.getBoundingClientRect()];
  const [above, below] = [inner.top - outer.top - FADE, inner.bottom - outer.bottom + FADE];
  if (above < 0) box.scrollTop += above;
  else if (below > 0) box.scrollTop += below;
}
