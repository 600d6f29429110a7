/* Texts of the Network page about its blocks: names, shapes, costs, and one sentence each. */

import { blockName } from "../../browser/blocks.js";
import { channelWords } from "../../browser/classes.js";
import { list, number, text } from "../../browser/text.js";
import { isFavourite } from "./reply.js";
import { sumsOf } from "./space/layout.js";
import { couplingsAt } from "./spotlight_drawing.js";
import { atIteration, strongest } from "./sums.js";

/** Title of a block; the last one of a network without capsules is its classes. @param {any} block */
export function titleOf({ name, kinds = [], plain }) {
  return kinds.includes("softmax") ? text("block-classes") : blockName(name, plain);
}

/** @param {number[]} shape */
export function shapeWords(shape) {
  return shape.map((size) => number(size)).join(" × ");
}

/** Join shapes in order. @param {number[][]} shapes */
export function shapesWords(shapes) {
  return shapes.map(shapeWords).reduce((first, next) => text("shape-then", { first, next }));
}

/** Messages of units, each a thousand times its predecessor. */
const COUNTS = ["", "count-thousands", "count-millions", "count-billions"];
const SIZES = ["size-bytes", "size-kilobytes", "size-megabytes-short", "size-gigabytes"];

/** Scale a number to the first unit with at most three digits. @param {number} value @param {string[]} units */
function scale(value, units) {
  let step = 0;
  for (; value >= 1000 && step < units.length - 1; step++) value /= 1000;
  return { unit: units[step], digits: number(value, value < 10 && step ? 1 : 0) };
}

/** @param {number} value */
export function countWords(value) {
  const { unit, digits: count } = scale(value, COUNTS);
  return unit ? text(unit, { count }) : count;
}

/** @param {number} value */
export function byteWords(value) {
  const { unit, digits: size } = scale(value, SIZES);
  return text(unit, { size });
}

/**
 * @typedef {{name: string, part: string, outputs: number[][], parameters: number,
 *   multiply_adds: number, weight_bytes: number, output_bytes: number}} Block
 */

/** @param {{parameters: number, multiply_adds: number, weight_bytes: number}} of a block, or of all */
const costs = ({ parameters, multiply_adds, weight_bytes }) => ({
  weights: countWords(parameters),
  bytes: byteWords(weight_bytes),
  products: countWords(multiply_adds),
});

/** Cost of a block for one picture. @param {Block} block */
export function costWords(block) {
  const values = { ...costs(block), output: byteWords(block.output_bytes) };
  return text(block.parameters ? "cost" : "cost-weightless", values);
}

/**
 * The same as lines on the map, after the weights.
 * @param {Block} block
 * @param {number | null} share of the time, or null if unknown
 */
export function costLines({ multiply_adds, weight_bytes, output_bytes }, share) {
  return [
    text("cost-products", { count: countWords(multiply_adds) }),
    `${byteWords(weight_bytes)} + ${byteWords(output_bytes)}`,
    share === null ? "" : text("cost-time", { percent: String(Math.round(100 * share)) }),
  ].join("\n");
}

const SQUASH_MARKS = { bare: "mark-squash-bare", none: "mark-squash-none" };

/**
 * Changes of a block from the trained network.
 * @param {any} block
 * @param {{count: number, off: any, rounds: number}} changes number of ablated units; iterations if
 *   changed, else 0
 */
export function markWords({ part }, { count, off, rounds }) {
  if (part === "routing") {
    const marks = [rounds ? `r = ${rounds}` : "", count ? text("mark-inputs") : ""];
    return list(marks.filter(Boolean), "unit");
  }
  const squash = part === "capsules" ? SQUASH_MARKS[off.squash] : undefined;
  const parts = count - Number(squash !== undefined);
  const marks = [parts ? text("mark-off", { count: parts }) : "", squash ? text(squash) : ""];
  return list(marks.filter(Boolean), "unit");
}

