/* All maps and couplings of a drawing, requested once nothing has changed for a moment. */

import { LatestRequest } from "../../../browser/engine/latest_request.js";
import { couplingOf } from "../../../browser/picture.js";
import { describeMap, LayerSums, spreadMaps } from "./maps.js";

/** Delay of the request after the last change, in ms. */
const REQUEST_DELAY = 150;

/**
 * @typedef {import("./maps.js").Maps} Maps
 * @typedef {{maps: Record<string, Maps>, couplings: Uint8Array[], flows: Float32Array[]}} WholeNetwork
 *   by iteration: `couplings` as bytes of their square roots, `flows` as c ‖û‖ relative to the
 *   largest; both by capsule, then class
 */

export class Whole {
  /** @param {import("../index.js").NetworkPage} page */
  constructor(page) {
    this.page = page;
    /** @type {WholeNetwork | null} */
    this.network = null;
    /** The live reply that it belongs to. */
    this.reply = null;
    /** The first layer of a network, to derive its maps. @type {{network: string, block: string, sums: LayerSums | null}} */
    this.first = { network: "", block: "", sums: null };
    /** Maps shown last, and their reply. */
    this.shown = { reply: null, maps: {} };
    this.request = new LatestRequest(
      async ({ reply, question }) => {
        const values = await page.engine.inside(question);
        if (this.first.network !== question.model) this.first = await this.askFirst(question);
        return { reply, values };
      },
      ({ reply, values }) => {
        if (reply !== page.row.reply) return;
        this.reply = reply;
        this.network = readWhole(values);
        page.paint();
      },
      (sentence) => page.trouble(sentence),
    );
  }

  close() {
    clearTimeout(this.settling);
  }

  /** The maps and couplings of the current reply; null until received. */
  get currentNetwork() {
    return this.reply === this.page.row.reply ? this.network : null;
  }

  /** @param {any} question */
  async askFirst(question) {
    const { page } = this;
    const block = page.row.map.blocks.find(({ part }) => part === "features")?.name ?? "";
    const first = { network: question.model, block, sums: null };
    if (!block) return first;
    const { header, arrays } = await page.engine.inside({ ...question, block });
    const { kernels, biases } = arrays;
    if (!kernels) return first;
    const layer = { kernels, biases, stride: header.stride };
    return { ...first, sums: new LayerSums(layer, biases.length) };
  }

  /** Maps of each layer: all once received, until then the sent or derived ones. @returns {Record<string, Maps>} */
  get maps() {
    const { row } = this.page;
    const { reply } = row;
    if (this.currentNetwork) return this.currentNetwork.maps;
    if (this.shown.reply !== reply) this.shown = { reply, maps: this.liveMaps(row) };
    return this.shown.maps;
  }

  /** @param {import("../row.js").Row} row */
  liveMaps({ reply, map: { blocks }, server, off }) {
    const { network, block, sums } = this.first;
    return Object.fromEntries(
      blocks.flatMap(({ name, part, outputs }) => {
        const sent = reply.maps[name];
        if (part !== "features" || !sent) return [];
        const [count] = outputs.at(-1);
        const [, rows, columns] = sent.shape;
        const derived =
          sums && name === block && network === server?.network.name
            ? sums.derive(reply.input, off.maps[name] ?? [], [count, rows, columns])
            : null;
        const peak = reply.peaks[`maps/${name}`];
        return [[name, derived ?? spreadMaps({ ...sent, peak }, count)]];
      }),
    );
  }

  /** A map as a thing, with the pixel at which it is most active. @param {string} block @param {number} map @returns {import("./layout.js").Thing} */
  thingOf(block, map) {
    const maps = this.maps[block];
    const { row, column } = describeMap(maps, map);
    const { block: first, sums } = this.first;
    if (sums && block === first) {
      const center = (position) => position * sums.stride + (sums.kernel - 1) / 2;
      return { block, map, pixel: [center(column), center(row)], width: sums.kernel };
    }
    const [, rows, columns] = maps.shape;
    const side = this.page.row.server?.side ?? 0;
    const center = (position, count) => Math.floor(((position + 0.5) * side) / count);
    return { block, map, pixel: [center(column, columns), center(row, rows)] };
  }

  /** Send a request once nothing has changed for a moment. */
  schedule() {
    clearTimeout(this.settling);
    this.settling = setTimeout(() => {
      const { row, pad, drawing } = this.page;
      if (this.currentNetwork || pad.busy || !row.ready) return;
      const question = { ...row.reading, block: "", unit: 0, digit: -1, off: row.off, drawing };
      this.request.ask({ reply: row.reply, question });
    }, REQUEST_DELAY);
  }
}

/**
 * @param {import("../../../browser/engine/engine.js").Arrays} answer
 * @returns {WholeNetwork}
 */
export function readWhole({ header, arrays, shapes }) {
  const maps = Object.fromEntries(
    Object.entries(shapes)
      .filter(([name]) => name.startsWith("maps/"))
      .map(([name, shape]) => [
        name.slice(5),
        {
          ...{ bytes: arrays[name], shape, indices: [...Array(shape[0]).keys()] },
          peak: header.peaks[name],
        },
      ]),
  );
  if (!arrays.couplings) return { maps, couplings: [], flows: [] };
  const sizes = arrays.vote_lengths;
  const couplings = Array.from({ length: shapes.couplings[0] }, (_, iteration) =>
    arrays.couplings.subarray(iteration * sizes.length, (iteration + 1) * sizes.length),
  );
  const flows = couplings.map((roots) =>
    Float32Array.from(sizes, (size, index) => couplingOf(roots[index]) * size),
  );
  const maximum = flows.reduce((peak, flow) => flow.reduce((a, b) => Math.max(a, b), peak), 1e-9);
  return { maps, couplings, flows: flows.map((flow) => flow.map((value) => value / maximum)) };
}
