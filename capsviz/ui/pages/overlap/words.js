/* Texts of the Overlap page about its numbers. */

import { list, number, text } from "../../browser/text.js";

/** @typedef {import("./reply.js").Reply} Reply */

const percent = (share) => Math.round(100 * share);
const capital = (sentence) => `${sentence[0].toUpperCase()}${sentence.slice(1)}`;

/**
 * Offset of a digit in words.
 * @param {number[]} move rows down and columns right from the middle
 */
function moveWords([dy, dx]) {
  const sizes = { rows: Math.abs(dy), columns: Math.abs(dx) };
  const directions = { vertical: dy < 0 ? "up" : "down", horizontal: dx < 0 ? "left" : "right" };
  const kind = dy && dx ? "both" : dy ? "vertical" : dx ? "horizontal" : "none";
  return text(`move-${kind}`, { ...sizes, ...directions });
}

/**
 * @param {number[][]} moves of both digits
 * @param {number} shift the furthest that the network was shown
 */
export function placeWords(moves, shift) {
  if (isFar(moves, shift)) return text("place-far", { shift });
  const [first, second] = moves.map(moveWords);
  return text("place", { first, second });
}

/** @param {number[][]} moves @param {number} shift */
export function isFar(moves, shift) {
  return moves.some((move) => move.some((step) => Math.abs(step) > shift));
}

/**
 * One honest sentence about the pair.
 * @param {Pick<Reply, "empty" | "winners" | "predicted" | "lengths" | "iterations" | "labels">} reply
 */
export function verdictWords({ empty, winners, predicted, lengths, iterations, labels }) {
  if (empty) return text("verdict-empty");
  const [first, second] = winners;
  const [one, other] = winners.map((j) => number(lengths[iterations - 1][j], 2));
  const values = { first, second, one, other };
  if (!predicted.length) return text("verdict-none", values);
  const alone = predicted.length === 1;
  if (labels.includes(null)) return text(alone ? "verdict-one" : "verdict-two", values);
  const scores = { ...values, ...judgePair(predicted, new Set(labels)) };
  return text(alone ? "verdict-one-judged" : "verdict-two-judged", scores);
}

/** The number of right predictions and the missed classes; both digits may be of one class. */
function judgePair(predicted, labels) {
  const correct = predicted.filter((j) => labels.has(j));
  const missed = [...labels].filter((j) => !correct.includes(j)).sort((a, b) => a - b);
  return { right: correct.length, missed: missed.length ? list(missed.map(String)) : "none" };
}

/**
 * Length of a capsule's bar; 0 for an empty picture.
 * @param {Reply} reply
 * @param {number} j
 */
export function barLength({ empty, lengths, iterations }, j) {
  return empty ? 0 : lengths[iterations - 1][j];
}

/** @param {Reply} reply @param {number} j */
export function lengthWords(reply, j) {
  return reply.empty ? "–" : number(barLength(reply, j), 2);
}

/** @param {Reply} reply @param {number} j */
export function rankWords({ empty, winners, labels }, j) {
  if (empty) return "";
  const order = winners.indexOf(j);
  const present = labels.includes(j);
  if (order < 0) return present ? text("there") : "";
  const rank = text(order ? "rank-second" : "rank-first");
  return present ? text("rank-there", { rank }) : rank;
}

/** @param {Reply} reply */
export function legendWords({ labels, probabilities }) {
  const labelled = labels.some((label) => label !== null);
  const sentences = [...(labelled ? [text("legend-there")] : [])];
  if (probabilities) sentences.push(text("legend-plain"));
  return list(sentences, "sentences");
}

// --- reconstructions

/**
 * @param {Reply} reply
 * @param {number} k which of the two
 */
export function plateWords({ shown, errors, ious }, k) {
  const alone = text("capsule-alone", { capsule: shown[k] });
  if (!errors || !ious) return alone;
  const score = { error: number(errors[k], 1), iou: number(ious[k], 2) };
  return [alone, text("capsule-score", score)].join("\n");
}

/** @param {number | null} label */
export function truthWords(label) {
  return label === null ? text("laid") : text("truth", { digit: label });
}

/**
 * Truth that the reconstructions are compared with.
 * @param {Reply} reply
 */
export function truthNote({ empty, labels, shown, forced, parts, winners }) {
  if (!parts) return text("truth-one-drawing");
  if (empty) return "";
  if (labels.some((label) => label === null)) {
    return forced || labels.every((label) => label === null) ? text("truth-unknown") : "";
  }
  const absent = shown.filter((j) => !labels.includes(j));
  const [first, second] = absent.length ? absent : winners;
  if (!absent.length) return forced ? "" : text("truth-winners", { first, second });
  if (second === undefined) return text("truth-absent", { capsule: first });
  return text("truth-absent-both", { first, second });
}

// --- whose pixel

/** @param {Reply} reply */
export function inkWords({ shown, ink }) {
  return [
    text("ink-paints", { capsule: shown[0] }),
    text("ink-paints", { capsule: shown[1] }),
    text("ink-neither"),
  ].map((name, k) => [name, text("ink-share", { percent: percent(ink[k]) })]);
}

