/*
 * Streamlit's script may lose its place where a page is left while it is still being built (its
 * error says "Bad delta path"): it then shows nothing until the tab is loaded anew. That is done
 * here; drawing, settings and view are kept by the tab.
 */

const CRASH = /bad delta path/i;
const STORE = "capsviz.crash";
/** What crashes again so soon, in milliseconds, would do so for ever. */
const PAUSE = 30_000;

/**
 * Whether this error is of that kind, and the first for a while.
 * @param {{message?: string, reason?: any}} event of an error, or of a promise nobody waits for
 * @param {Storage} store of the tab
 * @param {number} now in milliseconds
 */
export function isCrash({ message = "", reason }, store, now) {
  if (!CRASH.test(`${message} ${reason?.message ?? ""}`)) return false;
  if (now - Number(store.getItem(STORE)) < PAUSE) return false;
  store.setItem(STORE, String(now));
  return true;
}

/** For as long as the tab is open: what is on the page goes with it. */
export function reloadAfterCrash() {
  const look = (/** @type {any} */ event) => {
    if (isCrash(event, sessionStorage, Date.now())) location.reload();
  };
  window.addEventListener("error", look);
  window.addEventListener("unhandledrejection", look);
}
