/* Slide at the end of a lecture: the class's share of right answers at the start and at the end. */

import { make } from "../browser/dom.js";
import { readObject, writeObject } from "../browser/storage.js";
import { fillText } from "../browser/text.js";
import { openPanel, panel } from "./elements.js";
import { quizChange, shareText } from "./quiz.js";

/** Counts of this browser's session, stored to restore them after a server restart. */
const NOTES = "capsviz.class.notes";
/** Maximum size of restored counts, in characters: they have to fit into one message. */
const MAX_NOTES_LENGTH = 200_000;

/** @param {string} code of the session @returns {import("./counts.js").CountRows} */
export function readNotes(code) {
  const stored = readObject(() => localStorage, NOTES);
  return stored?.code === code ? stored.notes : {};
}

/**
 * Store counts. If they are too many, the oldest are dropped.
 * @param {string} code
 * @param {import("./counts.js").CountRows} notes
 */
export function writeNotes(code, notes) {
  const entries = Object.entries(notes);
  while (JSON.stringify(entries).length > MAX_NOTES_LENGTH) entries.shift();
  writeObject(() => localStorage, NOTES, { code, notes: Object.fromEntries(entries) });
}

export function forgetNotes() {
  writeObject(() => localStorage, NOTES, null);
}

export class ClosingSlide {
  /** @param {Record<string, string>} words @param {import("./quiz.js").Question[]} quiz */
  constructor(words, quiz) {
    this.words = words;
    this.quiz = quiz;
    /** @type {import("./counts.js").CountRows} as the server sends them */
    this.notes = {};
    this.body = make("section", { data: { testid: "closing" } });
    this.panel = panel(words.closing, words.shut, this.body);
    this.panel.classList.add("cv-class-closing");
  }

  show() {
    const { words } = this;
    const { start, end, questions } = quizChange(this.notes, this.quiz);
    const hasVotes = start.all > 0;
    const change = { start: shareText(start), end: shareText(end) };
    const sentence = hasVotes ? fillText(words["closing-change"], change) : words.unasked;
    const heading = make("h2", {}, words["closing-title"]);
    const large = make("p", { className: "cv-class-change", data: { testid: "change" } }, sentence);
    this.body.replaceChildren(heading, large);
    if (hasVotes) {
      const counts = fillText(words["closing-of"], { start: start.all, end: end.all });
      this.body.append(make("p", { className: "cv-muted" }, counts), this.table(questions));
    }
    openPanel(this.panel);
  }

  /** @param {import("./quiz.js").Change["questions"]} questions */
  table(questions) {
    const { words } = this;
    const head = ["", words["at-start"], words["at-end"]];
    const row = ({ concept, start, end }) =>
      make(
        "tr",
        {},
        make("th", { scope: "row" }, concept),
        make("td", {}, shareText(start)),
        make("td", {}, shareText(end)),
      );
    const columns = head.map((name) => make("th", { scope: "col" }, name));
    return make(
      "table",
      { className: "cv-class-change-table" },
      make("thead", {}, make("tr", {}, ...columns)),
      make("tbody", {}, ...questions.filter(({ start, end }) => start || end).map(row)),
    );
  }
}
