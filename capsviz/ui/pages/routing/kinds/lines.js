/*
 * Lines of the formula that several routings have: {sym, title, law, numbers(scene)}. `law` is how
 * it is written, `numbers` tells the same with what this image makes of it.
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

export function softmaxLine(title) {
  const s = symbol;
  return {
    sym: "c",
    title,
    law: [s("c", "ij"), " = exp ", s("b", "ij"), " / Σ", sub("k"), " exp ", s("b", "ik")],
    numbers: ({ data, t, i, j }) => {
      const logits = Array.from({ length: data.digits }, (_, k) => data.logit(t, i, k));
      // Beyond this, powers are told relative to the largest: the quotient is the same.
      const most = Math.max(...logits.map(Math.abs)) > 10 ? Math.max(...logits) : 0;
      const powers = logits.map((b) => Math.exp(b - most));
      const sum = powers.reduce((x, y) => x + y, 0);
      const { terms, result } = agreeing([powers[j], sum], ([power, all]) => power / all);
      const [above, below] = terms;
      const value = imageText(result);
      return most
        ? wordNodes("with-scaled-softmax", { above, below, value, most: tell(most, 1) })
        : [`${above} / ${below} = `, value];
    },
  };
}

/**
 * How long the vote is that enters the sum, and what of it points along the sum. `factor` gives
 * the numbers that make up the vote's weight, how they do, and how that is written.
 */
export function voteLine(title, law, factor) {
  return {
    sym: "uhat",
    title,
    law,
    numbers: (scene) => {
      const { data, t, i, j, kind } = scene;
      const { values, weight, write } = factor(scene);
      const product = (parts) => Math.abs(weight(parts.slice(0, -1))) * parts[parts.length - 1];
      const { terms, result } = agreeing([...values, data.voteLength(i, j)], product, 3, 4);
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

/** The vote as it enters a sum that the couplings alone weigh. */
export function coupledVote() {
  const s = symbol;
  return {
    sym: "uhat",
    title: "line-coupled-vote",
    law: [s("c", "ij"), " ", s("uhat", "j|i")],
    numbers: ({ data, t, i, j }) => {
      const parts = [data.coupling(t, i, j), data.voteLength(i, j)];
      const { terms, result } = agreeing(parts, ([c, vote]) => c * vote, 3);
      return wordNodes("with-vote", {
        weight: terms[0],
        vote: terms[1],
        value: imageText(result),
        added: tell(data.feed(t, i, j), 4),
        total: "‖s‖",
      });
    },
  };
}

export function coupledSum() {
  const s = symbol;
  return sumLine(
    "line-sum",
    [s("s", "j"), " = Σ", sub("i"), " ", s("c", "ij"), " ", s("uhat", "j|i")],
    "with-coupled-votes",
  );
}

export function squashLine() {
  const s = symbol;
  return {
    sym: "v",
    title: "line-squash",
    law: [
      s("v", "j"),
      " = ‖",
      s("s", "j"),
      "‖² / (1 + ‖",
      s("s", "j"),
      "‖²) · ",
      s("s", "j"),
      " / ‖",
      s("s", "j"),
      "‖",
    ],
    numbers: ({ data, t, j }) => {
      const square = data.totalLength(t, j) ** 2;
      const quotient = ([above, below]) => above / below;
      const { terms, result } = agreeing([square, 1 + square], quotient);
      return [`‖v‖ = ${terms[0]} / ${terms[1]} = `, imageText(result)];
    },
  };
}

export function activationLine() {
  const s = symbol;
  return {
    sym: "a",
    title: "line-input-activation",
    law: [
      s("a", "i"),
      " = logistic(",
      s("", "i", "w"),
      " · ",
      s("u", "i"),
      " + ",
      s("", "i0", "w"),
      ")",
    ],
    numbers: ({ data, i }) =>
      wordNodes("with-input-activation", { value: imageNumber(data.activation(i)) }),
  };
}