/** @param {{parameters: number, multiply_adds: number, weight_bytes: number}} total @param {number} milliseconds */
export function totalWords(total, milliseconds) {
  const values = { ...costs(total), time: number(milliseconds, 0) };
  return text(milliseconds ? "total-time" : "total", values);
}

/**
 * @typedef {object} Now data of the sentences
 * @property {any} reply
 * @property {any} data of the page
 * @property {number} iteration of the routing, from 0
 * @property {any} [off] the ablation
 */

/** The two largest, such as "3 (0.91) and 5 (0.88)". */
export function pairWords({ lengths }, classes) {
  const last = lengths.at(-1);
  const [first, second] = strongest(last, 2).sort((a, b) => a - b);
  return text("pair", {
    first: classes[first],
    value: number(last[first], 2),
    second: classes[second],
    other: number(last[second], 2),
  });
}

/** Join counts of units in order. @param {string[]} counts */
export function unitsWords(counts) {
  return counts.reduce((first, next) => text("units-then", { first, next }));
}

/** @type {Record<string, (now: Now, block: any) => string>} */
const SENTENCES = {
  input: ({ data: { side, channels } }) =>
    channels > 1
      ? text("say-input-channels", { side, channels: channelWords(channels) })
      : text("say-input", { side }),
  features: ({ reply }, { name, outputs, plain }) => {
    const [maps, rows, columns] = outputs.at(-1);
    const shown = reply.shown[name]?.length ?? 0;
    return text("say-features", {
      name: blockName(name, plain),
      maps: String(maps),
      rows,
      columns,
      shown,
    });
  },
  capsules: ({ reply, data }) => {
    const [count, size] = data.blocks.find((block) => block.part === "capsules").outputs.at(-1);
    const { classes, couplings_over: over } = data.network;
    const giving = reply.couplings.filter((root) => isFavourite(root, classes.length)).length;
    return text("say-capsules", {
      ...{
        count: number(count),
        size,
        some: over !== "outputs" ? "weights" : giving ? "yes" : "no",
        giving: number(giving),
      },
      name: classes[reply.winner],
    });
  },
  votes: ({ data }) => {
    const [capsules, classes, numbers] = data.blocks
      .find((block) => block.part === "votes")
      .outputs.at(-1);
    const votes = number(capsules * classes);
    return text("say-votes", { capsules: number(capsules), classes, numbers, votes });
  },
  routing: ({ reply, data, iteration }) => {
    const { classes, measure, iterative, by_agreement } = data.network;
    const [length, lastLength] = [iteration, reply.rounds - 1].map(
      (t) => reply.lengths[t][reply.winner],
    );
    const name = classes[reply.winner];
    if (!iterative)
      return text("say-routing-once", { name, measure, value: number(lastLength, 2) });
    const next = iteration + 1 < reply.rounds && by_agreement;
    return text("say-routing", {
      ...{ name, measure, value: number(length, 2), next: next ? "yes" : "no" },
      ...{ iteration: iteration + 1, rounds: reply.rounds },
    });
  },
  classes: ({ reply, data }) => {
    const { classes, measure, pairs } = data.network;
    if (pairs) return text("say-pair", { measure, pair: pairWords(reply, classes) });
    const value = number(reply.lengths.at(-1)[reply.winner], 2);
    return text("say-classes", { measure, name: classes[reply.winner], value });
  },
  decoder: ({ reply, data }) => {
    const counts = reply.hidden.map((units) => {
      const active = units.reduce((n, byte) => n + Number(byte > 0), 0);
      return text("units-of", { active: String(active), count: number(units.length) });
    });
    const { classes, dimensions: size } = data.network;
    const name = classes[reply.winner];
    return text("say-decoder", { name, size, units: unitsWords(counts) });
  },
  picture: ({ data }) => text("say-picture", { side: data.side }),
};

/**
 * One sentence about a block, for this picture.
 * @param {any} block
 * @param {Now} now
 */
