/* Interpolation between two digits: selecting the ends and the path, and playing along it. */

import { drawBox } from "../../browser/chart.js";
import { setText } from "../../browser/dom.js";
import { paintFigure } from "../../browser/figure.js";
import { PixelPicture, pixelsOf } from "../../browser/picture.js";
import { PlayButton } from "../../browser/play.js";
import { DrawingRaster } from "../../browser/raster.js";
import { text } from "../../browser/text.js";
import { pictureSheet } from "./grid.js";
import { defaultEnds, endChoices, imageBetween, SWEEP_STEPS } from "./poses.js";
import { wayWords } from "./words.js";

/** Seconds from one end to the other, normally and with reduced motion. */
const PLAY_SECONDS = 2.5;
const STILL_SECONDS = 10;
const ENDS = ["from", "to"];

/** Side of one step's picture, for a figure of some width. */
function cellOf(width) {
  return Math.max(16, Math.min(76, Math.floor((width + 1) / SWEEP_STEPS) - 1));
}

export function pathHeight(width) {
  return cellOf(width) + 10;
}

/** Draw the steps between the two ends, and mark the current position. */
export function drawBetween(g, width, _height, { inks, strip, position }) {
  const cell = cellOf(width);
  const side = strip.height;
  for (let s = 0; s < SWEEP_STEPS; s++) {
    const x = s * (cell + 1);
    g.drawImage(strip, s * side, 0, side, side, x, 0, cell, cell);
    drawBox(g, [x + 0.5, 0.5, cell - 1, cell - 1], { edge: inks.line });
  }
  const x = position * ((SWEEP_STEPS - 1) * (cell + 1)) + cell / 2;
  drawBox(g, [x - 1.5, cell + 2, 3, 7], { fill: inks.ink });
}

export class Interpolation {
  /** @param {import("./index.js").DimensionsPage} page */
  constructor(page) {
    const { element } = page;
    this.element = element;
    this.page = page;
    /** @type {ReturnType<typeof pictureSheet> | null} the steps between */
    this.sheet = null;
    this.pictures = {
      from: new PixelPicture(element("from")),
      to: new PixelPicture(element("to")),
      middle: new PixelPicture(element("middle")),
    };
    this.from = this.to = null;
    /** Poses of samples by index, and the ends that are still loading. */
    this.poses = new Map();
    this.requestKey = "";
    this.frame = 0;
    const callbacks = { play: () => this.play(), pause: () => this.pause() };
    this.button = new PlayButton(element("play"), callbacks);
    this.listen();
  }

  close() {
    cancelAnimationFrame(this.frame);
  }

  listen() {
    const { element, page } = this;
    element("way").addEventListener("change", ({ target }) => {
      Object.assign(this.view, { way: target.value, ends: ["", ""] });
      this.offer();
      page.keep();
    });
    for (const end of ENDS) {
      element(`${end}-choice`).addEventListener("change", () => {
        this.view.ends = ENDS.map((name) => element(`${name}-choice`).value);
        this.show();
        page.keep();
      });
    }
    element("scrub").addEventListener("input", ({ target }) => {
      this.pause();
      this.scrub(Number(target.value));
      page.keep();
    });
  }

  /** The visitor's view, whose path, ends and position are updated here. */
  get view() {
    return this.page.state.view;
  }

  get position() {
    return this.view.place;
  }

  /** Empty until they are loaded. */
  get samples() {
    return this.page.figures.otherDigit.strip.samples ?? [];
  }

  /** Fill the two lists, and select the requested ends if available. */
  offer() {
    const { element, page } = this;
    const scene = page.scene();
    if (!scene) return;
    const { way, ends } = this.view;
    const { reply, sizes: lengths } = page.state;
    const { classes } = reply;
    const options = { stats: scene.stats, lengths, classes, samples: this.samples };
    const choices = endChoices(way, scene.k, options);
    const names = choices.map(([name]) => name);
    const defaults = defaultEnds(way, scene.k, names, classes.length);
    element("way").value = way;
    ENDS.forEach((end, i) => {
      const list = element(`${end}-choice`);
      list.replaceChildren(...choices.map(([name, label]) => new Option(label, name)));
      list.value = names.includes(ends[i]) ? ends[i] : defaults[i];
    });
    this.show();
  }

