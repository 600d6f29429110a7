/* What follows the canvas: in columns what the network sees, on a phone the capsules. */

import { followLayout } from "../../browser/layout.js";

/**
 * @param {HTMLElement} root
 * @param {AbortSignal} signal ends this
 */
export function tendColumns(root, signal) {
  const of = (name) => /** @type {Element} */ (root.querySelector(`.cv-${name}`));
  const grid = of("draw-grid");
  const inColumns = () => getComputedStyle(grid).display === "grid";
  followLayout(grid, of("feed"), () => of(inColumns() ? "you" : "say"), signal);
}
