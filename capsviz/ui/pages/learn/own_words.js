/* Each lesson in the learner's own words: stored by the tab, and added to worksheets opened there. */

import { readObject, writeObject } from "../../browser/storage.js";

const STORE = "capsviz.own-words";

/** @returns {Record<string, string>} by lesson */
export function readOwnWords() {
  return readObject(() => sessionStorage, STORE) ?? {};
}

/** @param {string} lesson @param {string} text */
export function writeOwnWords(lesson, text) {
  writeObject(() => sessionStorage, STORE, { ...readOwnWords(), [lesson]: text });
}

/**
 * Add the words to a worksheet when it is opened.
 * @param {HTMLAnchorElement} link to a worksheet of this server
 * @param {() => string} lesson its name
 */
export function carryOwnWords(link, lesson) {
  link.addEventListener("click", (event) => {
    const text = readOwnWords()[lesson()];
    if (!text || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const sheet = window.open(link.href, "_blank");
    if (!sheet) return; // the link opens it without the words
    event.preventDefault();
    sheet.addEventListener("load", () => {
      const element = sheet.document.querySelector(".own-words");
      if (element) element.textContent = text;
    });
  });
}
