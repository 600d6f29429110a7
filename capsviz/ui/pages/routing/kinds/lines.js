/*
 * Lines of the formula that several routings share: {sym, title, law, numbers(scene)}. `law` is the
 * formula, `numbers` the same with this image's numbers.
 */

import { make } from "../../../browser/dom.js";
import { symbol, wordNodes } from "../../../browser/symbols.js";
import { number } from "../../../browser/text.js";
import { agreeing, tell } from "../scales.js";

/** A number of this image in a formula. */
export function imageNumber(value, digits = 3) {
  return imageText(tell(value, digits));
}

export function imageText(text) {
  return make("span", { className: "cv-value" }, text);
}

export function sub(text) {
  return make("sub", {}, text);
}

/**
 * A formula with parts in braces: `{b ij}` is a symbol with a subscript, `{v j a}` the same shown as
 * another letter, without a colour if the name is "-"; `{_ k}` is a subscript, `{^ route}` a
 * superscript.
 * @param {string} source
 * @returns {(Node | string)[]}
 */
export function formula(source) {
  const parts = source
    .split(/\{(.*?)\}/)
    .map((part, index) => (index % 2 ? elementOf(part) : part));
  return parts.filter((part) => part !== "");
}

/** @param {string} part between braces */
function elementOf(part) {
  const [name, ...words] = part.split(" ");
  if (name === "_") return sub(words.join(" "));
  if (name === "^") return make("sup", {}, words.join(" "));
  return symbol(name.replace("-", ""), words[0], words[1]);
}

export function softmaxLine(title) {
  return {
    sym: "c",
    title,
    law: formula("{c ij} = exp {b ij} / Σ{_ k} exp {b ik}"),
    numbers: ({ data, t, i, j }) => {
      const logits = Array.from({ length: data.digits }, (_, k) => data.logit(t, i, k));
      // Beyond this, exponentials are relative to the largest: the quotient is the same.
      const shift = Math.max(...logits.map(Math.abs)) > 10 ? Math.max(...logits) : 0;
      const powers = logits.map((b) => Math.exp(b - shift));
      const sum = powers.reduce((x, y) => x + y, 0);
      const { terms, result } = agreeing([powers[j], sum], ([power, total]) => power / total);
      const [numerator, denominator] = terms;
      const value = imageText(result);
      return shift
        ? wordNodes("with-scaled-softmax", {
            above: numerator,
            below: denominator,
            value,
            most: tell(shift, 1),
          })
        : [`${numerator} / ${denominator} = `, value];
    },
  };
}

/**
 * Length of the weighted vote, and its component along the sum. `factor` gives the numbers of the
 * vote's weight, their combination, and its notation without the sign.
 */
export function voteLine(title, law, factor, digits = 4) {
  return {
    sym: "uhat",
    title,
    law,
    numbers: (scene) => {
      const { data, t, i, j, kind } = scene;
      const { values, weight, write } = factor(scene);
      const product = (parts) => Math.abs(weight(parts.slice(0, -1))) * parts[parts.length - 1];
      const { terms, result } = agreeing([...values, data.voteLength(i, j)], product, 3, digits);
      return wordNodes("with-vote", {
        weight: write(terms),
        vote: terms[terms.length - 1],
        value: imageText(result),
        added: tell(data.feed(t, i, j), 4),
        total: kind.totalMark,
      });
    },
  };
}

/** The factor of a vote that has one number as its weight. @param {number} value */
export function weightAlone(value) {
  const write = ([term]) => (value < 0 ? `|${term}|` : term);
  return { values: [value], weight: ([term]) => term, write };
}

/** @param {string} votes the message of what is added up */
export function sumLine(title, law, votes) {
  return {
    sym: "s",
    title,
    law,
    numbers: ({ data, t, j, kind }) =>
      wordNodes(votes, {
        count: number(data.capsules),
        total: kind.totalMark,
        value: imageNumber(data.totalLength(t, j)),
      }),
  };
}

/** The vote in a sum that is weighted by couplings alone. */
export function coupledVote() {
  return voteLine(
    "line-coupled-vote",
    formula("{c ij} {uhat j|i}"),
    ({ data, t, i, j }) => weightAlone(data.coupling(t, i, j)),
    3,
  );
}

export function coupledSum() {
  return sumLine("line-sum", formula("{s j} = Σ{_ i} {c ij} {uhat j|i}"), "with-coupled-votes");
}

export function squashLine() {
  return {
    sym: "v",
    title: "line-squash",
    law: formula("{v j} = ‖{s j}‖² / (1 + ‖{s j}‖²) · {s j} / ‖{s j}‖"),
    numbers: ({ data, t, j }) => {
      const square = data.totalLength(t, j) ** 2;
      const quotient = ([numerator, denominator]) => numerator / denominator;
      const { terms, result } = agreeing([square, 1 + square], quotient);
      return [`‖v‖ = ${terms[0]} / ${terms[1]} = `, imageText(result)];
    },
  };
}

/** The votes weighted by couplings alone, their sum, and the squashed sum. */
export const squashedSum = () => [coupledVote(), coupledSum(), squashLine()];

export function activationLine() {
  return {
    sym: "a",
    title: "line-input-activation",
    law: formula("{a i} = logistic({- i w} · {u i} + {- i0 w})"),
    numbers: ({ data, i }) =>
      wordNodes("with-input-activation", { value: imageNumber(data.activation(i)) }),
  };
}
