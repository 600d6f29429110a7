/*
 * State of the Dimensions page: a network, its reply for a drawing, and the capsule selected in the
 * visitor's view. Nothing here touches the page.
 */

import { exact } from "../../browser/arrays.js";
import { dimensionLabels } from "../../browser/sliders.js";
import { orderOf, viewFor } from "./poses.js";

/**
 * @typedef {{of: string, view: any, steps: number[][]}} StoredSteps poses to go back to, with their
 *   view and origin
 */

export class DimensionState {
  constructor() {
    /** The declared view, and a view that is not shown yet. */
    this.view = this.pendingView = null;
    /** The selected capsule. */
    this.k = -1;
    /** @type {import("./network.js").Network | null} */
    this.network = null;
    /** The network's reply for the drawing. @type {any} */
    this.reply = null;
    /** Whether only numbers were taken from the last reply. */
    this.partial = false;
    /** Pose statistics of the selected capsule's class. @type {any} */
    this.cloud = null;
    this.names = null;
    /** @type {number[]} of the dimensions */
    this.order = [];
    /** Identifies the network. */
    this.key = "";
  }

  /** Change to another network, not loaded yet. @param {string} key */
  forget(key) {
    this.key = key;
    this.network = this.reply = null;
  }

  /** Length or activation of each capsule. @returns {number[]} */
  get sizes() {
    return this.reply.lengths.at(-1);
  }

  get winner() {
    return this.sizes.indexOf(Math.max(...this.sizes));
  }

  /** Whether the network has such a capsule; -1 is the default one. */
  hasCapsule(k) {
    return k >= 0 && k < this.sizes.length;
  }

  /** The visible form of the view for this network. */
  get visibleView() {
    return viewFor(this.view, this.network.stats);
  }

  /** Identifies the poses from which the sliders' poses differ. */
  get origin() {
    return `${this.key} ${this.reply.poses}`;
  }

  /** Whether a reply changes only numbers on display. */
  changesNumbersOnly(reply) {
    if (!this.reply || this.pendingView) return false;
    const lengths = reply.lengths.at(-1);
    const stays = lengths.indexOf(Math.max(...lengths)) === this.k && this.k === this.winner;
    return stays && this.visibleView.start === "drawing";
  }

  /** Adopt only the numbers of a reply, and the rest later. */
  adoptNumbers(reply) {
    this.reply = reply;
    this.partial = true;
  }

  /** Whether a reply changes nothing and nothing else is pending. */
  has(reply) {
    if (this.partial) return false;
    const unchanged = this.reply && String(reply.poses) === String(this.reply.poses);
    return Boolean(unchanged && !this.pendingView);
  }

  /**
   * Adopt the network's reply for a drawing, and its view: a pose belongs to the drawing and the
   * network for which it was set.
   * @param {any} reply
   * @param {StoredSteps | undefined} before stored by this tab
   * @returns {number[][]} the undo steps
   */
  adopt(reply, before) {
    this.reply = reply;
    this.partial = false;
    const { pendingView } = this;
    this.pendingView = null;
    const sameView = Boolean(before && JSON.stringify(pendingView) === JSON.stringify(before.view));
    const fallback = { ...(pendingView ?? this.view), capsule: -1, start: "drawing", pose: null };
    this.view = pendingView && !(sameView && before.of !== this.origin) ? pendingView : fallback;
    if (this.view.dimension >= this.network.decoder.dim) this.view.dimension = 0;
    return sameView ? before.steps : [];
  }

  /**
   * @param {number} k
   * @param {number} defaultCapsule the default capsule, which a view need not name
   */
  choose(k, defaultCapsule) {
    const { stats } = this.network;
    this.k = k;
    this.view.capsule = k === defaultCapsule ? -1 : k;
    this.cloud = this.network.cloud(k);
    this.names = stats && dimensionLabels(stats, k);
    this.arrange();
  }

  arrange() {
    const { stats, decoder } = this.network;
    this.order = orderOf(stats, this.k, this.visibleView.order, decoder.dim);
  }

  /** The initial pose. */
  get start() {
    const { k, network, reply, visibleView } = this;
    return visibleView.start === "mean" ? network.stats.mean[k] : reply.poses[k];
  }

  /** Mean and standard deviation of the capsule's poses, or nulls without measurements. */
  get spread() {
    const { k, network } = this;
    const { mean, std } = network.stats ?? {};
    return [mean?.[k] ?? null, std?.[k] ?? null];
  }

  /**
   * Data of all pictures and texts; null without a drawing.
   * @param {{pose: ArrayLike<number>, original: ArrayLike<number>}} sliders
   * @param {any} inks
   * @returns {import("./poses.js").Scene | null}
   */
  scene({ pose, original }, inks) {
    const { network, cloud, names, k, order, view } = this;
    if (!network || !this.reply || k < 0) return null;
    const { decoder, stats } = network;
    const { start, range } = this.visibleView;
    const { dimension } = view;
    const name = this.reply.classes[k];
    const common = { decoder, stats, cloud, names, name, inks, k, pose, original };
    return { ...common, start, range, order, dimension };
  }

  /**
   * Undo steps to store in this tab, with the view updated to the sliders.
   * @param {{pose: ArrayLike<number>, isChanged: boolean}} sliders
   * @param {ArrayLike<number>[]} steps
   * @returns {StoredSteps}
   */
  keep({ pose, isChanged }, steps) {
    this.view.pose = isChanged ? Array.from(pose, exact) : null;
    const rounded = steps.map((earlier) => Array.from(earlier, exact));
    return { of: this.origin, view: this.view, steps: rounded };
  }
}
