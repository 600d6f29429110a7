/* What scrolls fades out at an edge behind which there is more of it. */

/** @type {WeakSet<HTMLElement>} */
const tended = new WeakSet();

/** @param {HTMLElement} element that scrolls, sideways or down, for as long as it is there */
export function tendOverflow(element) {
  if (tended.has(element)) return;
  tended.add(element);
  const show = () => {
    const { scrollLeft, scrollWidth, clientWidth, scrollTop, scrollHeight, clientHeight } = element;
    const { overflowY } = getComputedStyle(element);
    const down = overflowY !== "hidden" && scrollHeight > clientHeight + 1;
    element.classList.toggle("cv-more-before", scrollLeft > 1);
    element.classList.toggle("cv-more-after", scrollLeft + clientWidth < scrollWidth - 1);
    element.classList.toggle("cv-more-above", down && scrollTop > 1);
    element.classList.toggle("cv-more-below", down && scrollTop + clientHeight < scrollHeight - 1);
  };
  element.addEventListener("scroll", show, { passive: true });
  const resized = new ResizeObserver(show);
  const watch = () => {
    for (const each of [element, ...element.children]) resized.observe(each);
    show();
  };
  watch();
  new MutationObserver(watch).observe(element, { childList: true });
}

/**
 * Bring a part of what scrolls down into view, and nothing else into motion.
 * @param {HTMLElement} box that scrolls, which its parts are placed in
 * @param {HTMLElement} part
 */
export function bringIntoView(box, part) {
  const [outer, inner] = [box.getBoundingClientRect(), part.getBoundingClientRect()];
  if (inner.top < outer.top) box.scrollTop += inner.top - outer.top;
  else if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom;
}
