/* The verdict on a reading in one sentence. */

import { number, text } from "../text.js";

/**
 * @param {import("./reading.js").Verdict} verdict
 * @param {{thing: string, classes: string[], measure: string, shares?: boolean,
 *   lengths: ArrayLike<number>[]}} reply
 */
export function verdictWords({ kind, digit, runner_up: second }, reply) {
  const { thing, classes, measure, shares, lengths } = reply;
  if (kind === "empty") return text("answer-empty", { thing });
  const last = Array.from(lengths.at(-1) ?? []);
  const best = digit ?? last.lastIndexOf(Math.max(...last));
  const [name, longest] = [classes[best], number(last[best], 2)];
  if (kind === "none") return text("answer-none", { thing, measure, name, longest });
  if (kind === "misfit") return text("answer-misfit", { thing, measure, name, longest });
  const other = classes[second ?? best];
  const next = number(last[second ?? best], 2);
  const count = shares ? classes.length : 0;
  return text(`answer-${kind}`, { measure, name, other, longest, next, count });
}
