/* The map: a block for each part of the network, with its live picture, its shape and its cost. */

import { make, makeButton, setText } from "../../browser/dom.js";
import { DRAWINGS, paintCanvas, SIZES } from "./drawing.js";
import { blockName, costLines, countWords, INSIDE_WORDS, shapeWords } from "./words.js";

/** How much of each new measurement of time goes into what is shown. */
const FRESH = 0.1;
const END = { parameters: 0, multiply_adds: 0, weight_bytes: 0, output_bytes: 0 };

/**
 * All that is drawn: the plan's blocks, and before, between and behind them what is no layer.
 * @param {{blocks: any[], side: number, network: any}} data of the page
 */
export function mapBlocks({ blocks, side, network }) {
  const square = (name) => ({ ...END, name, part: name, outputs: [[side, side]] });
  const classes = { ...END, name: "classes", part: "classes", outputs: [[network.classes.length]] };
  const all = blocks.flatMap((block) => (block.part === "routing" ? [block, classes] : [block]));
  const paints = all.some(({ part }) => part === "decoder");
  return [square("input"), ...all, ...(paints ? [square("picture")] : [])];
}

export class NetworkMap {
  /**
   * @param {HTMLElement} place
   * @param {(name: string) => void} open
   */
  constructor(place, open) {
    this.place = place;
    this.open = open;
    /** @type {any[]} */
    this.views = [];
    this.key = "";
    /** What each block takes, in ms. @type {Record<string, number>} */
    this.took = {};
  }

  get blocks() {
    return this.views.map(({ block }) => block);
  }

  /** Other blocks where the network is another. @param {any} data */
  adopt(data) {
    const key = JSON.stringify([data.network.name, data.blocks]);
    if (key === this.key) return;
    this.key = key;
    this.took = {};
    for (const { root } of this.views) root.remove();
    this.views = mapBlocks(data).map((block) => this.build(block));
    this.place.append(...this.views.map(({ root }) => root));
  }

  build(block) {
    const [width, height] = SIZES[block.part];
    const canvas = make("canvas", { className: "cv-n-canvas", aria: { "aria-hidden": "true" } });
    canvas.style.setProperty("--cv-n-wide", String(width));
    canvas.style.setProperty("--cv-n-high", String(height));
    const name = make("span", { className: "cv-n-name" }, blockName(block.name));
    const mark = make("span", { className: "cv-n-mark" });
    const shape = make("span", { className: "cv-n-shape" }, shapeWords(block.outputs.at(-1)));
    const weights = block.parameters ? `${countWords(block.parameters)} weights` : "";
    const share = make("i");
    const bar = make("span", { className: "cv-n-time" }, share);
    const cost = make("span", { className: "cv-n-cost", data: { detail: "" } });
    const layers = block.output_bytes ? [make("span", {}, weights), bar, cost] : [];
    const content = [canvas, name, mark, shape, ...layers];
    const opens = block.part in INSIDE_WORDS;
    const properties = { data: { part: block.part, testid: `block-${block.name}` } };
    const className = "cv-n-block";
    const root = opens
      ? makeButton(className, "", content, () => this.open(block.name), properties)
      : make("div", { className, ...properties }, ...content);
    // What a network says of a picture may have to be guessed first.
    if (["classes", "picture", "routing"].includes(block.part)) canvas.dataset.answer = "";
    return { block, root, canvas, mark, share, cost };
  }

  /**
   * @param {any} reply
   * @param {{iteration: number, colours: any, classes: string[], pass: any, off: any,
   *   inside: string}} how `pass` is where a slow one stands
   */
  show(reply, { iteration, colours, classes, pass, off, inside }) {
    this.clock(reply);
    const total = this.milliseconds || 1;
    this.views.forEach(({ block, root, canvas, mark, share, cost }, at) => {
      const scene = { reply, block, iteration, colours, classes };
      paintCanvas(canvas, (g, width, height) => DRAWINGS[block.part](g, width, height, scene));
      const part = (this.took[block.name] ?? 0) / total;
      share.style.width = `${100 * part}%`;
      setText(cost, costLines(block, part));
      const count = offIn(off, block);
      setText(mark, count ? `${count} off` : "");
      root.classList.toggle("cv-n-cut", count > 0);
      root.classList.toggle("cv-n-later", pass !== null && at > pass.at);
      root.classList.toggle("cv-n-now", pass?.at === at);
      if (root.localName !== "button") return;
      root.setAttribute("aria-expanded", String(inside === block.name));
    });
  }

  /** All blocks' time. */
  get milliseconds() {
    return Object.values(this.took).reduce((sum, time) => sum + time, 0);
  }

  /** Measured times, smoothed. */
  clock({ took }) {
    for (const [name, time] of Object.entries(took)) {
      const before = this.took[name] ?? time;
      this.took[name] = before + FRESH * (time - before);
    }
  }
}

/**
 * How much of a block is switched off.
 * @param {any} off
 * @param {any} block
 */
export function offIn(off, { name, part }) {
  if (part === "features") return off.maps[name]?.length ?? 0;
  if (part === "capsules") return off.types.length + off.places.length + Number(!off.squash);
  if (part === "decoder")
    return Object.values(off.hidden).reduce((sum, units) => sum + units.length, 0);
  return 0;
}

/**
 * What is switched off, with one thing the other way round.
 * @param {any} off
 * @param {"maps" | "hidden" | "types" | "places"} kind
 * @param {number} number
 * @param {string} [name] of the block, or of the hidden layer
 */
export function toggleOff(off, kind, number, name) {
  const flip = (list = []) =>
    list.includes(number) ? list.filter((one) => one !== number) : [...list, number].sort(byValue);
  const value =
    name === undefined ? flip(off[kind]) : { ...off[kind], [name]: flip(off[kind][name]) };
  return { ...off, [kind]: value };
}

function byValue(one, other) {
  return one - other;
}
