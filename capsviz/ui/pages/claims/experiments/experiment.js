/*
 * What all experiments on a drawing of one's own have in common. Each says what is done to it, by which
 * controls, and makes a picture and rows of what networks answer.
 */

import { base64ToBytes } from "../../../browser/raster.js";

/**
 * @typedef {import("../../../browser/engine/engine.js").Engine} Engine
 * @typedef {import("../rows.js").Row} Row
 *
 * @typedef {object} Context
 * @property {Engine} engine
 * @property {any} server what the page's script said
 * @property {Record<string, any>} view
 * @property {any} drawing
 * @property {Uint8Array} raster of it
 * @property {Map<string, Promise<any>>} kept of this drawing, by what was asked
 * @property {Map<string, Promise<any>>} lasting what is asked once for all drawings
 * @property {import("../board.js").Held | null} held quarter, while one is dragged
 *
 * @typedef {object} Dial a slider, or without `min` a button that is pressed or not
 * @property {string} name of the view's value
 * @property {string} label
 * @property {number} [min]
 * @property {number} [max]
 * @property {(value: number) => string} [text] of its value
 * @property {boolean} [gradients] whether it needs the app
 *
 * @typedef {{picture: Uint8Array, rows: Row[], image?: Uint8Array}} Outcome with the whole digit
 *   as the networks see it, where `lay` makes the picture of it
 *
 * @typedef {object} Experiment
 * @property {string} doing what is done, above the picture
 * @property {Dial[]} dials
 * @property {string[]} heads of the rows' five columns
 * @property {string} note what the rows mean
 * @property {string} [asks] a network without which there is none
 * @property {(server: any) => string[]} [reads] names of the networks that it asks; without this
 *   all that the page names
 * @property {boolean} [gradients] whether it needs the app
 * @property {boolean} [rests] whether the pen has to rest first
 * @property {boolean} [answers] whether the picture is a network's answer
 * @property {(image: Uint8Array, view: any, held: Context["held"]) => Uint8Array} [lay] the picture
 *   at once, of the whole digit
 * @property {(context: Context) => Promise<Outcome>} run
 */

/** Rounds of routing that networks learnt with. */
export const ITERATIONS = 3;

/**
 * What is asked once, of a drawing or of all.
 * @template T
 * @param {Pick<Context, "kept">} context
 * @param {string} name
 * @param {() => Promise<T>} ask a failure is forgotten
 * @returns {Promise<T>}
 */
export function once({ kept }, name, ask) {
  const known = kept.get(name);
  if (known) return known;
  const asked = ask();
  asked.catch(() => kept.delete(name));
  kept.set(name, asked);
  return asked;
}

/**
 * One picture by all networks.
 * @param {Context} context
 * @param {Uint8Array} raster
 * @param {boolean} center
 */
export async function readAll({ engine, server }, raster, center) {
  const { input, ...said } = await engine.readAll(everyName(server), raster, center);
  return { input: base64ToBytes(input), ...said };
}

/** Names of all networks that the page names. @param {any} server @returns {string[]} */
export function everyName({ networks }) {
  return networks.map(({ name }) => name);
}

/** The whole digit by all networks. @param {Context} context */
export function readWhole(context) {
  return once(context, "whole", () => readAll(context, context.raster, true));
}

/** The capsule network that experiments with one ask. @param {Pick<Context, "server">} context @returns {string} */
export function modelOf({ server: { networks } }) {
  const wanted = networks.find(({ name }) => name === "dynamic");
  return (wanted ?? networks.find(({ capsules }) => capsules)).name;
}

/**
 * The digit by one network with capsules.
 * @param {Context} context
 * @param {string} model
 * @param {number} [iterations]
 */
export function readBy(context, model, iterations = ITERATIONS) {
  const { engine, raster } = context;
  return once(context, `${model} ${iterations}`, () =>
    engine.read(settingsOf(model, iterations), raster),
  );
}

/** @param {string} model @param {number} [iterations] */
export function settingsOf(model, iterations = ITERATIONS) {
  return { model, iterations, center: true, pictures: true, capsule: -1, routing: "" };
}

/** What is asked of the drawing as it lies. @param {Context} context */
export function questionOf(context) {
  const { drawing, server } = context;
  return { ...settingsOf(modelOf(context)), drawing, transform: server.rest, digit: -1 };
}

/** @param {number} value */
export function degrees(value) {
  return `${value}°`.replace("-", "−");
}

/** The largest of numbers, and which it is. @param {ArrayLike<number>} values */
export function largest(values) {
  const all = Array.from(values);
  const most = Math.max(...all);
  return { most, at: all.indexOf(most) };
}
