/* On a phone Streamlit's navigation opens over the page, and would stay there after a choice. */

const CLOSE = '[data-testid="stSidebarCollapseButton"] button';
const CHOICE = '[data-testid="stSidebarNavLink"]';

/** @param {AbortSignal} signal */
export function tendDrawer(signal) {
  document.addEventListener(
    "click",
    ({ target }) => {
      if (!(/** @type {Element} */ (target).closest(CHOICE))) return;
      // Once Streamlit has heard of the choice itself.
      setTimeout(() => /** @type {HTMLElement | null} */ (document.querySelector(CLOSE))?.click());
    },
    { signal },
  );
}
