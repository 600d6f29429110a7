/*
 * The whole address of the lesson, and the share of one's own class that chose a wrong answer, from
 * the counts that this browser keeps while a session runs.
 */

import { readObject } from "../../browser/storage.js";
import { fillText } from "../../browser/text.js";
import { wrongShare } from "./share.js";

// Paper shows it.
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
