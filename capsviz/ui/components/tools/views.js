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

/** The open page's view, or null where its address says it all. */
function currentView() {
  for (const [page, view] of Object.entries(PAGE_VIEWS)) {
    const found = document.querySelector(`.cv-${page}`)?.[`${page}Page`];
    if (found) return { page, ...view(found) };
  }
  return null;
}
