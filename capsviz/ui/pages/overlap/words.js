/* Texts of the Overlap page about its numbers. */

/** @typedef {import("./reply.js").Reply} Reply */

const percent = (share) => `${Math.round(100 * share)} %`;
const capital = (text) => `${text[0].toUpperCase()}${text.slice(1)}`;

/**
 * Offset of a digit in words.
 * @param {number[]} move rows down and columns right from the middle
 */
function moveWords([down, right]) {
  const words = [];
  if (down) words.push(`${Math.abs(down)} ${down < 0 ? "up" : "down"}`);
  if (right) words.push(`${Math.abs(right)} ${right < 0 ? "left" : "right"}`);
  return words.join(" ") || "in the middle";
}

/**
 * @param {number[][]} moves of both digits
 * @param {number} shift the furthest that the network was shown
 */
export function placeWords(moves, shift) {
  if (isFar(moves, shift)) {
    return `Beyond ${shift} pixels from the middle: the network has never been shown that.`;
  }
  const [first, second] = moves.map(moveWords);
  return `First digit ${first}, second ${second} (pixels from the middle).`;
}

/** @param {number[][]} moves @param {number} shift */
export function isFar(moves, shift) {
  return moves.some((move) => move.some((step) => Math.abs(step) > shift));
}

/** Text for one canvas with both digits. */
export const WHOLE_WORDS =
  "Draw two digits here, each about half as high as the canvas: nothing is scaled. The pair that lay here comes back when you switch back.";

/**
 * One honest sentence about the pair.
 * @param {Pick<Reply, "empty" | "winners" | "named" | "lengths" | "iterations" | "labels">} reply
 */
export function verdictWords({ empty, winners, named, lengths, iterations, labels }) {
  if (empty) return "no digit: the canvas is empty.";
  const [first, second] = winners;
  const [one, other] = winners.map((j) => lengths[iterations - 1][j].toFixed(2));
  if (!named.length)
    return `no digit: every capsule is short, the longest is ${first} with ${one}.`;
  const said =
    named.length === 1
      ? `${first} alone: length ${one}; the next is ${second} with ${other}`
      : `${first} and ${second}: lengths ${one} and ${other}`;
  return labels.includes(null) ? `${said}.` : `${said}: ${judgePair(named, new Set(labels))}.`;
}

/** Correctness of a pair's prediction; both digits may be of one class. */
function judgePair(named, known) {
  const right = named.filter((j) => known.has(j));
  if (named.length === 2) return ["both wrong", "one of them right", "both right"][right.length];
  const missed = [...known].filter((j) => !right.includes(j)).sort((a, b) => a - b);
  const tail = missed.length ? `, ${missed.join(" and ")} missed` : "";
  return `${named[0]} is ${right.length ? "right" : "wrong"}${tail}`;
}

/**
 * How long a capsule's bar is: none has any where there is nothing to read.
 * @param {Reply} reply
 * @param {number} j
 */
export function barLength({ empty, lengths, iterations }, j) {
  return empty ? 0 : lengths[iterations - 1][j];
}

/** @param {Reply} reply @param {number} j */
export function lengthWords(reply, j) {
  return reply.empty ? "–" : barLength(reply, j).toFixed(2);
}

/** @param {Reply} reply @param {number} j */
export function rankWords({ empty, winners, labels }, j) {
  if (empty) return "";
  const won = winners.indexOf(j);
  const truly = labels.includes(j) ? "there" : "";
  return [won >= 0 ? ["1st", "2nd"][won] : "", truly].filter(Boolean).join(", ");
}

/** @param {Reply} reply */
export function legendWords({ labels, probabilities }) {
  const truth = labels.some((label) => label !== null) ? "“there”: the digit was laid. " : "";
  return `${truth}${probabilities ? "Thin bar: a plain CNN's probability." : ""}`;
}

// --- reconstructions

/**
 * @param {Reply} reply
 * @param {number} k which of the two
 */
export function plateWords({ shown, errors, ious }, k) {
  const score = errors && ious ? `\nerror ${errors[k].toFixed(1)}, IoU ${ious[k].toFixed(2)}` : "";
  return `capsule ${shown[k]} alone${score}`;
}

/** @param {number | null} label */
export function truthWords(label) {
  return label === null ? "as laid" : `truly a ${label}`;
}

/**
 * Truth that the reconstructions are compared with.
 * @param {Reply} reply
 */
export function truthNote({ empty, labels, shown, forced, parts, winners }) {
  if (!parts) {
    return "Both digits come from one drawing: nobody knows which ink belongs to which, so there is no truth to compare with. Orange is the longer capsule.";
  }
  if (empty) return "";
  if (labels.some((label) => label === null)) {
    return forced || labels.every((label) => label === null)
      ? "The digits' classes are unknown: each capsule stands for the digit that its reconstruction fits better."
      : "";
  }
  const absent = shown.filter((j) => !labels.includes(j));
  if (!absent.length) return forced ? "" : whoseWords(winners);
  return `There is no ${absent.join(" and no ")} here: what ${absent.length > 1 ? "they claim" : "it claims"} belongs to others.`;
}

/** @param {number[]} winners */
function whoseWords(winners) {
  return `These are the reconstructions of the two longest, ${winners.join(" and ")}; the digits laid say only which is held against which.`;
}

