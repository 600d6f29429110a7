/* What a link to each page holds. Pages keep their own state; this asks them for it. */

const PAGE_VIEWS = {
  draw: ({ pad, settings, sliders }) => ({
    drawing: pad.drawing,
    settings,
    view: sliders.changed ? { pose: Array.from(sliders.pose, (x) => Number(x.toFixed(4))) } : {},
  }),
  routing: ({ drawing, server, r, view }) => ({
    drawing,
    settings: { ...server.settings, iterations: r },
    view,
  }),
  dimensions: ({ server, view }) => ({ drawing: server.drawing, settings: server.settings, view }),
};

/**
 * The open page's view, or null where its address says it all. A page of another kind sets
 * `root.linkPlain`, a function that gives page, drawing, settings and view; one that does
 * neither shows the session's drawing, which the server told.
 */
export function currentView(page, session) {
  const found = document.querySelector(`.cv-${page}`)?.[`${page}Page`];
  if (found && PAGE_VIEWS[page]) return { page, ...PAGE_VIEWS[page](found) };
  const roots = [...document.querySelectorAll(".cv")];
  const published = roots.find((root) => typeof root.linkPlain === "function");
  if (published) return published.linkPlain();
  return page === "learn" || !session ? null : { page, ...session, view: {} };
}
