/* The tools in the header of a published page. */

import showTools from "../shell/index.js";

/**
 * Those of the app's header: tour, details, class mode, sharing.
 * @param {string} base path of the site @param {string} page @param {any} told by site.json
 */
export function showHeaderTools(base, page, told) {
  const parentElement = document.querySelector('[data-part="tools"]');
  if (!parentElement) return; // in a frame
  const data = { ...told.tools, base, page, excerpt: told.excerpts[page] };
  showTools({ parentElement, data });
}
