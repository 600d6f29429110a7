/* Texts of the Network page about its blocks: names, shapes, costs, and one sentence each. */

import { channelWords } from "../../browser/classes.js";
import { isFavourite } from "./reply.js";
import { sumsOf } from "./space/layout.js";
import { strongest } from "./sums.js";

const COMMON = {
  capsules: "PrimaryCaps",
  primary: "PrimaryCaps",
  votes: "votes",
  routing: "routing",
  classes: "capsules",
  decoder: "decoder",
  input: "picture",
  picture: "it paints",
};

/**
 * Display name of a block.
 * @param {string} name in the plan
 */
export function blockName(name) {
  if (COMMON[name]) return COMMON[name];
  const number = /^blocks\.(\d+)$/.exec(name);
  if (number) return `residual ${Number(number[1]) + 1}`;
  // For the visitor's own network: its last module, if that is descriptive.
  const [, above = "", last = name] = /^network\.(?:.*\.)?([^.]+)\.([^.]+)$/.exec(name) ?? [];
  if (above && last.length < 5) return `${above}.${last}`;
  return (above ? last : name.replace(/^network\./, ""))
    .replace(/^conv(?=\d)/, "Conv")
    .replace(/^caps(?=\d)/, "ConvCaps");
}

/** Title of a block; a network without capsules ends with classes. @param {any} block */
export function titleOf({ name, kinds = [] }) {
  return kinds.includes("softmax") ? "classes" : blockName(name);
}

/** @param {number[]} shape */
export function shapeWords(shape) {
  return shape.map((size) => size.toLocaleString("en")).join(" × ");
}

/**
 * A count in the unit that leaves it at most four digits.
 * @param {number} value
 * @param {string[]} units from one on, each a thousand times the one before
 */
function formatCount(value, units) {
  let step = 0;
  for (; value >= 1000 && step < units.length - 1; step++) value /= 1000;
  const digits = value < 10 && step ? 1 : 0;
  return `${value.toFixed(digits)}${units[step]}`;
}

/** @param {number} value */
export function countWords(value) {
  return formatCount(value, ["", " k", " M", " G"]);
}

/** @param {number} value */
export function byteWords(value) {
  return formatCount(value, [" B", " kB", " MB", " GB"]);
}

/**
 * @typedef {{name: string, part: string, outputs: number[][], parameters: number,
 *   multiply_adds: number, weight_bytes: number, output_bytes: number}} Block
 */

/**
 * Cost of a block for one picture.
 * @param {Block} block
 */
export function costWords({ parameters, multiply_adds, weight_bytes, output_bytes }) {
  return [
    parameters ? `${countWords(parameters)} weights (${byteWords(weight_bytes)})` : "no weights",
    `${countWords(multiply_adds)} multiply-adds`,
    `gives ${byteWords(output_bytes)}`,
  ].join(", ");
}

/**
 * The same on the map, behind the weights: as lines.
 * @param {Block} block
 * @param {number | null} share of the time, where it is known
 */
export function costLines({ multiply_adds, weight_bytes, output_bytes }, share) {
  return [
    `${countWords(multiply_adds)} products`,
    `${byteWords(weight_bytes)} + ${byteWords(output_bytes)}`,
    share === null ? "" : `${Math.round(100 * share)} % of the time`,
  ].join("\n");
}

const SQUASH_MARKS = { bare: "squash without ε", none: "no squash" };

/**
 * Changes of a block from the trained network.
 * @param {any} block
 * @param {{count: number, off: any, rounds: number}} how number of ablated units; iterations if
 *   changed, else 0
 */
export function markWords({ part }, { count, off, rounds }) {
  if (part === "routing") {
    const marks = [rounds ? `r = ${rounds}` : "", count ? "softmax over inputs" : ""];
    return marks.filter(Boolean).join(", ");
  }
  const squash = part === "capsules" ? SQUASH_MARKS[off.squash] : undefined;
  const parts = count - Number(squash !== undefined);
  return [parts ? `${parts} off` : "", squash ?? ""].filter(Boolean).join(", ");
}

/** @param {{parameters: number, multiply_adds: number, weight_bytes: number}} total @param {number} milliseconds */
export function totalWords({ parameters, multiply_adds, weight_bytes }, milliseconds) {
  const took = milliseconds ? `, ${milliseconds.toFixed(0)} ms here` : "";
  return `${countWords(parameters)} weights (${byteWords(weight_bytes)}), ${countWords(multiply_adds)} multiply-adds${took}`;
}

/**
 * @typedef {object} Now what the sentences are made of
 * @property {any} reply
 * @property {any} data of the page
 * @property {number} iteration of the routing, from 0
 * @property {any} [off] what is switched off
 */

