/* What scrolls sideways fades out at an edge behind which there is more of it. */

/** @type {WeakSet<HTMLElement>} */
const tended = new WeakSet();

/** @param {HTMLElement} element that scrolls, for as long as it is there */
export function tendOverflow(element) {
  if (tended.has(element)) return;
  tended.add(element);
  const show = () => {
    const { scrollLeft, scrollWidth, clientWidth } = element;
    element.classList.toggle("cv-more-before", scrollLeft > 1);
    element.classList.toggle("cv-more-after", scrollLeft + clientWidth < scrollWidth - 1);
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