// --- whose pixel

/** @param {Reply} reply */
export function inkWords({ shown, ink }) {
  return [
    [`${shown[0]} paints`, `${percent(ink[0])} of the ink`],
    [`${shown[1]} paints`, `${percent(ink[1])} of the ink`],
    ["neither", `${percent(ink[2])} of the ink`],
  ];
}

/**
 * Capsules that reconstruct a pixel.
 * @param {Reply} reply
 * @param {number[]} place row and column
 * @param {number} side of the canvas
 */
export function pixelWords({ image, shares, decoded, shown }, [row, column], side) {
  const at = row * side + column;
  const pixels = side * side;
  const own = [shares[at], shares[pixels + at]];
  const claim = (k) => {
    const ink = (decoded[shown[k] * pixels + at] / 255).toFixed(2);
    const share = own[0] + own[1] ? ` (${percent(own[k] / 255)})` : "";
    return `${shown[k]} paints ${ink}${share}`;
  };
  return `row ${row + 1}, column ${column + 1}: ink ${(image[at] / 255).toFixed(2)}; ${claim(0)}, ${claim(1)}.`;
}

// --- where the votes went

/**
 * @param {number[]} shown
 * @param {boolean} couplings or else what they feed
 */
export function mapNames(shown, couplings) {
  const what = couplings ? "coupling to" : "added to";
  return [`${what} ${shown[0]}`, `${what} ${shown[1]}`, `more to ${shown[0]} or to ${shown[1]}`];
}

/**
 * @param {number[]} shown
 * @param {boolean} couplings
 * @param {number} t the iteration, from 0
 * @param {ArrayLike<number>[]} values of the places, for both
 */
export function mapNote(shown, couplings, t, values) {
  const [first, second] = values.map((each) => Array.from(each));
  if (!couplings) {
    const sum = (each) => each.reduce((a, b) => a + b, 0).toFixed(2);
    return `Together the places make s of ${shown[0]} as long as ${sum(first)}, of ${shown[1]} as long as ${sum(second)}. Blue squares vote against.`;
  }
  if (t === 0) {
    return "In the first iteration every coupling is a tenth: nothing has been routed yet.";
  }
  const span = (each) => `${Math.min(...each).toFixed(2)} to ${Math.max(...each).toFixed(2)}`;
  return `Means over the types at each place: ${span(first)} to the ${shown[0]}, ${span(second)} to the ${shown[1]}. Green is above a tenth (strongest at a quarter), purple below.`;
}

// --- iterations

/**
 * 95 % interval of a share (Wilson 1927).
 * @param {number} right
 * @param {number} n
 */
export function wilson(right, n) {
  const [z, p] = [1.959964, right / n];
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
  const [one, other, third] = order;
  const known = labels.every((label) => label !== null);
  const right = [one, other].every((j) => labels.includes(j));
  return [
    `${Math.min(one, other)}, ${Math.max(one, other)}${known ? (right ? " ✓" : " ✗") : ""}`,
    `${lengths[one].toFixed(2)}, ${lengths[other].toFixed(2)}`,
    lengths[third].toFixed(2),
  ];
}

/** @param {number} right @param {number} n */
export function countWords(right, n) {
  const [low, high] = wilson(right, n).map((share) => (100 * share).toFixed(0));
  return `${((100 * right) / n).toFixed(1)} % (${low} to ${high})`;
}

// --- measured

export const RESULT_HEADS = [
  "network",
  "both right",
  "95 % interval",
  "error, true digits",
  "error, winners",
  "IoU, true digits",
  "IoU, winners",
  "parameters",
];

/**
 * A network's row in the table of results.
 * @param {Record<string, any>} row as `capsviz evaluate --set overlap --save` stored it
 */
export function resultWords(row) {
  const number = (value, digits) =>
    value === null || value === undefined ? "–" : value.toFixed(digits);
  const [low, high] = row.interval.map((bound) => (100 * bound).toFixed(1));
  return [
    `${row.title}${row.known ? "" : " (other weights than here)"}`,
    `${(100 * row.both_right).toFixed(1)} %`,
    `${low} to ${high}`,
    number(row.reconstruction_sse, 2),
    number(row.winners_sse, 2),
    number(row.iou, 3),
    number(row.winners_iou, 3),
    row.parameters.toLocaleString("en"),
  ];
}

/** @param {string} name @param {number} share */
export function paperWords(name, share) {
  return [name, `${(100 * share).toFixed(1)} %`, ...Array(RESULT_HEADS.length - 2).fill("–")];
}

/** @param {number | undefined} n pairs */
export function resultNote(n) {
  const pairs = n
    ? `${n.toLocaleString("en")} fixed pairs of MNIST test digits, none seen in training. `
    : "";
  return (
    `${pairs}“True digits” decodes the capsules of the digits that are there, told by their labels, whether or not they won; ` +
    "“winners” decodes the two longest, as a visitor sees them, each held against the digit it is of, or against the one that is left. " +
    "The paper's numbers are the paper's (Sabour, Frosst and Hinton 2017). Differences here: far fewer training pairs, " +
    "small convolutions in place of two of 9 × 9, and pairs of our own choosing."
  );
}

/** A sentence that says how to get what is missing. @param {string} missing */
export function missingWords(missing) {
  return `${capital(missing)}.`;
}
