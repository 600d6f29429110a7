/* The quiz: the same questions at the start and at the end; a question's name tells which it is. */

/**
 * @typedef {{text: string, answers: string[], right: number}} Question
 * @typedef {"start" | "end"} When
 */

/**
 * What is asked.
 * @param {Question[]} questions
 * @param {When} when
 * @param {number} at which, from 0
 * @param {Record<string, string>} words
 */
export function quizAsks(questions, when, at, words) {
  const { text, answers, right } = questions[at];
  const said = when === "start" ? words["at-start"] : words["at-end"];
  const before = when === "end" ? `quiz start ${at}` : "";
  return { name: `quiz ${when} ${at}`, text, answers, right, when: said, before };
}

/**
 * Which question of the quiz has this name; null for any other question.
 * @param {string} name
 * @returns {{when: When, at: number} | null}
 */
export function quizPlace(name) {
  const found = /^quiz (start|end) (\d+)$/.exec(name);
  return found && { when: /** @type {When} */ (found[1]), at: Number(found[2]) };
}