/**
 * Capsules that reconstruct a pixel.
 * @param {Reply} reply
 * @param {number[]} place row and column
 * @param {number} side of the canvas
 */
export function pixelWords({ image, shares, decoded, shown }, [row, column], side) {
  const index = row * side + column;
  const pixels = side * side;
  const pair = [shares[index], shares[pixels + index]];
  const claim = (k) => {
    const values = { capsule: shown[k], ink: number(decoded[shown[k] * pixels + index] / 255, 2) };
    if (!(pair[0] + pair[1])) return text("pixel-paints", values);
    return text("pixel-paints-share", { ...values, percent: percent(pair[k] / 255) });
  };
  const pixel = { row, column, ink: number(image[index] / 255, 2) };
  return text("pixel", { ...pixel, first: claim(0), second: claim(1) });
}

// --- where the votes went

/**
 * @param {number[]} shown
 * @param {boolean} couplings or else what they feed
 */
export function mapNames(shown, couplings) {
  const [first, second] = shown;
  const key = couplings ? "map-coupling-to" : "map-added-to";
  return [
    ...shown.map((capsule) => text(key, { capsule })),
    text("map-more-to", { first, second }),
  ];
}

/**
 * @param {number[]} shown
 * @param {boolean} couplings
 * @param {number} t the iteration, from 0
 * @param {ArrayLike<number>[]} values of the places, for both
 */
export function mapNote(shown, couplings, t, values) {
  const [first, second] = shown;
  if (!couplings) {
    const sums = values.map((each) => Array.from(each).reduce((a, b) => a + b, 0));
    const [one, other] = sums.map((sum) => number(sum, 2));
    return text("map-note-feeds", { first, second, one, other });
  }
  if (t === 0) return text("map-note-first");
  const [[firstLow, firstHigh], [secondLow, secondHigh]] = values.map((each) =>
    [Math.min(...Array.from(each)), Math.max(...Array.from(each))].map((end) => number(end, 2)),
  );
  const bounds = { first, firstLow, firstHigh, second, secondLow, secondHigh };
  return text("map-note-couplings", bounds);
}

// --- iterations

/**
 * 95 % interval of a share (Wilson 1927).
 * @param {number} count
 * @param {number} n
 */
export function wilson(count, n) {
  const [z, p] = [1.959964, count / n];
  const middle = p + (z * z) / (2 * n);
  const spread = z * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n));
  return [(middle - spread) / (1 + (z * z) / n), (middle + spread) / (1 + (z * z) / n)];
}

/**
 * The two longest after an iteration, how long they are, and the next.
 * @param {number[]} lengths
 * @param {(number | null)[]} labels
 */
export function roundWords(lengths, labels) {
  const order = lengths.map((_, j) => j).sort((a, b) => lengths[b] - lengths[a]);
  const [first, second, third] = order;
  const labelled = labels.every((label) => label !== null);
  const correct = [first, second].every((j) => labels.includes(j));
  const digits = { one: Math.min(first, second), other: Math.max(first, second) };
  return [
    labelled
      ? text("round-marked", { ...digits, right: correct ? "yes" : "no" })
      : text("round-two", digits),
    text("round-two", { one: number(lengths[first], 2), other: number(lengths[second], 2) }),
    number(lengths[third], 2),
  ];
}

/** @param {number} correct @param {number} n */
export function countWords(correct, n) {
  const [low, high] = wilson(correct, n).map((share) => number(100 * share, 0));
  return text("count-share", { percent: number((100 * correct) / n, 1), low, high });
}

// --- measured

/** Messages of the table's heads. */
export const RESULT_HEADS = [
  "result-network",
  "result-right",
  "result-interval",
  "result-error-true",
  "result-error-winners",
  "result-iou-true",
  "result-iou-winners",
  "result-parameters",
];

/**
 * A network's row in the table of results.
 * @param {Record<string, any>} row as `capsviz evaluate --set overlap --save` stored it
 */
export function resultWords(row) {
  const cell = (value, digits) =>
    value === null || value === undefined ? "–" : number(value, digits);
  const [low, high] = row.interval.map((bound) => number(100 * bound, 1));
  const network = row.kind ? text(`result-${row.kind}`) : row.checkpoint;
  return [
    row.known ? network : text("result-other-weights", { network }),
    text("result-percent", { percent: number(100 * row.both_right, 1) }),
    text("result-bounds", { low, high }),
    cell(row.reconstruction_sse, 2),
    cell(row.winners_sse, 2),
    cell(row.iou, 3),
    cell(row.winners_iou, 3),
    number(row.parameters),
  ];
}

/** @param {string} name @param {number} share */
export function paperWords(name, share) {
  const percent = text("result-percent", { percent: number(100 * share, 1) });
  return [name, percent, ...Array(RESULT_HEADS.length - 2).fill("–")];
}

/** @param {number | undefined} n pairs */
export function resultNote(n) {
  const note = text("result-note");
  return n ? list([text("result-pairs", { count: n }), note], "sentences") : note;
}

/** A sentence that says how to get what is missing. @param {string} missing */
export function missingWords(missing) {
  return text("sentence", { text: capital(missing) });
}
