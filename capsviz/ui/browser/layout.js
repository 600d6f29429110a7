/* The tab key follows the markup's order: parts are moved to where the style sheet shows them. */

/**
 * Keep a part at its visible position in the markup, at every width.
 * @param {Element} box whose layout changes with its width
 * @param {Element} part
 * @param {() => Element} whom returns the element before `part` in the current layout
 * @param {AbortSignal} signal ends it
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
