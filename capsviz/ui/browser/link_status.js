/* Notes about the live link: its connection, and outdated results. */

import { finders, setText } from "./dom.js";
import { text } from "./text.js";

/** States of a `LiveLink` with a visible note. */
const SHOWN_STATES = ["requests", "slow", "late", "coming", "lost"];

/**
 * @param {ParentNode} root its markup has an element "note"
 * @param {string} state of the link
 */
export function showLinkStatus(root, state) {
  setText(
    finders(root).element("note"),
    SHOWN_STATES.includes(state) ? text("live-state", { state }) : "",
  );
}

/**
 * Dim the elements of class "cv-result", and say why.
 * @param {HTMLElement} root its markup has an element "old"
 * @param {boolean} old whether the results are outdated
 */
export function showAge(root, old) {
  root.classList.toggle("cv-old", old);
  setText(finders(root).element("old"), old ? text("live-old") : "");
}
