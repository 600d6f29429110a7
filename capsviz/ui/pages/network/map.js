/* The map: a block for each part of the network, with its live picture, its shape and its cost. */

import { make, makeButton, setText } from "../../browser/dom.js";
import { symbol } from "../../browser/symbols.js";
import { text } from "../../browser/text.js";
import { DRAWINGS, drawNaN, paintCanvas, SIZES } from "./drawing.js";
import { drawFan, drawLink, drawReturn, isPaired } from "./links.js";
import { SPOTLIGHTS } from "./spotlight_drawing.js";
import { THREADS } from "./thread_drawing.js";
import {
  captionWords,
  costLines,
  countWords,
  INSIDE_WORDS,
  markWords,
  shapeWords,
  titleOf,
} from "./words.js";

/** Weight of a new measurement in a block's displayed time. */
const SMOOTHING = 0.1;
/** Width of the drawing canvas before the blocks, in the unit of `SIZES`. */
const CANVAS = 140;
const ZERO = { parameters: 0, multiply_adds: 0, weight_bytes: 0, output_bytes: 0 };

/**
 * The map's blocks: those of the network's plan, and the input, classes and reconstruction.
 * @param {{blocks: any[], side: number, channels?: number, network: any}} data of the page
 */
export function mapBlocks({ blocks, side, channels = 1, network }) {
  const shape = channels > 1 ? [channels, side, side] : [side, side];
  const square = (name) => ({ ...ZERO, name, part: name, outputs: [shape] });
  const outputs = [[network.classes.length]];
  const classes = { ...ZERO, name: "classes", part: "classes", outputs };
  const plain = !blocks.some(({ part }) => part === "capsules");
  const all = blocks.flatMap((block) =>
    block.part === "routing" ? [block, classes] : [{ ...block, plain }],
  );
  const paints = all.some(({ part }) => part === "decoder");
  return [square("input"), ...all, ...(paints ? [square("picture")] : [])];
}

/** Symbol of a block's values, shown after its name. @param {any} block */
function letterOf({ part }) {
  const name = { capsules: "u", votes: "uhat", routing: "c", classes: "v" }[part];
  return name ? [" ", symbol(name)] : [];
}

export class NetworkMap {
  /** @param {import("./row.js").Row} row */
  constructor(row) {
    this.row = row;
    /** @type {any[]} */
    this.views = [];
    this.key = "";
    /** Time of each block, in ms. @type {Record<string, number>} */
    this.times = {};
    /** Number of measurements. */
    this.measurements = 0;
  }

  /** Titles of the blocks whose structure differs from the other network's. */
  get differing() {
    return this.views
      .filter(({ root }) => root.classList.contains("cv-n-differs"))
      .map(({ block }) => titleOf(block));
  }

  get blocks() {
    return this.views.map(({ block }) => block);
  }

  /**
   * Rebuild the blocks if the network has changed.
   * @param {import("./row.js").NetworkRow} data
   * @param {any[]} [otherBlocks] another network's, to mark the differing ones
   */
  adopt(data, otherBlocks) {
    const key = JSON.stringify([data.network.name, data.blocks, otherBlocks]);
    if (key === this.key) return;
    this.key = key;
    this.times = {};
    this.measurements = 0;
    const { container } = this.row;
    for (const { item } of this.views) item.remove();
    const blocks = mapBlocks(data);
    const widths = blocks.map(({ part }) => SIZES[part][0]);
    const rows = splitRows(widths, CANVAS);
    this.views = blocks.map((block, index) =>
      this.build(block, blocks[index - 1], index === rows.first, data, otherBlocks),
    );
    container.append(...this.views.map(({ item }) => item));
    const total = widths.reduce((sum, width) => sum + width, CANVAS);
    for (const [name, value] of Object.entries({ blocks: widths.length + 1, total, ...rows }))
      container.style.setProperty(`--cv-n-${name}`, String(value));
  }

  /**
   * The name of a block; links from other pages know only its part of the network.
   * @param {string} block a name or a part
   */
  nameOf(block) {
    const isName = this.blocks.some(({ name }) => name === block);
    return isName ? block : (this.blocks.find(({ part }) => part === block)?.name ?? block);
  }