/** A measure of classes in the plural. @param {string} measure */
export function measuresWord(measure) {
  return measure === "probability" ? "probabilities" : `${measure}s`;
}

export function pairWords({ lengths }, classes) {
  const last = lengths.at(-1);
  const two = strongest(last, 2).sort((one, other) => one - other);
  return two.map((k) => `${classes[k]} (${last[k].toFixed(2)})`).join(" and ");
}

const NAN_WORDS =
  "Without its ε the squash divides a vector of zeros by its length: 0 / 0 is not a number (NaN), and from here on nothing is.";
const NO_NAN_WORDS =
  "There is no ink, and still no vector is exactly zero, because of the biases: squash without ε is not 0 / 0 yet. Switch off a type, and it is.";

/** @type {Record<string, (now: Now, block: any) => string>} */
const SENTENCES = {
  input: ({ data }) =>
    `The picture that the network reads has ${data.side} × ${data.side} pixels${data.channels > 1 ? `. ${channelWords(data.channels)}` : ", from 0 for paper to 1 for ink."}`,
  features: ({ reply }, { name, outputs }) => {
    const [maps, rows, columns] = outputs.at(-1);
    return `${blockName(name)} looks for ${maps} patterns at ${rows} × ${columns} places; the ${reply.shown[name]?.length ?? 0} that answer most to our samples are shown.`;
  },
  capsules: ({ reply, data }) => {
    const [count, size] = data.blocks.find((block) => block.part === "capsules").outputs.at(-1);
    const { classes } = data.network;
    const giving = reply.couplings.filter((root) => isFavourite(root, classes.length)).length;
    const most = `more than twice an even share of its vote to ${classes[reply.winner]}`;
    return `${count.toLocaleString("en")} capsules of ${size} numbers each: ${giving ? `${giving.toLocaleString("en")}, in colour, give ${most.replace("its", "their")}` : `none gives ${most}`}.`;
  },
  votes: ({ data }) => {
    const [capsules, classes, numbers] = data.blocks
      .find((block) => block.part === "votes")
      .outputs.at(-1);
    return `Each of ${capsules.toLocaleString("en")} capsules says for each of ${classes} classes what its ${numbers} numbers would have to be: ${(capsules * classes).toLocaleString("en")} votes.`;
  },
  routing: ({ reply, data, iteration }) => {
    const { classes, measure } = data.network;
    const [one, other] = [iteration, reply.rounds - 1].map((t) => reply.lengths[t][reply.winner]);
    if (!data.network.iterative)
      return `One pass sends the votes on: ${classes[reply.winner]} gets ${measure} ${other.toFixed(2)}.`;
    const next = iteration + 1 < reply.rounds && data.network.by_agreement;
    return `Routing, iteration ${iteration + 1} of ${reply.rounds}: ${classes[reply.winner]} has ${measure} ${one.toFixed(2)}${next ? "; capsules that agree with it get more say next" : ""}.`;
  },
  classes: ({ reply, data }) => {
    const { classes, measure, pairs } = data.network;
    if (pairs)
      return `The two largest ${measuresWord(measure)} are the answer: ${pairWords(reply, classes)}.`;
    return `The largest ${measure} is the answer: ${classes[reply.winner]}, ${reply.lengths.at(-1)[reply.winner].toFixed(2)}.`;
  },
  decoder: ({ reply, data }) => {
    const size = data.network.dimensions;
    const active = reply.hidden.map((units) => units.reduce((n, byte) => n + Number(byte > 0), 0));
    const units = reply.hidden.map((hidden) => hidden.length);
    return `All capsules but ${data.network.classes[reply.winner]} are set to zero; its ${size} numbers drive ${active.map((n, at) => `${n} of ${units[at].toLocaleString("en")}`).join(", then ")} hidden units.`;
  },
  picture: ({ data }) => `The decoder paints ${data.side} × ${data.side} pixels from them.`,
};

/**
 * One sentence about a block, for this picture.
 * @param {any} block
 * @param {Now} now
 */
export function blockWords(block, now) {
  if (now.reply.nan) return NAN_WORDS;
  if (now.reply.empty && block.part !== "input")
    return now.off?.squash === "bare" ? NO_NAN_WORDS : "There is no ink to follow yet.";
  return SENTENCES[block.part](now, block);
}

/**
 * Prediction of the second network, and the blocks in which it differs from the first.
 * @param {{reply: any, server: any, map: any}} row
 */