export function blockWords(block, now) {
  if (now.reply.nan) return text("say-nan");
  if (now.reply.empty && block.part !== "input")
    return text(now.off?.squash === "bare" ? "say-no-nan" : "say-empty");
  return SENTENCES[block.part](now, block);
}

/**
 * Prediction of the second network, and the blocks in which it differs from the first.
 * @param {{reply: any, server: any, map: any}} row
 */
export function secondWords({ reply, server, map }) {
  const { differing } = map;
  const built = differing.length
    ? text("second-differs", { blocks: list(differing, "unit") })
    : text("second-alike");
  if (reply.empty) return built;
  const answer = SENTENCES.classes({ reply, data: server, iteration: 0 }, null);
  return text("second-answer", { answer, built });
}

/** Whether a block of features holds capsules; a network without capsules may use such a name. @param {string} name @param {any[]} blocks */
export function isConvCaps(name, blocks) {
  return /^(primary|caps)/.test(name) && blocks.some(({ part }) => part === "capsules");
}

/** Short captions of the blocks, without technical terms. @type {Record<string, (block: any, data: any) => string>} */
const CAPTIONS = {
  input: () => text("caption-input"),
  features: ({ name, outputs }, { blocks }) => {
    const count = String(outputs.at(-1)[0]);
    if (blocks[0].name === name) return text("caption-strokes", { count });
    return isConvCaps(name, blocks) ? text("caption-parts") : text("caption-patterns", { count });
  },
  capsules: () => text("caption-capsules"),
  votes: (_, { network: { thing } }) => text("caption-votes", { thing }),
  routing: (_, { network: { iterative, by_agreement, couplings_over: over } }) => {
    const other = over === "outputs" ? "other" : "weights";
    return text("caption-routing", {
      way: !iterative ? "once" : by_agreement ? "agreement" : other,
    });
  },
  classes: (_, { network: { measure, pairs } }) =>
    text(pairs ? "caption-pair" : "caption-classes", { measure }),
  decoder: (_, { network }) => text("caption-decoder", { count: network.dimensions }),
  picture: () => text("caption-picture"),
};

/** @param {any} block @param {any} data of the page */
export function captionWords(block, data) {
  return CAPTIONS[block.part](block, data);
}

/**
 * One sentence about the highlighted capsule.
 * @param {any} scene of a `Spotlight`
 * @param {any} reply
 * @param {number} iteration of the displayed routing, from 0
 */
export function spotlightWords({ capsule, place, type, layout, server, arrays }, reply, iteration) {
  const [row, column] = [Math.floor(place / layout.columns), place % layout.columns];
  const presence = number(reply.presence[capsule] / 255, 2);
  const sees = server.field < server.side ? "part" : "edge";
  const values = { type: String(type), row, column, field: server.field, sees, presence };
  if (!arrays) return text("spotlight", values);
  const { classes } = server.network;
  const couplings = couplingsAt(arrays.couplings, iteration, classes.length);
  const [best] = strongest(couplings, 1);
  const round = roundOf(iteration, arrays.couplings.length / classes.length);
  const details = { ...values, name: classes[best], round };
  if (server.network.couplings_over !== "outputs")
    return text("spotlight-weight", { ...details, coupling: number(couplings[best], 3) });
  return text("spotlight-vote", { ...details, percent: String(Math.round(100 * couplings[best])) });
}

/** An iteration's number for messages, or "last", which they do not name. @param {number} iteration @param {number} rounds */
function roundOf(iteration, rounds) {
  return iteration < rounds - 1 ? String(iteration + 1) : "last";
}

/** A share in percent, one decimal below ten. @param {number} part @param {number} total */
function percentOf(part, total) {
  const percent = (100 * part) / (total || 1);
  return number(percent, percent < 10 ? 1 : 0);
}

