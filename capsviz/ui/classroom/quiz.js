/*
 * The quiz: the same questions at the start and at the end. A question's name contains "start" or
 * "end".
 */
import { text } from "../browser/text.js";

/**
 * @typedef {{concept: string, text: string, answers: string[], right: number}} Question
 * @typedef {"start" | "end"} When
 */

/**
 * The question in the form for the server.
 * @param {Question[]} questions
 * @param {When} when
 * @param {number} index from 0
 * @param {Record<string, string>} words
 */
export function quizAsks(questions, when, index, words) {
  const { text, answers, right } = questions[index];
  const label = when === "start" ? words["at-start"] : words["at-end"];
  const before = when === "end" ? `quiz start ${index}` : "";
  return { name: `quiz ${when} ${index}`, text, answers, right, when: label, before };
}

/**
 * Position in the quiz of the question with this name; null for any other question.
 * @param {string} name
 * @returns {{when: When, index: number} | null}
 */
export function quizPlace(name) {
  const match = /^quiz (start|end) (\d+)$/.exec(name);
  return match && { when: /** @type {When} */ (match[1]), index: Number(match[2]) };
}

/**
 * Whether a question opens over any page. Other questions are shown by a page itself.
 * @param {string} name
 */
export function liesOverPage(name) {
  return /^(typed|plan|quiz) /.test(name);
}

/**
 * @typedef {{right: number, all: number}} Share number of right answers, and of all answers
 * @typedef {{start: Share, end: Share,
 *   questions: {concept: string, start: Share | null, end: Share | null}[]}} Change
 */

/**
 * Share of right answers at the start and at the end; sums count questions that were asked both
 * times.
 * @param {import("./counts.js").CountRows} notes counts by name
 * @param {Question[]} questions
 * @returns {Change}
 */
export function quizChange(notes, questions) {
  const share = (when, index) => {
    const rows = notes[`poll quiz ${when} ${index}`] ?? [];
    const sum = (subset) => subset.reduce((total, [, , , count]) => total + count, 0);
    const all = sum(rows);
    return all ? { right: sum(rows.filter(([, , mark]) => mark === "right")), all } : null;
  };
  const changes = questions.map(({ concept }, index) => {
    return { concept, start: share("start", index), end: share("end", index) };
  });
  const total = (when) =>
    changes
      .filter(({ start, end }) => start && end)
      .map((each) => each[when])
      .reduce((sum, { right, all }) => ({ right: sum.right + right, all: sum.all + all }), {
        right: 0,
        all: 0,
      });
  return { start: total("start"), end: total("end"), questions: changes };
}

/** A share as text: "41 %". */
export function shareText(share) {
  if (!share?.all) return "–";
  return text("percent", { value: Math.round((100 * share.right) / share.all) });
}