export function secondWords({ reply, server, map }) {
  const { differing } = map;
  const differs = differing.length
    ? `Outlined: what differs, ${differing.join(", ")}.`
    : "It is built alike.";
  if (reply.empty) return differs;
  const classes = map.blocks.find(({ part }) => part === "classes");
  return `${SENTENCES.classes({ reply, data: server, iteration: 0 }, classes)} ${differs}`;
}

/** Whether a block of features holds capsules; a network without capsules may use such a name. @param {string} name @param {any[]} blocks */
export function isConvCaps(name, blocks) {
  return /^(primary|caps)/.test(name) && blocks.some(({ part }) => part === "capsules");
}

/** Captions of the blocks, in a few words that need no others. @type {Record<string, (block: any, data: any) => string>} */
const CAPTIONS = {
  input: () => "what the network sees",
  features: ({ name, outputs }, { blocks }) =>
    blocks[0].name === name
      ? `${outputs.at(-1)[0]} filters, each for a stroke`
      : isConvCaps(name, blocks)
        ? "capsules over parts of the picture"
        : `${outputs.at(-1)[0]} filters for larger patterns`,
  capsules: () => "the longer an arrow, the surer the capsule",
  votes: (_, { network }) => `guesses for each ${network.thing}`,
  routing: (_, { network }) => {
    if (!network.iterative) return "the votes are sent on once";
    return network.by_agreement ? "votes that agree get more say" : "votes are shared out anew";
  },
  classes: (_, { network: { measure, pairs } }) => {
    const most = measure === "length" ? "longest" : "largest";
    return pairs ? `the two ${most} win` : `the ${most} wins`;
  },
  decoder: (_, { network }) => `paints from ${network.dimensions} numbers`,
  picture: () => "what the winner remembers",
};

/** @param {any} block @param {any} data of the page */
export function captionWords(block, data) {
  return CAPTIONS[block.part](block, data);
}

/** The same sentence's place while there is none. */
export const SPOTLIGHT_HINT =
  "Point at a capsule to light its way through. Choose a block to look inside.";

/**
 * One sentence about the capsule in the light.
 * @param {any} scene of a `Spotlight`
 * @param {any} reply
 * @param {any} arrays its numbers, or null while they are asked for
 */
export function spotlightWords({ capsule, place, type, layout, server }, reply, arrays) {
  const [row, column] = [Math.floor(place / layout.columns) + 1, (place % layout.columns) + 1];
  const presence = (reply.presence[capsule] / 255).toFixed(2);
  const where = `Type ${type}, row ${row}, column ${column}: sees the outlined ${server.field} × ${server.field} pixels; presence ${presence}`;
  if (!arrays) return `${where}.`;
  const { classes } = server.network;
  const last = arrays.couplings.subarray(-classes.length);
  const [best] = strongest(last, 1);
  return `${where}; gives ${Math.round(100 * last[best])} % of its vote to ${classes[best]}.`;
}

/**
 * A sentence about a class or a pixel in the scene; "" about nothing.
 * @param {import("./space/layout.js").Thing} thing
 * @param {any} reply
 * @param {any} server
 */
export function thingWords({ digit, pixel }, reply, server) {
  const { network, side } = server;
  if (digit !== undefined) {
    const value = reply.lengths.at(-1)[digit].toFixed(2);
    const sum = sumsOf(reply, server).at(-1)?.[digit];
    return sum === undefined
      ? `${network.classes[digit]}: ${network.measure} ${value}.`
      : `${network.classes[digit]}: its coupled votes add up to ‖s‖ = ${sum.toFixed(2)}; its ${network.measure} is ${value}.`;
  }
  if (!pixel) return "";
  const [column, row] = pixel;
  const at = row * side + column;
  const level = (bytes) => (bytes[at] / 255).toFixed(2);
  const painted = reply.picture ? `, painted ${level(reply.picture)}` : "";
  return `Pixel in row ${row + 1}, column ${column + 1}: drawn ${level(reply.input)}${painted}.`;
}

/** Hints for the inside of each kind of block. @type {Record<string, string>} */
export const INSIDE_WORDS = {
  features:
    "A feature map is one kernel's answer at all places: point at one, or use the arrow keys, to see it large; switch it off, and watch what changes to the right.",
  capsules:
    "A capsule is a few numbers that describe one thing: where it looks, its numbers before and after the squash, which maps below feed it most.",
  votes: "A vote û = W u is what a capsule expects of a class: its numbers times its matrix.",
  routing:
    "Routing: logits b enter, couplings c are made of them, and the votes, weighed by these, add up to s.",
  decoder:
    "The decoder's hidden units: choose one to see what it adds to the picture. The capsules above are masked, all but the winner.",
};
