/* The counts of a session as a file, without any names. */

import { saveTable } from "../browser/export.js";
import { fillText } from "../browser/text.js";
import { quizPlace } from "./quiz.js";

/**
 * @typedef {[string, string, "right" | "wrong" | "", number]} CountRow question, answer, mark and
 *   count, as of `tally.py`
 * @typedef {Record<string, CountRow[]>} CountRows by name of question or board
 */

/**
 * Rows of the file, in the lecturer's language.
 * @param {CountRows} notes
 * @param {Record<string, string>} words
 * @returns {(string | number)[][]}
 */
export function countTable(notes, words) {
  const marks = { right: words.right, wrong: words.wrong, "": "" };
  return Object.entries(notes).flatMap(([name, rows]) =>
    rows.map(([question, answer, mark, count]) => {
      const label = marks[mark];
      if (!name.startsWith("board "))
        return [askedWords(name, question, words), answer, label, count];
      const task = question ? fillText(words.everyone, { subject: question }) : words.fools;
      const reading = answer ? fillText(words["read-as"], { digit: answer }) : words["not-read"];
      return [task, reading, label, count];
    }),
  );
}

/** A question with the time when it was asked. @param {string} name of its rows */
function askedWords(name, question, words) {
  const [, round, questionName] = /^(first|poll) (.*)$/.exec(name) ?? [];
  const times = { start: words["asked-start"], end: words["asked-end"] };
  const when = quizPlace(questionName)?.when;
  const dated = when ? fillText(times[when], { question }) : question;
  return round === "first" ? fillText(words["asked-first"], { question: dated }) : dated;
}

/**
 * @param {(string | number)[][]} rows
 * @param {string} title the columns' names, separated by commas
 * @param {string} code of the session
 */
export function saveCounts(rows, title, code) {
  saveTable([title.split(","), ...rows], `class-${code.toLowerCase()}.csv`);
}
