/* The tab key goes by the markup: what a style sheet shows elsewhere is moved there. */

/**
 * Have a part of a page stand in the markup where the eye finds it, at every width.
 * @param {Element} box whose style sheet lays it out in one way or another
 * @param {Element} part
 * @param {() => Element} whom it follows in the present layout
 * @param {AbortSignal} signal ends this
 */
export function followLayout(box, part, whom, signal) {
  const watch = new ResizeObserver(() => {
    const before = whom();
    if (before.nextElementSibling === part) return;
    const focused = /** @type {HTMLElement | null} */ (document.activeElement);
    before.after(part);
    if (part.contains(focused)) focused?.focus({ preventScroll: true });
  });
  watch.observe(box);
  signal.addEventListener("abort", () => watch.disconnect());
}