  /** Draw the pictures of the selected ends and of the path, once their poses are known. */
  async show() {
    const { element, page } = this;
    const names = ENDS.map((end) => element(`${end}-choice`).value);
    const scene = page.scene();
    const key = JSON.stringify([names, scene?.k, this.view.way]);
    this.requestKey = key;
    const [from, to] = await Promise.all(names.map((name) => this.end(name)));
    const current = page.scene();
    if (this.requestKey !== key || !from || !to || !current) return;
    [this.from, this.to] = [from, to];
    const { decoder, inks } = current;
    for (const end of ENDS) {
      const { capsule, pose } = this[end];
      this.pictures[end].show(decoder.decode(capsule, pose), inks.greyTable);
    }
    if (this.sheet?.side !== decoder.side) this.sheet = pictureSheet(SWEEP_STEPS, decoder.side);
    const { sheet } = this;
    for (let s = 0; s < SWEEP_STEPS; s++) {
      const image = imageBetween(decoder, from, to, s / (SWEEP_STEPS - 1));
      sheet.show(s, pixelsOf(image, inks.greyTable));
    }
    setText(element("between-text"), wayWords(from, to, page.state.reply.classes));
    this.scrub(this.position);
  }

  /** The pose of an end, by its name. */
  async end(name) {
    const { page } = this;
    const scene = page.scene();
    if (!scene) return null;
    const [kind, number] = name.split("-");
    const index = Number(number);
    if (kind === "now") return { name, capsule: scene.k, pose: Array.from(scene.pose) };
    if (kind === "mean") return { name, capsule: index, pose: scene.stats.mean[index] };
    if (kind === "drawing") return { name, capsule: index, pose: page.state.reply.poses[index] };
    if (!this.poses.has(index)) {
      const { bytes } = new DrawingRaster().load(this.samples[index].drawing);
      const promise = page.engine.read(page.settings, bytes).catch((error) => {
        this.poses.delete(index);
        page.trouble(error.message);
        return null;
      });
      this.poses.set(index, promise);
    }
    const reply = await this.poses.get(index);
    return reply && { name, capsule: scene.k, pose: reply.poses[scene.k] };
  }

  /** Another drawing or network: clear the old one's pictures. */
  forget() {
    this.poses.clear();
    this.requestKey = "";
    this.from = this.to = null;
    for (const picture of Object.values(this.pictures)) picture.clear();
    setText(this.element("between-text"), "");
    this.paint();
  }

  image(position) {
    return imageBetween(this.page.scene().decoder, this.from, this.to, position);
  }

  scrub(position) {
    const { element, page } = this;
    this.view.place = position;
    if (!this.from || !page.scene()) return;
    this.pictures.middle.show(this.image(position), page.scene().inks.greyTable);
    element("middle").dataset.seq = page.display.count();
    const scrub = element("scrub");
    if (Number(scrub.value) !== position) scrub.value = String(position);
    setText(
      element("scrub-text"),
      text("scrub-place", { percent: String(Math.round(100 * position)) }),
    );
    this.paint();
  }

  play() {
    this.button.show(true);
    // With reduced motion, still pictures follow each other.
    const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const duration = 1000 * (reducedMotion ? STILL_SECONDS : PLAY_SECONDS);
    const start = performance.now() - duration * this.position;
    const steps = SWEEP_STEPS - 1;
    const step = (now) => {
      const phase = ((now - start) / duration) % 2;
      const position = phase > 1 ? 2 - phase : Math.max(0, phase);
      const rounded = reducedMotion ? Math.round(position * steps) / steps : position;
      if (rounded !== this.position) this.scrub(rounded);
      this.frame = requestAnimationFrame(step);
    };
    this.frame = requestAnimationFrame(step);
  }

  pause() {
    const wasPlaying = this.frame;
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.button.show(false);
    if (wasPlaying) this.page.keep();
  }

  /** Data of `drawBetween`. */
  scene() {
    return { inks: this.page.scene()?.inks, strip: this.sheet?.canvas, position: this.position };
  }

  paint() {
    const draw = (g, w, h) => {
      if (this.from && this.page.scene()) drawBetween(g, w, h, this.scene());
    };
    this.width = paintFigure(this.element("between"), pathHeight, draw) || this.width;
  }
}
