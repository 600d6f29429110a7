/* Letters of the formulas, each in its own colour wherever it stands. */

import { make } from "../../browser/dom.js";

/** A letter of the formula in its colour; `letter` where it is not the symbol's own. */
export function symbol(name, sub = "", letter = { uhat: "û" }[name] ?? name) {
  const made = make("span", { className: "cv-sym", data: { sym: name } }, letter);
  if (sub) made.append(make("sub", {}, sub));
  return made;
}
