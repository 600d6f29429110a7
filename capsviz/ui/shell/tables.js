/*
 * Streamlit's own tables scroll sideways where they are too wide: it is seen, and the keyboard gets
 * there.
 */

import { tendOverflow } from "../browser/overflow.js";

const TABLES = '[data-testid="stTableStyledTable"]';

/** Let every scrolling table take the focus, those too that come later. */
export function tendTables() {
  const tend = () => {
    for (const table of document.querySelectorAll(TABLES)) {
      const box = table.parentElement;
      if (!box || box.tabIndex === 0) continue;
      tendOverflow(box);
      box.tabIndex = 0;
      box.setAttribute("role", "group");
      box.setAttribute("aria-label", "table");
    }
  };
  tend();
  new MutationObserver(tend).observe(document.body, { childList: true, subtree: true });
}
