/* What objects are called, by the labels that named them, and what is said of the likeliest. */

import { setText } from "../../browser/dom.js";

/** @typedef {{labels: number, classes: number[], accuracy: number | null}} Naming */

/** The names that so many labelled pictures of each object give. @param {Naming[]} all @param {number} labels */
export function namingBy(all, labels) {
  return all.findLast((each) => each.labels <= labels) ?? all[0];
}

/** @param {any} page @param {Naming[]} all @param {Naming} naming */
export function showNaming(page, all, naming) {
  const slider = page.element("labels");
  slider.max = String(all.length - 1);
  slider.value = String(all.indexOf(naming));
  setText(page.part("labels"), `${naming.labels} labelled pictures of each object`);
  const right = naming.accuracy === null ? "" : `${(100 * naming.accuracy).toFixed(1)} %`;
  setText(
    page.element("naming"),
    right && `With these names ${right} of the validation digits are right.`,
  );
}

/**
 * @param {number} winner the last for none of the objects, -1 where no part is there
 * @param {number[]} shares
 * @param {string[]} names
 */
export function verdictWords(winner, shares, names) {
  if (winner < 0) return "no part is there";
  const percent = `${(100 * shares[winner]).toFixed(0)} %`;
  if (winner === shares.length - 1) return `none of the objects: ${percent}`;
  return `${names[winner]} (object ${winner + 1}): ${percent}`;
}
