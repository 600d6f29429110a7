/* Symbols of the formulas, each in its own colour. */

import { make } from "./dom.js";
import { text } from "./text.js";

/** Input capsule, vote, logit, coupling, sum, output capsule, agreement: --cv-sym-* in theme.css. */
export const SYMBOLS = ["u", "uhat", "b", "c", "s", "v", "a"];

/** A symbol in its colour; `letter` by default is the symbol's own. */
export function symbol(name, sub = "", letter = { uhat: "û" }[name] ?? name) {
  const element = make("span", { className: "cv-sym", data: { sym: name } }, letter);
  if (sub) element.append(make("sub", {}, sub));
  return element;
}

/** Unambiguous symbols in a text, such as a length, a vote or a coupling to something. */
const SYMBOL_PATTERN =
  /‖[ûusv]‖|û|\bc(?= to | [=<] | ‖û‖)|(?<=\bW )u\b|(?<=\bcoupling )c\b|(?<=\blogit )b\b|(?<=\bagreement )a\b/g;

/**
 * Set an element's text with coloured symbols. Existing equal symbols stay, and only the text
 * between them is written.
 * @param {Element} element
 * @param {string} text
 */
export function setSymbols(element, text) {
  if (element.textContent === text) return;
  const parts = colourSymbols(text);
  const nodes = [...element.childNodes];
  const matches = parts.every((part, n) =>
    typeof part === "string"
      ? nodes[n]?.nodeType === Node.TEXT_NODE
      : nodes[n]?.isEqualNode(/** @type {Node} */ (part)),
  );
  if (nodes.length !== parts.length || !matches) element.replaceChildren(...parts);
  else
    for (const [n, part] of parts.entries())
      if (typeof part === "string" && nodes[n].nodeValue !== part) nodes[n].nodeValue = part;
}

/** A text with coloured symbols. @param {string} text @returns {(Node | string)[]} */
export function colourSymbols(text) {
  /** @type {(Node | string)[]} */
  const nodes = [];
  let from = 0;
  for (const { 0: match, index } of text.matchAll(SYMBOL_PATTERN)) {
    const letter = match.replaceAll("‖", "");
    nodes.push(text.slice(from, index), symbol(letter === "û" ? "uhat" : letter, "", match));
    from = index + match.length;
  }
  return [...nodes, text.slice(from)];
}

/** Encloses a node's index in a formatted message, until it is replaced by the node. */
const NODE_MARK = "\uE000";

/**
 * A message with elements among its values, such as symbols. Returns its parts in the language's
 * order.
 * @param {string} id
 * @param {Record<string, string | number | Node | (Node | string)[]>} values
 * @returns {(Node | string)[]}
 */
export function wordNodes(id, values) {
  /** @type {(Node | string)[][]} */
  const nodes = [];
  const args = Object.entries(values).map(([name, value]) => {
    if (typeof value !== "object") return [name, value];
    nodes.push([value].flat());
    return [name, `${NODE_MARK}${nodes.length - 1}${NODE_MARK}`];
  });
  return text(id, Object.fromEntries(args))
    .split(NODE_MARK)
    .flatMap((part, i) => (i % 2 ? nodes[Number(part)] : part))
    .filter((part) => part !== "");
}
