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
const places = document.querySelectorAll("[data-poll]");
for (const place of places) {
  const { poll, share = "" } = place.dataset;
  const counted = wrongShare(notes[`poll ${poll}`]);
  if (!counted) continue;
  place.textContent = fillText(share, { wrong: counted.wrong, count: counted.all });
}
