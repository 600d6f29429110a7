/* What a link to each page holds. Pages keep their own state; this asks them for it. */

import { readState } from "../browser/state_sync.js";

/**
 * The open page's view, or null where its address says it all. A page with a script sets
 * `root.linkPlain`, a function that gives page, drawing, settings and view; of one without it
 * is what this tab kept, or else what the server told of the session.
 */
export function currentView(page, session) {
  /** @type {any[]} */
  const roots = [...document.querySelectorAll(".cv")];
  const published = roots.find((root) => typeof root.linkPlain === "function");
  if (published) return published.linkPlain();
  if (page === "learn" || !session) return null;
  return {
    page,
    drawing: readState("drawing")?.value ?? session.drawing,
    settings: readState("settings")?.value ?? session.settings,
    view: readState(`view.${page}`)?.value ?? {},
  };
}
