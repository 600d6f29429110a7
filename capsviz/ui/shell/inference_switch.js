/* The place of inference: the server, or the visitor's own browser. */

import { make } from "../browser/dom.js";
import { networkName } from "../browser/names.js";
import { fillText } from "../browser/text.js";

/**
 * Fill in the switch and the state of each network.
 * @param {HTMLElement} node
 * @param {import("../browser/engine/local_inference.js").LocalInferenceEngine} engine
 * @param {{words: Record<string, any>, titles: Record<string, string>}} data
 */
export function fillHere(node, engine, { words, titles }) {
  const focused = node.contains(document.activeElement);
  const input = make("input", {
    type: "checkbox",
    data: { testid: "here-on" },
    aria: { role: "switch" },
  });
  input.checked = engine.chosen;
  input.addEventListener("change", () => engine.choose(input.checked));
  const lines = [...engine.places].map(([model, { state, sentence }]) =>
    make(
      "p",
      { className: "cv-small" },
      sayPlace(networkName(titles[model] ?? model), state, sentence, words),
    ),
  );
  node.replaceChildren(
    make("label", { className: "cv-switch" }, input, make("span", {}, words["here-on"])),
    make("p", { className: "cv-muted" }, words["here-lead"]),
    make("div", { data: { testid: "here-says" }, aria: { role: "status" } }, ...lines),
  );
  if (engine.chosen && !lines.length) node.lastElementChild?.append(words["here-next"]);
  if (focused) input.focus();
}

/** @param {string} title @param {string} state @param {string} sentence @param {Record<string, any>} words */
function sayPlace(title, state, sentence, words) {
  return fillText(words[`here-${state}`], { network: title, reason: sentence });
}
