/*
 * All layers of a network with routing between every two, for one drawing, as sent by
 * capsviz/ui/pages/routing/routes.py. Layers are counted from PrimaryCaps, 0, to the classes; the
 * capsules of a layer are ordered by position, then by type.
 */

import { unpackArrays } from "../../../browser/arrays.js";

/**
 * @typedef {object} Child
 * @property {number} capsule in the layer below
 * @property {number} share of what its parent gets, 0..1
 *
 * @typedef {object} Layer
 * @property {string} name
 * @property {number} grid places along one side
 * @property {number} reach side of the square of pixels that a place sees
 * @property {number} step pixels from one such square to the next
 * @property {number} first row and column where the first of them begins
 * @property {number} types
 * @property {number} iterations
 * @property {number} pose numbers in a pose, of a matrix capsule its 4 x 4 row by row
 * @property {boolean} gaussian whether it is the mean of a Gaussian, with spreads and a cost
 */

export class Tree {
  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    const { header, arrays } = unpackArrays(bytes);
    /** @type {Layer[]} */
    this.layers = header.layers;
    this.arrays = arrays;
    /** Index of the classes' layer. */
    this.top = this.layers.length - 1;
  }

  /** Capsules in a layer. */
  count(layer) {
    const { grid, types } = this.layers[layer];
    return grid * grid * types;
  }

  /** The iteration of a layer that is shown at iteration t: layers may have fewer. */
  round(layer, t) {
    return Math.min(t, this.layers[layer].iterations - 1);
  }

  /** One number of a capsule from "activations", "costs" or "received". */
  number(name, layer, t, capsule) {
    return this.arrays[`${name}${layer}`][this.round(layer, t) * this.count(layer) + capsule];
  }

  /** The numbers of a capsule from "means" (its pose) or "variances". */
  numbers(name, layer, t, capsule) {
    const { pose } = this.layers[layer];
    const offset = pose * (this.round(layer, t) * this.count(layer) + capsule);
    return this.arrays[`${name}${layer}`].subarray(offset, offset + pose);
  }

  /**
   * The children that a capsule was fitted to, and the share of each in its votes.
   * @param {number} layer of the parent
   * @param {number} t
   * @param {number} parent
   * @returns {Child[]} in the order of the layer below
   */
  children(layer, t, parent) {
    const { grid, types } = this.layers[layer];
    const places = grid * grid;
    const capsules = this.arrays[`children${layer}`];
    const size = capsules.length / places;
    const [place, type] = [Math.floor(parent / types), parent % types];
    const responsibilities = this.arrays[`responsibilities${layer}`];
    const start = (this.round(layer, t) * places + place) * size;
    const children = Array.from({ length: size }, (_, k) => {
      const capsule = capsules[place * size + k];
      const active = this.number("activations", layer - 1, Infinity, capsule);
      return { capsule, share: responsibilities[(start + k) * types + type] * active };
    });
    const total = children.reduce((sum, { share }) => sum + share, 0) || 1;
    return children.map(({ capsule, share }) => ({ capsule, share: share / total }));
  }

  /** Row and column of a capsule's position, and its type. */
  locate(layer, capsule) {
    const { grid, types } = this.layers[layer];
    const place = Math.floor(capsule / types);
    return { row: Math.floor(place / grid), column: place % grid, type: capsule % types };
  }

  /** A capsule's receptive field in pixels: left, top and side. */
  square(layer, capsule) {
    const { reach, step, first } = this.layers[layer];
    const { row, column } = this.locate(layer, capsule);
    return [first + column * step, first + row * step, reach];
  }
}

/**
 * The children that give most, in descending order.
 * @param {Child[]} children
 * @param {number} count
 */
export function strongest(children, count) {
  return [...children].sort((a, b) => b.share - a.share).slice(0, count);
}

/**
 * The path from the class down to PrimaryCaps: a capsule of each layer, a child of the one above.
 * @param {Tree} tree
 * @param {number} t
 * @param {number[]} selection capsules from the class down; what is none of its parent's children,
 *   -1 among others, is replaced by the child that gives most
 * @returns {number[]} by layer, PrimaryCaps first
 */
export function path(tree, t, selection) {
  const capsules = [];
  capsules[tree.top] = selection[0];
  for (let layer = tree.top; layer > 0; layer--) {
    const children = tree.children(layer, t, capsules[layer]);
    const requested = selection[tree.top - layer + 1] ?? -1;
    const isChild = children.some(({ capsule }) => capsule === requested);
    capsules[layer - 1] = isChild ? requested : strongest(children, 1)[0].capsule;
  }
  return capsules;
}
