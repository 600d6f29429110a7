/*
 * Adds the lesson's full address, and the share of wrong answers in one's own class, from the
 * counts that this browser stores during a session.
 */

import { readObject } from "../../browser/storage.js";
import { fillText } from "../../browser/text.js";
import { wrongShare } from "./share.js";

// Printed on paper.
const link = /** @type {HTMLAnchorElement} */ (document.querySelector(".open"));
link.setAttribute("href", link.href);

const notes = readObject(() => localStorage, "capsviz.class.notes")?.notes ?? {};
/** @type {NodeListOf<HTMLElement>} */
const elements = document.querySelectorAll("[data-poll]");
for (const element of elements) {
  const { poll, share = "" } = element.dataset;
  const counts = wrongShare(notes[`poll ${poll}`]);
  if (!counts) continue;
  element.textContent = fillText(share, { wrong: counts.wrong, count: counts.all });
}