  /** @param {string} name of a block */
  focus(name) {
    this.views.find(({ block }) => block.name === name)?.root.focus();
  }

  /**
   * @param {any} block
   * @param {any} before the block before it, if there is one
   * @param {boolean} first whether it is the first of the second row
   * @param {import("./row.js").NetworkRow} data
   * @param {any[]} [otherBlocks]
   */
  build(block, before, first, data, otherBlocks) {
    const { page, number, spotlight, threads } = this.row;
    const [width, height] = SIZES[block.part];
    const aria = { "aria-hidden": "true" };
    const [canvas, link, ...back] = ["canvas", "link", ...(first ? ["return"] : [])].map((each) =>
      make("canvas", { className: `cv-n-${each} cv-result`, aria }),
    );
    const line = (kind, ...words) => make("span", { className: `cv-n-${kind}` }, ...words);
    const shape = line("shape", shapeWords(block.outputs.at(-1)));
    const name = line("name", titleOf(block), ...letterOf(block), " ", shape);
    const mark = line("mark");
    const caption = line("about", captionWords(block, data));
    const count = countWords(block.parameters);
    const weights = block.parameters ? text("block-weights", { count }) : "";
    const share = make("i");
    const detail = { data: { detail: "" } };
    const bar = make("span", { className: "cv-n-time", ...detail }, share);
    const cost = make("span", { className: "cv-n-cost", ...detail });
    const layers = block.output_bytes ? [make("span", detail, weights), bar, cost] : [];
    const content = [canvas, name, mark, caption, ...layers];
    const opens = block.part in INSIDE_WORDS;
    const testid = `${number ? "second" : "block"}-${block.name}`;
    const properties = { data: { part: block.part, testid } };
    const other = otherBlocks && block.output_bytes && !isAmong(block, otherBlocks);
    const className = `cv-n-block${other ? " cv-n-differs" : ""}`;
    const root = opens
      ? makeButton(className, "", content, () => page.openBlock(this.row, block.name), properties)
      : make("div", { className, ...properties }, ...content);
    // In class mode, visitors may have to guess the prediction first.
    if (["votes", "routing", "classes", "picture"].includes(block.part)) canvas.dataset.answer = "";
    if (["classes", "decoder", "picture"].includes(block.part)) link.dataset.answer = "";
    if (block.part === "capsules") {
      root.setAttribute("aria-description", text("map-keys"));
      spotlight.listen(root, canvas);
    }
    if (["votes", "routing"].includes(block.part))
      root.setAttribute("aria-description", text("thread-keys"));
    threads.listen(block, before ?? null, { root, canvas, link });
    root.style.setProperty("--cv-n-wide", String(width));
    root.style.setProperty("--cv-n-high", String(height));
    if (first) link.classList.add("cv-n-fan");
    link.classList.toggle("cv-n-paired", isPaired(before, block));
    const item = make(
      "div",
      { className: "cv-n-item", aria: { role: "listitem" } },
      ...back,
      link,
      root,
    );
    return { block, item, root, canvas, link, back: back[0], mark, bar, share, cost };
  }

