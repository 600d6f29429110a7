/* Sentences about all networks together, and about each against the others. */

import { sizeWords } from "../../browser/network_offer.js";

/**
 * Note beneath a prediction that differs from that of more than half of all.
 * @param {{winner: number, called: string[]}} column
 * @param {{winner: number, called: string[]}[]} columns
 */
export function differWords({ winner, called }, columns) {
  const answers = columns.map((column) => column.called[column.winner]);
  const times = (answer) => answers.filter((one) => one === answer).length;
  const usual = answers.find((answer) => times(answer) > columns.length / 2);
  return usual === undefined || usual === called[winner] ? "" : `differs from most: ${usual}`;
}

/**
 * @param {{title: string, winner: number, called: string[]}[]} columns
 * @returns {string}
 */
export function verdictWords(columns) {
  /** @type {Map<string, string[]>} */
  const groups = new Map();
  for (const { title, winner, called } of columns) {
    const of = called[winner];
    groups.set(of, [...(groups.get(of) ?? []), title]);
  }
  const [first, ...others] = [...groups].sort(([, a], [, b]) => b.length - a.length);
  if (columns.length < 2 || !first) return "";
  const [answer, all] = first;
  if (others.length === 0) return `All ${columns.length} networks say ${answer}.`;
  const rest = others.map(([of, titles]) => `${titles.join(" and ")} ${of}`);
  return `${all.length} of ${columns.length} networks say ${answer}; ${rest.join(", ")}.`;
}

/**
 * One sentence about networks that the browser has not fetched yet.
 * @param {{networks: number, bytes: number, coming: boolean}} more
 */
export function moreWords({ networks, bytes, coming }) {
  const others = networks === 1 ? "One more network" : `${networks} more networks`;
  const size = sizeWords(bytes);
  return coming ? `${others} to come (${size}).` : `${others} can read it too: ${size} to fetch.`;
}
