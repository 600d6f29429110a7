/* Interpolation between two digits: the choice of ends, the way, and playing along it. */

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

/** Steps between the two ends, with the present position marked. */
export function drawBetween(g, width, _height, { inks, strip, place }) {
  const cell = cellOf(width);
  const side = strip.height;
  for (let s = 0; s < SWEEP_STEPS; s++) {
    const x = s * (cell + 1);
    g.drawImage(strip, s * side, 0, side, side, x, 0, cell, cell);
    drawBox(g, [x + 0.5, 0.5, cell - 1, cell - 1], { edge: inks.line });
  }
  const x = place * ((SWEEP_STEPS - 1) * (cell + 1)) + cell / 2;
  drawBox(g, [x - 1.5, cell + 2, 3, 7], { fill: inks.ink });
}

export class Between {
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
    this.asked = "";
    this.playing = 0;
    const acts = { play: () => this.play(), pause: () => this.pause() };
    this.button = new PlayButton(element("play"), acts);
    this.listen();
  }

  close() {
    cancelAnimationFrame(this.playing);
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

  /** The visitor's view: its way, ends and position are updated here. */
  get view() {
    return this.page.state.view;
  }

  get place() {
    return this.view.place;
  }

  /** Empty until they are loaded. */
  get samples() {
    return this.page.figures.other.strip.samples ?? [];
  }

  /** Fill the two lists, and select the requested ends if they are offered. */
  offer() {
    const { element, page } = this;
    const scene = page.scene();
    if (!scene) return;
    const { way, ends } = this.view;
    const { reply, sizes: lengths } = page.state;
    const { classes } = reply;
    const of = { known: scene.known, lengths, classes, samples: this.samples };
    const choices = endChoices(way, scene.k, of);
    const names = choices.map(([name]) => name);
    const usual = defaultEnds(way, scene.k, names, classes.length);
    element("way").value = way;
    ENDS.forEach((end, at) => {
      const list = element(`${end}-choice`);
      list.replaceChildren(...choices.map(([name, words]) => new Option(words, name)));
      list.value = names.includes(ends[at]) ? ends[at] : usual[at];
    });
    this.show();
  }

  /** The pictures of the chosen ends and of the way, once their poses are known. */
  async show() {
    const { element, page } = this;
    const names = ENDS.map((end) => element(`${end}-choice`).value);
    const scene = page.scene();
    const key = JSON.stringify([names, scene?.k, this.view.way]);
    this.asked = key;
    const [from, to] = await Promise.all(names.map((name) => this.end(name)));
    const now = page.scene();
    if (this.asked !== key || !from || !to || !now) return;
    [this.from, this.to] = [from, to];
    const { decoder, inks } = now;
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
    this.scrub(this.place);
  }

  /** The pose of an end, by its name. */
  async end(name) {
    const { page } = this;
    const scene = page.scene();
    if (!scene) return null;
    const [kind, number] = name.split("-");
    const at = Number(number);
    if (kind === "now") return { name, capsule: scene.k, pose: Array.from(scene.pose) };
    if (kind === "mean") return { name, capsule: at, pose: scene.known.mean[at] };
    if (kind === "drawing") return { name, capsule: at, pose: page.state.reply.poses[at] };
    if (!this.poses.has(at)) {
      const { bytes } = new DrawingRaster().load(this.samples[at].drawing);
      const read = page.engine.read(page.settings, bytes).catch((error) => {
        this.poses.delete(at);
        page.trouble(error.message);
        return null;
      });
      this.poses.set(at, read);
    }
    const reply = await this.poses.get(at);
    return reply && { name, capsule: scene.k, pose: reply.poses[scene.k] };
  }

  /** Another drawing or network: clear the old one's pictures. */
  forget() {
    this.poses.clear();
    this.asked = "";
    this.from = this.to = null;
    for (const picture of Object.values(this.pictures)) picture.clear();
    setText(this.element("between-text"), "");
    this.paint();
  }

  image(place) {
    return imageBetween(this.page.scene().decoder, this.from, this.to, place);
  }

  scrub(place) {
    const { element, page } = this;
    this.view.place = place;
    if (!this.from || !page.scene()) return;
    this.pictures.middle.show(this.image(place), page.scene().inks.greyTable);
    element("middle").dataset.seq = page.display.count();
    const scrub = element("scrub");
    if (Number(scrub.value) !== place) scrub.value = String(place);
    setText(
      element("scrub-text"),
      text("scrub-place", { percent: String(Math.round(100 * place)) }),
    );
    this.paint();
  }

  play() {
    this.button.show(true);
    // With reduced motion, still pictures follow each other.
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const length = 1000 * (still ? STILL_SECONDS : PLAY_SECONDS);
    const began = performance.now() - length * this.place;
    const steps = SWEEP_STEPS - 1;
    const step = (now) => {
      const turn = ((now - began) / length) % 2;
      const place = turn > 1 ? 2 - turn : Math.max(0, turn);
      const shown = still ? Math.round(place * steps) / steps : place;
      if (shown !== this.place) this.scrub(shown);
      this.playing = requestAnimationFrame(step);
    };
    this.playing = requestAnimationFrame(step);
  }

  pause() {
    const played = this.playing;
    cancelAnimationFrame(this.playing);
    this.playing = 0;
    this.button.show(false);
    if (played) this.page.keep();
  }

  /** What `drawBetween` draws. */
  scene() {
    return { inks: this.page.scene()?.inks, strip: this.sheet?.canvas, place: this.place };
  }

  paint() {
    const draw = (g, w, h) => {
      if (this.from && this.page.scene()) drawBetween(g, w, h, this.scene());
    };
    this.width = paintFigure(this.element("between"), pathHeight, draw) || this.width;
  }
}