  /** Show the row's last reply. @param {any} pass current step of the played pass, or null */
  show(pass) {
    const { row } = this;
    const { page, reply, off } = row;
    this.clock(reply);
    const total = this.sum || 1;
    const broken = this.blocks.findIndex(({ part }) => part === reply.nan);
    const rounds = row.hasOtherIterations ? row.settings.iterations : 0;
    const inside = page.openRow === row ? page.view.block : "";
    const [lit, { thread }] = [row.spotlight.scene, row.threads];
    const shared = { ...row.scene, colours: row.colours, lit, thread };
    this.views.forEach(({ block, root, canvas, link, back, mark, bar, share, cost }, index) => {
      const scene = { ...shared, block };
      const lost = broken >= 0 && index >= broken;
      const draw = lost ? drawNaN : DRAWINGS[block.part];
      paintCanvas(canvas, (g, width, height) => {
        draw(g, width, height, scene);
        if (lit && !lost) SPOTLIGHTS[block.part]?.(g, width, height, scene);
        else if (thread && !lost) THREADS[block.part]?.(g, width, height, scene);
      });
      const from = this.views[index - 1]?.block ?? null;
      const bands = back?.clientWidth ? drawFan : drawLink;
      paintCanvas(link, (g, width, height) => {
        if (!lost) bands(g, width, height, from, block, scene);
      });
      if (back) paintCanvas(back, (g, width, height) => drawReturn(g, width, height, block, scene));
      for (const node of [link, back].filter(Boolean)) {
        node.classList.toggle("cv-n-pale", lit !== null || (pass !== null && index > pass.index));
      }
      // A browser that runs the network itself measures only the total time.
      const measured = !("all" in this.times);
      const fraction = measured ? (this.times[block.name] ?? 0) / total : null;
      share.style.width = `${100 * (fraction ?? 0)}%`;
      bar.hidden = fraction === null;
      setText(cost, costLines(block, fraction));
      const marked = markWords(block, { count: ablationLevel(off, block), off, rounds });
      setText(mark, marked);
      root.classList.toggle("cv-n-cut", marked !== "");
      root.classList.toggle("cv-n-later", pass !== null && index > pass.index);
      root.classList.toggle("cv-n-now", pass?.index === index);
      root.classList.toggle("cv-n-again", pass?.index === index && pass.iteration % 2 === 1);
      if (root.localName !== "button") return;
      root.setAttribute("aria-expanded", String(inside === block.name));
    });
  }

  /** Total time of the blocks, in ms. */
  get sum() {
    return Object.values(this.times).reduce((sum, time) => sum + time, 0);
  }

  /** The total time to display; 0 until a second run has been measured. */
  get milliseconds() {
    return this.measurements > 1 ? this.sum : 0;
  }

  /** Smooth the measured times. The second replaces the first, which includes allocating memory. */
  clock(reply) {
    if (reply === this.lastReply) return;
    this.lastReply = reply;
    if (!Object.keys(reply.took).length) return; // recorded
    const weight = ++this.measurements > 2 ? SMOOTHING : 1;
    for (const [name, time] of Object.entries(reply.took)) {
      const previous = this.times[name] ?? time;
      this.times[name] = previous + weight * (time - previous);
    }
  }
}

/**
 * Whether another network has a block of the same structure.
 * @param {any} block
 * @param {any[]} others
 */
function isAmong(block, others) {
  const build = ({ part, kinds, outputs, parameters }) =>
    JSON.stringify([part, kinds, outputs, parameters]);
  return others.some((other) => build(other) === build(block));
}

/**
 * Number of a block's changes: units that are switched off, or another variant.
 * @param {any} off
 * @param {any} block
 */
export function ablationLevel(off, { name, part }) {
  if (part === "features") return off.maps[name]?.length ?? 0;
  if (part === "capsules")
    return off.types.length + off.places.length + Number(off.squash !== "epsilon");
  if (part === "routing") return Number(off.axis !== "outputs");
  if (part === "decoder")
    return Object.values(off.hidden).reduce((sum, units) => sum + units.length, 0);
  return 0;
}

/**
 * The ablation with one unit toggled.
 * @param {any} off
 * @param {"maps" | "hidden" | "types" | "places"} kind
 * @param {number} number
 * @param {string} [name] of the block, or of the hidden layer
 */
export function toggleOff(off, kind, number, name) {
  const flip = (list = []) =>
    list.includes(number)
      ? list.filter((unit) => unit !== number)
      : [...list, number].sort((a, b) => a - b);
  const value =
    name === undefined ? flip(off[kind]) : { ...off[kind], [name]: flip(off[kind][name]) };
  return { ...off, [kind]: value };
}

/**
 * Split blocks into two rows of about the same width.
 * @param {number[]} widths widths of the blocks
 * @param {number} before width of the canvas before the first
 * @returns {{first: number, row: number, across: number}} number of the second row's first block,
 *   width of the wider row, most blocks in a row
 */
export function splitRows(widths, before) {
  const sum = widths.reduce((all, width) => all + width, before);
  let upper = before;
  let best = { first: 0, row: Number.POSITIVE_INFINITY, across: 0 };
  for (let first = 1; first < widths.length; first++) {
    upper += widths[first - 1];
    const row = Math.max(upper, sum - upper);
    if (row < best.row) best = { first, row, across: Math.max(first + 1, widths.length - first) };
  }
  return best;
}
