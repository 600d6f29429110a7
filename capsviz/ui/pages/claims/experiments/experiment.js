/*
 * Base of all experiments on the visitor's drawing. Each defines its manipulation and its controls,
 * and returns a picture and rows of network outputs.
 */

import { base64ToBytes } from "../../../browser/raster.js";
import { number } from "../../../browser/text.js";
import { Inputs } from "../../../browser/transform.js";

/**
 * @typedef {object} ClaimsPageData from `data.py`
 * @property {any[]} table
 * @property {import("../effects.js").ClaimEntry[]} claims
 * @property {Record<string, import("../figures.js").MeasureRows>} measures
 * @property {Record<string, string>} names of rows, if the language has others than English
 * @property {{by: string, says: string}[]} papers
 * @property {string[]} verdicts
 * @property {Record<string, number[]>} whole outputs for whole digits, by network
 * @property {Record<string, number[][]>} usual mean couplings of input capsules with a digit's class,
 *   by network, class and type of capsule
 * @property {{name: string, title: string, capsules: boolean}[]} networks
 * @property {Record<string, number>} limits
 * @property {string[]} asks
 * @property {{sha: string, classes: number[]} | null} parts
 * @property {import("../../../browser/transform.js").Transform} rest
 * @property {boolean} fewer
 * @property {Record<string, string>} titles
 * @property {string} samples
 */

/**
 * @typedef {import("../../../browser/engine/engine.js").Engine} Engine
 * @typedef {import("../rows.js").Row} Row
 *
 * @typedef {object} Context
 * @property {Engine} engine
 * @property {ClaimsPageData} server data of the page
 * @property {Record<string, any>} view
 * @property {any} drawing
 * @property {Uint8Array} raster of the drawing
 * @property {Map<string, Promise<any>>} cache results for this drawing, by request
 * @property {Map<string, Promise<any>>} lastingCache results that do not depend on the drawing
 * @property {import("../board.js").DraggedQuarter | null} dragged quarter, if any
 *
 * @typedef {object} Dial a slider or, without `min`, a toggle button
 * @property {string} name of the view's value
 * @property {string} label its message
 * @property {number} [min]
 * @property {number} [max]
 * @property {(value: number) => string} [says] its value in words
 * @property {boolean} [gradients] whether it needs the app
 *
 * @typedef {{picture: Uint8Array, rows: Row[], image?: Uint8Array}} Outcome with the whole digit as
 *   the networks' input, if `transform` makes the picture from it
 *
 * @typedef {object} Experiment
 * @property {string} doing the message about the manipulation, above the picture
 * @property {Dial[]} dials
 * @property {string[]} heads messages of the rows' five columns
 * @property {() => string} note meaning of the rows
 * @property {string} [needs] a network that it requires
 * @property {(server: ClaimsPageData) => string[]} [reads] names of the networks that it runs; by default all
 *   of the page
 * @property {boolean} [gradients] whether it needs the app
 * @property {boolean} [waitsForPen] whether the pen has to rest first
 * @property {boolean} [showsOutput] whether the picture is a network's output
 * @property {(image: Uint8Array, view: any, dragged: Context["dragged"]) => Uint8Array} [transform] the picture
 *   without a network, from the whole digit
 * @property {(context: Context) => Promise<Outcome>} run
 */

/** Iterations that the networks were trained with. */
export const ITERATIONS = 3;

/**
 * Cache a request, for one drawing or for all.
 * @template T
 * @param {Pick<Context, "cache">} context
 * @param {string} name
 * @param {() => Promise<T>} ask a failure is not cached
 * @returns {Promise<T>}
 */
export function cacheRequest({ cache }, name, ask) {
  const cached = cache.get(name);
  if (cached) return cached;
  const promise = ask();
  promise.catch(() => cache.delete(name));
  cache.set(name, promise);
  return promise;
}

/**
 * Outputs of all networks for one picture.
 * @param {Context} context
 * @param {Uint8Array} raster
 * @param {boolean} center
 */
export async function readAll({ engine, server }, raster, center) {
  const { input, ...rest } = await engine.readAll(networkNames(server), raster, center);
  return { input: base64ToBytes(input), ...rest };
}

/** Names of all networks of the page. @param {ClaimsPageData} server @returns {string[]} */
export function networkNames({ networks }) {
  return networks.map(({ name }) => name);
}

/** Outputs of all networks for the whole digit. @param {Context} context */
export function readWhole(context) {
  return cacheRequest(context, "whole", () => readAll(context, context.raster, true));
}

/**
 * The capsule network of experiments that need one.
 * @param {Pick<Context, "server">} context
 * @returns {string}
 */
export function modelOf({ server: { networks } }) {
  const preferred = networks.find(({ name }) => name === "dynamic");
  return (preferred ?? networks.find(({ capsules }) => capsules)).name;
}

/**
 * Outputs of one capsule network for the digit.
 * @param {Context} context
 * @param {string} model
 * @param {number} [iterations]
 */
export function readBy(context, model, iterations = ITERATIONS) {
  const { engine, raster } = context;
  return cacheRequest(context, `${model} ${iterations}`, () =>
    engine.read(settingsOf(model, iterations), raster),
  );
}

/** @param {string} model @param {number} [iterations] */
export function settingsOf(model, iterations = ITERATIONS) {
  return { model, iterations, center: true, pictures: true, capsule: -1, routing: "" };
}

/** The drawing as the capsule network's input. @param {Context} context */
export async function inputsOf(context) {
  const { input } = await readBy(context, modelOf(context));
  return new Inputs(Float32Array.from(input, (level) => level / 255));
}

/** Request about the winner. @param {Context} context */
export function questionOf(context) {
  return { ...settingsOf(modelOf(context)), digit: -1 };
}

/** @param {number} value */
export function degrees(value) {
  return `${number(value)}°`;
}

/** Largest value and its index. @param {ArrayLike<number>} values */
export function largest(values) {
  const all = Array.from(values);
  const value = Math.max(...all);
  return { value, index: all.indexOf(value) };
}
