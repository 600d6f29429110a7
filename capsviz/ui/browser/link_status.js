/* Notes about the live link: its connection, and when its results are old. */

import { finders, setText } from "./dom.js";

/** @type {Record<string, string>} by the states of a `LiveLink` */
const LINK_NOTES = {
  requests: "no live connection: results come a little slower",
  slow: "the server is busy: results come late",
  late: "this device is still at work: results come late",
  lost: "connection lost, what you do is kept; results return when it is back",
};
const OLD_NOTE = "Older than what you have set: these results are yet to catch up.";

/**
 * @param {ParentNode} root its markup names the place "note"
 * @param {string} state of the link
 */
export function showLinkStatus(root, state) {
  setText(finders(root).element("note"), LINK_NOTES[state] ?? "");
}

/**
 * Dim the results, which the markup has in the class "cv-result", and say why.
 * @param {HTMLElement} root its markup names the place "old"
 * @param {boolean} old whether they are older than what they should be about
 */
export function showAge(root, old) {
  root.classList.toggle("cv-old", old);
  setText(finders(root).element("old"), old ? OLD_NOTE : "");
}
