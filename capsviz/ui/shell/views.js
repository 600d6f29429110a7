/* Content of a link to each page. Pages keep their own state; this asks them for it. */

/**
 * The open page's page, drawing, settings and view, as its `root.linkPlain` gives them, or null where
 * its address says it all.
 */
export function currentView() {
  /** @type {any[]} */
  const roots = [...document.querySelectorAll(".cv")];
  return roots.find((root) => typeof root.linkPlain === "function")?.linkPlain() ?? null;
}
