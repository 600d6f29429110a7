/* What a link to each page holds. Pages keep their own state; this asks them for it. */

import { kept } from "../browser/kept.js";

const PAGE_VIEWS = {
  draw: ({ pad, settings, sliders }) => ({
    drawing: pad.drawing,
    settings,
    view: sliders.changed ? { pose: Array.from(sliders.pose) } : {},
  }),
  dimensions: ({ server, view }) => ({ drawing: server.drawing, settings: server.settings, view }),
};

/**
 * The open page's view, or null where its address says it all. A page of another kind sets
 * `root.linkPlain`, a function that gives page, drawing, settings and view; of one that does
 * neither it is what this tab kept, or else what the server told of the session.
 */
export function currentView(page, session) {
  const found = document.querySelector(`.cv-${page}`)?.[`${page}Page`];
  if (found && PAGE_VIEWS[page]) return { page, ...PAGE_VIEWS[page](found) };
  /** @type {any[]} */
  const roots = [...document.querySelectorAll(".cv")];
  const published = roots.find((root) => typeof root.linkPlain === "function");
  if (published) return published.linkPlain();
  if (page === "learn" || !session) return null;
  return {
    page,
    drawing: kept("drawing")?.value ?? session.drawing,
    settings: kept("settings")?.value ?? session.settings,
    view: kept(`view.${page}`)?.value ?? {},
  };
}
