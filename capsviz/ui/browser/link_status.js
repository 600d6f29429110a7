/* Notes about the live link: its connection, and when its results are old. */

import { finders, setText } from "./dom.js";
import { text } from "./text.js";

/** States of a `LiveLink` that are told. */
const SHOWN_STATES = ["requests", "slow", "late", "coming", "lost"];

/**
 * @param {ParentNode} root its markup names the place "note"
 * @param {string} state of the link
 */
export function showLinkStatus(root, state) {
  setText(
    finders(root).element("note"),
    SHOWN_STATES.includes(state) ? text("live-state", { state }) : "",
  );
}

/**
 * Dim the results, which the markup has in the class "cv-result", and say why.
 * @param {HTMLElement} root its markup names the place "old"
 * @param {boolean} old whether they are older than what they should be about
 */
export function showAge(root, old) {
  root.classList.toggle("cv-old", old);
  setText(finders(root).element("old"), old ? text("live-old") : "");
}
