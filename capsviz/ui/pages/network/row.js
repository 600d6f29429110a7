/*
 * One of the page's networks, at most two: its data, map and last reply. Panes know only the row of
 * their block.
 */

import { openPath } from "../../browser/links.js";
import { base64ToBytes } from "../../browser/raster.js";
import { nameWidth } from "./drawing.js";
import { ablationLevel, NetworkMap } from "./map.js";
import { decodeReply } from "./reply.js";
import { Spotlight } from "./spotlight.js";
import { strongest } from "./sums.js";
import { Threads } from "./threads.js";

/**
 * @typedef {object} NetworkRow from `row` of `data.py`
 * @property {Record<string, any>} network a `NetworkData`, or fewer properties without capsules
 * @property {any[]} blocks
 * @property {{parameters: number, multiply_adds: number, weight_bytes: number, output_bytes: number}} total
 * @property {number} side
 * @property {number} channels
 * @property {number} types of input capsules
 * @property {number} grid
 * @property {number} rows
 * @property {number} field side of a receptive field, in pixels
 * @property {number} stride
 * @property {number} first pixel of the first receptive field
 * @property {boolean} varies whether its output squash can be switched off
 * @property {number} rounds routing iterations
 * @property {string} reply bytes in base64
 *
 * @typedef {NetworkRow & {table: any[], settings: Record<string, any>, second: NetworkRow | null,
 *   offered: {name: string, title: string, pairs: boolean}[], samples: string,
 *   test: import("../../browser/classes.js").TestSet | null}} NetworkPageData
 */

/** Keys of the rows' ablations in the view. */
const ABLATION_NAMES = ["off", "second_off"];

export class Row {
  /**
   * @param {import("./index.js").NetworkPage} page
   * @param {number} number 0 for the upper row, 1 for the lower
   * @param {HTMLElement} container
   */
  constructor(page, number, container) {
    this.page = page;
    this.number = number;
    this.container = container;
    this.spotlight = new Spotlight(this);
    this.threads = new Threads(this);
    /** Iteration of routing that the map shows, from 0. */
    this.iteration = 0;
    this.map = new NetworkMap(this);
    /** Data of the row's network; null without one. @type {NetworkRow | null} */
    this.server = null;
    /** @type {any} */
    this.reply = null;
    /** @type {import("../../browser/engine/engine.js").LiveLink | null} */
    this.link = null;
    this.inkTime = 0;
  }

  // --- for the panes

  get colours() {
    return this.page.colours;
  }

  get settings() {
    return this.page.settings;
  }

  get view() {
    return { ...this.page.view, off: this.off };
  }

  get off() {
    return this.page.view[ABLATION_NAMES[this.number]];
  }

  change(values) {
    this.page.change(values);
  }

  setOff(off) {
    this.page.change({ [ABLATION_NAMES[this.number]]: off });
    this.link?.touch();
  }

  setIterations(iterations) {
    this.page.setIterations(iterations);
  }

  /** Open another page. @param {string} name */
  go(name) {
    openPath(`${this.page.server.base}/${name}`);
  }

  // --- for the page

  /** Settings of the row, with its network. */
  get reading() {
    return { ...this.settings, model: this.server.network.name };
  }

  /** @param {NetworkRow | null} server @param {any[]} [against] blocks of the other row */
  adopt(server, against) {
    const changed = server?.network.name !== this.server?.network.name;
    this.server = server;
    if (changed) {
      this.reply = null;
      this.spotlight.light(-1);
      this.threads.thread = null;
    }
    this.container.hidden = !server;
    if (server) this.map.adopt(server, against);
    return changed;
  }

  /** Send a request. @param {number} inkTime time stamp of the stroke's event; 0 without one */
  touch(inkTime) {
    this.inkTime = inkTime;
    this.link?.touch();
  }

  /** Requests and handlers of a connection. */
  liveOptions() {
    return {
      header: () => ({ ...this.reading, capsule: -1, off: this.off }),
      raster: () => this.page.pad.raster.bytes,
      context: () => this.inkTime,
      receive: (reply, inkTime) => {
        this.page.receive(this, reply);
        if (!this.number) this.page.root.dataset.event = String(inkTime);
      },
      decode: decodeReply,
    };
  }

  /** The unit of a block to open: the first shown map, or the highlighted or strongest capsule. */
  unitOf(name) {
    const { part } = this.map.blocks.find((block) => block.name === name);
    if (!["capsules", "votes", "routing"].includes(part))
      return this.reply?.maps[name]?.indices[0] ?? 0;
    const { capsule } = this.spotlight;
    return capsule >= 0 ? capsule : this.strongestCapsule;
  }

  /** The capsule most coupled to the winner. */
  get strongestCapsule() {
    return strongest(this.reply?.couplings ?? [0], 1)[0];
  }

  /** @param {any} pass current step of the played pass, or null @param {number} iteration */
  paintMap(pass, iteration) {
    // The scene hides the first map; only its times are updated.
    if (!this.number && this.page.walk.open) return this.map.clock(this.reply);
    this.iteration = iteration;
    this.map.show(pass);
  }

  /** Data of the drawings. */
  get scene() {
    const { reply, server, iteration } = this;
    const { side, network } = server;
    const { classes } = network;
    return { reply, side, iteration, classes, nameWidth: nameWidth(classes) };
  }

  /** The reply in the page's data. */
  firstReply() {
    return decodeReply(base64ToBytes(this.server.reply));
  }

  /** Whether the last reply is this network's: it may be that of the one before. */
  get ready() {
    const { reply, server } = this;
    if (!reply || !server) return false;
    const shown = Object.keys(reply.maps).every((name) =>
      this.map.blocks.some((block) => block.name === name),
    );
    return shown && reply.lengths[0].length === server.network.classes.length;
  }

  /** Whether the visitor changed the network; other iterations count only for the first. */
  get isChanged() {
    if (!this.server) return false;
    const iterates = !this.number && this.hasOtherIterations;
    return iterates || this.map.blocks.some((block) => ablationLevel(this.off, block) > 0);
  }

  /** Whether the number of routing iterations differs from the network's own. */
  get hasOtherIterations() {
    const { network, rounds } = this.server;
    return network.iterative && this.settings.iterations !== rounds;
  }
}
