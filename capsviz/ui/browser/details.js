/*
 * One switch for details that newcomers do not need: it opens the folds and shows the finer
 * controls of every page. The browser stores it, and links contain it.
 */

import { readText, writeText } from "./storage.js";

const STORE = "capsviz.details";
export const DETAILS_PARAMETER = "details";
const EVENT = "capsviz:details";

/** Whether all details are shown, by the address or else by the browser's storage. */
function readDetails() {
  const requested = new URLSearchParams(location.search).get(DETAILS_PARAMETER);
  return (requested ?? readText(() => localStorage, STORE)) === "1";
}

/** Whether all details are shown now. */
export function areDetailsOpen() {
  return document.documentElement.classList.contains("cv-details");
}

let restored = false;

/** Restore the switch, once for a page and the tools above it: either may start first. */
export function restoreDetails() {
  if (!restored) showDetails(readDetails());
  restored = true;
}

/** @param {boolean} shown on this page */
export function showDetails(shown) {
  document.documentElement.classList.toggle("cv-details", shown);
  window.dispatchEvent(new Event(EVENT));
}

/** @param {boolean} shown */
export function keepDetails(shown) {
  writeText(() => localStorage, STORE, shown ? "1" : "0");
  showDetails(shown);
}

/**
 * Open and close a page's folds with the switch.
 * @param {HTMLElement} root
 * @param {AbortSignal} signal ends it
 */
export function linkFolds(root, signal) {
  const follow = () => {
    for (const fold of root.querySelectorAll(".cv-fold"))
      fold.toggleAttribute("open", areDetailsOpen());
  };
  window.addEventListener(EVENT, follow, { signal });
  if (areDetailsOpen()) follow();
}

/** Open the folds around an element. @param {Element | null} target */
export function openFolds(target) {
  for (let node = target; node; node = node.parentElement)
    if (node.matches("details.cv-fold")) node.setAttribute("open", "");
}