/**
 * A sentence about the highlighted thread.
 * @param {import("./threads.js").Thread} thread
 * @param {any} scene
 * @param {Record<string, any>} network
 */
export function threadWords({ type, k, block, band, weights }, scene, { measure, classes }) {
  if (weights) {
    const percent = percentOf(weights[band], sumOf(weights));
    return text("thread-band", { part: block.part, band, count: weights.length, percent });
  }
  const { reply, iteration } = scene;
  if (!reply.flow.length) {
    const value = number(reply.lengths.at(-1)[k], 2);
    return text("thing-class", { name: classes[k], measure, round: "last", value });
  }
  const toClasses = k === undefined;
  /** The flow from the type, or to the class. */
  const all = atIteration(reply.flow, iteration).filter((_, index) =>
    toClasses ? Math.floor(index / classes.length) === type : index % classes.length === k,
  );
  const [largest] = strongest(all, 1);
  const [from, to] = toClasses ? [type, largest] : [type ?? largest, k];
  const kind = toClasses ? "type" : type === undefined ? "class" : "ribbon";
  return text(`thread-${kind}`, {
    ...{ type: String(from), name: classes[to] },
    percent: percentOf(all[toClasses ? to : from], sumOf(all)),
    round: String(Math.min(iteration, reply.flow.length - 1) + 1),
  });
}

/** @param {ArrayLike<number>} values */
function sumOf(values) {
  return Array.from(values).reduce((sum, value) => sum + value, 0);
}

/**
 * A sentence about a class or a pixel in the scene, or "".
 * @param {import("./space/layout.js").Thing} thing
 * @param {any} reply
 * @param {any} server
 * @param {number} iteration of the displayed routing, from 0
 */
export function thingWords({ digit, pixel }, reply, server, iteration) {
  const { network, side } = server;
  if (digit !== undefined) {
    const rounds = reply.lengths.length;
    const index = Math.min(iteration, rounds - 1);
    const value = number(reply.lengths[index][digit], 2);
    const sum = sumsOf(reply, server)[index]?.[digit];
    const name = network.classes[digit];
    const values = { name, measure: network.measure, value, round: roundOf(index, rounds) };
    return sum === undefined
      ? text("thing-class", values)
      : text("thing-class-sum", { ...values, sum: number(sum, 2) });
  }
  if (!pixel) return "";
  const [column, row] = pixel;
  /** Its levels, one for each plane. @param {Uint8Array} bytes */
  const level = (bytes) =>
    Array.from({ length: bytes.length / side ** 2 }, (_, plane) =>
      number(bytes[(plane * side + row) * side + column] / 255, 2),
    ).join(", ");
  const values = { row, column, drawn: level(reply.input) };
  return reply.picture
    ? text("thing-pixel-painted", { ...values, painted: level(reply.picture) })
    : text("thing-pixel", values);
}

/**
 * Sentences about the votes' arrows and their ribbons, or "" without any.
 * @param {import("./space/layout.js").Vote[]} votes
 * @param {boolean} sampled whether the palest ribbons are sampled at times
 */
export function arrowWords([vote], sampled) {
  if (!vote) return "";
  if (vote.numbers) return text("arrow-own");
  return list([text("arrow-type"), ...(sampled ? [text("ribbon-sample")] : [])], "sentences");
}

/** A sentence about a map in the scene. @param {any} block @param {number} map @param {{row: number, column: number, largest: number, mean: number}} values */
export function mapWords(block, map, { row, column, largest, mean }) {
  return text("thing-map", {
    ...{ name: titleOf(block), map: String(map), row, column },
    ...{ largest: number(largest, 2), mean: number(mean, 2) },
  });
}

/** Messages with hints about the inside of each kind of block. @type {Record<string, string>} */
export const INSIDE_WORDS = {
  features: "inside-features",
  capsules: "inside-capsules",
  votes: "inside-votes",
  routing: "inside-routing",
  decoder: "inside-decoder",
};
