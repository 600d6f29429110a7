/* A network for the page: its decoder, and its measurements. */

import { PoseCloud } from "./numbers.js";

export class Network {
  /**
   * @param {import("../../browser/engine/remote_decoder.js").AnyDecoder} decoder
   * @param {any} stats from the poses route; null without measurements
   */
  constructor(decoder, stats) {
    this.decoder = decoder;
    this.stats = stats;
    /** @type {Map<number, PoseCloud>} by class */
    this.clouds = new Map();
  }

  /**
   * @param {import("../../browser/engine/engine.js").Engine} engine
   * @param {Pick<import("./controls.js").DimensionsPageData, "decoder" | "poses" | "network">} server
   * @param {() => void} onMore called when a remote decoder has sent more pictures
   * @returns {Promise<Network>}
   */
  static async load(engine, { decoder, poses, network }, onMore) {
    const [loaded, stats] = await Promise.all([
      engine.loadDecoder(network.name, decoder, onMore),
      engine.poses(poses),
    ]);
    return new Network(loaded, stats);
  }

  /** Distribution of a class's poses, or null if unknown. */
  cloud(k) {
    if (this.stats && !this.clouds.has(k)) this.clouds.set(k, new PoseCloud(this.stats, k));
    return this.clouds.get(k) ?? null;
  }
}

/** Identifies a network and its analysis. */
export function networkKey({ decoder, poses }) {
  return `${decoder.sha} ${poses}`;
}
