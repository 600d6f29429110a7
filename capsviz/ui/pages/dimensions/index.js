/*
 * The Dimensions page: sliders, sweeps, evidence and ways between digits, all decoded here.
 *
 * The server is asked for a drawing's ten poses and for what was measured about the model;
 * everything that moves is computed in the visitor's browser.
 */

import { CapsuleDecoder } from "../../browser/decoder.js";
import { make, put } from "../../browser/dom.js";
import { exportButtons, exportFigure, saveFile } from "../../browser/export.js";
import { paintDrawing } from "../../browser/ink.js";
import { decodeReply, encodeRequest } from "../../browser/message.js";
import { copyText, viewLink } from "../../browser/permalink.js";
import { adoptTheme, PixelPicture } from "../../browser/picture.js";
import { base64ToBytes, DrawingRaster, FIELD } from "../../browser/raster.js";
import {
  DimensionSliders,
  dimensionLabels,
  formatPoseValue,
  loadPoseStatistics,
} from "../../browser/sliders.js";
import { encodeGif } from "./gif.js";
import { asPercent, PoseCloud, poseLength, shareBelow, shareOfHistogram } from "./numbers.js";
import {
  betweenCell,
  DATA_REACH,
  DimensionInks,
  drawBetween,
  drawHistogram,
  drawHistogramBars,
  drawPicture,
  drawSweep,
  drawSweepCells,
  drawSweepFrame,
  histogramPlace,
  histogramSide,
  MEASURES,
  PAPER_REACH,
  SIDE,
  SWEEP_STEPS,
  sweepHit,
  sweepLayout,
  sweepRowBox,
} from "./sweep.js";

/** Milliseconds that the sweep grid may take of a frame, and of a slider's event. */
const SWEEP_BUDGET = 12;
const DRAG_BUDGET = 4;
/** A slider counts as being moved for so long after its last event. */
const DRAG_PAUSE = 150;
const PLAY_SECONDS = 2.5;
const STILL_SECONDS = 10;
const LIVE_WAIT = 4000;
const MOST_UNDO = 100;
const GIF_SCALE = 8;
const KEPT = "__capsvizDimensionsView";

/** A row of several 28 x 28 pictures that is drawn from, larger, onto the page. */
function pictureSheet(columns) {
  const canvas = document.createElement("canvas");
  canvas.width = columns * SIDE;
  canvas.height = SIDE;
  const context = canvas.getContext("2d");
  const image = context.createImageData(SIDE, SIDE);
  const pixels = new Uint32Array(image.data.buffer);
  const show = (column, colourOf) => {
    for (let p = 0; p < pixels.length; p++) pixels[p] = colourOf(p);
    context.putImageData(image, column * SIDE, 0);
  };
  return { canvas, show };
}

class DimensionsPage {
  constructor(root) {
    this.root = root;
    this.part = (name) => root.querySelector(`[data-part="${name}"]`);
    this.parts = (name) => root.querySelectorAll(`[data-part="${name}"]`);
    this.hook = (name) => root.querySelector(`[data-testid="${name}"]`);
    this.count = 0;
    this.k = -1;
    this.dimension = 0;
    this.range = "paper";
    this.order = "number";
    this.shownOrder = Array.from({ length: 16 }, (_, d) => d);
    this.startsFrom = "drawing";
    this.history = [];
    this.committed = null;
    this.next = 0;
    /** Dimensions whose row shows an older pose, and rows of the grid that are in sight. */
    this.stale = new Set();
    this.inSight = new Set();
    this.sweeping = 0;
    this.cursor = null;
    this.way = "class";
    this.place = 0.5;
    this.from = this.to = null;
    /** Ends that a link asks for, until they can be chosen. */
    this.ends = null;
    this.known = null;
    this.names = null;
    this.decoder = null;
    this.reply = null;
    this.clouds = new Map();
    this.digits = new Map();
    this.samplePoses = new Map();
    this.undoing = new AbortController();
    this.build();
  }

  close() {
    this.undoing.abort();
    this.watching.disconnect();
    this.sight.disconnect();
    clearTimeout(this.resting);
    cancelAnimationFrame(this.sweeping);
    cancelAnimationFrame(this.playing);
    clearTimeout(this.copiedTimer);
  }

  // --- building, once

  build() {
    const { hook } = this;
    this.inks = new DimensionInks(this.root);
    this.image = new Uint8Array(SIDE * SIDE);
    this.startImage = new Uint8Array(SIDE * SIDE);
    this.cells = new Uint8Array(SWEEP_STEPS * SIDE * SIDE);
    // One for each row: drawing from a canvas that has changed copies all of it.
    this.sheets = Array.from({ length: 16 }, () => pictureSheet(SWEEP_STEPS + 1));
    this.stripSheet = pictureSheet(SWEEP_STEPS);
    this.strip = this.stripSheet.canvas;
    this.single = hook("reconstruction");
    this.pictures = Object.fromEntries(
      ["reconstruction", "start", "difference", "from", "to", "middle"].map((name) => [
        name,
        new PixelPicture(hook(name)),
      ]),
    );
    this.sliders = new DimensionSliders(this.part("sliders"), {
      onChange: (_, index) => {
        this.redraw(index >= 0);
      },
      onCommit: () => this.commit(),
    });
    this.buildTen();
    for (let d = 0; d < 16; d++) hook("dimension").append(new Option(`dimension ${d}`, String(d)));
    this.figures = {
      sweep: this.figure("sweep", (w) => sweepLayout(w, this).height, drawSweepFrame),
      histogram: this.figure("histogram", () => 150, drawHistogramBars),
      between: this.figure("between", (w) => betweenCell(w) + 10, drawBetween),
    };
    this.buildRows();
    this.watching = new ResizeObserver(() => this.fit());
    for (const { canvas } of Object.values(this.figures))
      this.watching.observe(canvas.parentElement);
    this.listen();
    this.buildExports();
  }

  figure(name, height, draw) {
    const canvas = this.hook(name);
    return { name, height, draw, canvas, context: canvas.getContext("2d"), width: 0 };
  }

  /** Each row of the sweeps is a canvas: a browser copies the whole of one that it changes. */
  buildRows() {
    this.rowCanvases = Array.from({ length: 16 }, (_, at) =>
      make("canvas", { data: { testid: `sweep-row-${at}` } }),
    );
    this.rowContexts = this.rowCanvases.map((canvas) => canvas.getContext("2d"));
    this.hook("sweep-rows").replaceChildren(...this.rowCanvases);
    this.sight = new IntersectionObserver((seen) => {
      for (const { target, isIntersecting } of seen) {
        const at = this.rowCanvases.indexOf(target);
        if (isIntersecting) this.inSight.add(at);
        else this.inSight.delete(at);
      }
      if (this.stale.size) this.sweepSoon();
    });
    for (const canvas of this.rowCanvases) this.sight.observe(canvas);
  }

  buildTen() {
    const group = this.hook("capsules");
    this.ten = Array.from({ length: 10 }, (_, k) => {
      const canvas = make("canvas", { aria: { "aria-hidden": "true" } });
      const value = make("span");
      const button = make(
        "button",
        {
          type: "button",
          className: "cv-d-capsule",
          data: { testid: `capsule-${k}` },
          aria: { role: "radio", "aria-checked": "false" },
        },
        canvas,
        make("b", {}, String(k)),
        value,
      );
      button.addEventListener("click", () => this.choose(k));
      group.append(button);
      return { button, value, picture: new PixelPicture(canvas) };
    });
    group.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      if (!step || this.k < 0) return;
      event.preventDefault();
      this.choose((this.k + step + 10) % 10);
      this.ten[this.k].button.focus();
    });
  }

  listen() {
    const {
      hook,
      undoing: { signal },
    } = this;
    const click = (name, act) => hook(name).addEventListener("click", act);
    const change = (name, act) =>
      hook(name).addEventListener("change", ({ target }) => act(target.value));
    click("start-drawing", () => this.startFrom("drawing"));
    click("start-mean", () => this.startFrom("mean"));
    click("undo", () => this.undo());
    click("randomise", () => this.put(this.cloud.usual()));
    click("stretch", () => this.stretch());
    click("copy-link", () => this.copyLink());
    click("open-draw", () => this.openDraw());
    click("play", () => this.play());
    change("order", (order) => this.sort(order));
    change("range", (range) => this.setRange(range));
    change("dimension", (d) => this.select(Number(d)));
    change("way", (way) => this.setWay(way));
    for (const end of ["from-choice", "to-choice"]) {
      change(end, () => {
        this.ends = null;
        this.chooseEnds();
        this.keep();
      });
    }
    hook("scrub").addEventListener("input", ({ target }) => {
      this.pause();
      this.scrub(Number(target.value));
      this.keep();
    });
    this.part("mnist").addEventListener("submit", (event) => {
      event.preventDefault();
      this.loadMnist(hook("mnist-index").value);
    });
    this.part("sliders").addEventListener("focusin", ({ target }) => {
      const d = target.closest("[data-dimension]")?.dataset.dimension;
      if (d !== undefined) this.select(Number(d));
    });
    document.addEventListener("keydown", (event) => this.shortcut(event), { signal });
    document.addEventListener("click", ({ target }) => this.closeHelp(target), { signal });
    this.listenToSweep();
  }

  listenToSweep() {
    const canvas = this.hook("sweep");
    const hit = (event) => {
      const box = canvas.getBoundingClientRect();
      return sweepHit(
        sweepLayout(box.width, this),
        event.clientX - box.left,
        event.clientY - box.top,
      );
    };
    canvas.addEventListener("pointermove", (event) => {
      const found = hit(event);
      canvas.style.cursor = found?.part === "cell" || found?.part === "label" ? "pointer" : "";
      this.point(found);
    });
    canvas.addEventListener("pointerleave", () => this.point(null));
    canvas.addEventListener("click", (event) => this.activate(hit(event)));
    canvas.addEventListener("blur", () => this.point(null));
    canvas.addEventListener("keydown", (event) => {
      const moves = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        this.activate(this.cursor);
      } else if (event.key in moves) {
        event.preventDefault();
        const [down, right] = moves[event.key];
        const now = this.cursor ?? { at: 0, column: 5 };
        const at = Math.min(15, Math.max(0, now.at + (this.cursor ? down : 0)));
        const column = Math.min(10, Math.max(0, now.column + (this.cursor ? right : 0)));
        this.point({ part: "cell", at, column });
      }
    });
  }

  closeHelp(target) {
    for (const open of this.root.querySelectorAll(".cv-help[open], .cv-other[open]")) {
      if (target && open.contains(target)) continue;
      if (open.contains(document.activeElement)) open.querySelector("summary").focus();
      open.open = false;
    }
  }

  shortcut(event) {
    if (event.key === "Escape") this.closeHelp();
    const typing = event.target.closest?.("input:not([type=range]), textarea, select");
    if (typing || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z") return;
    event.preventDefault();
    this.undo();
  }

  // --- what the page's script says

  update({ data, setStateValue }) {
    this.setStateValue = setStateValue;
    const before = this.server;
    this.server = data;
    this.adoptColours();
    if (data.view) this.wanted = data.view;
    if (!before) {
      this.part("mnist").hidden = !data.mnist;
      this.loadSamples();
    }
    const reply = decodeReply(base64ToBytes(data.reply));
    if (reply.error) {
      this.trouble(reply.error);
      return;
    }
    if (before?.decoder.sha !== data.decoder.sha) this.load(reply);
    else if (this.decoder) this.adopt(reply);
    else this.waiting = reply;
  }

  async load(reply) {
    const { base, decoder, poses } = this.server;
    this.waiting = reply;
    this.decoder = null;
    try {
      const [found, known] = await Promise.all([
        CapsuleDecoder.load(`${base}/capsviz/decoder/${decoder.sha}.bin`, decoder),
        poses ? loadPoseStatistics(`${base}/capsviz/poses/${poses}.json`) : null,
      ]);
      if (decoder.sha !== this.server.decoder.sha) return;
      this.decoder = found;
      this.known = known;
      this.clouds.clear();
      this.showEvidence();
      this.adopt(this.waiting);
    } catch (error) {
      this.trouble(`The decoder could not be loaded: ${error.message}.`);
    }
  }

  showEvidence() {
    const { known } = this;
    for (const name of ["meter", "data-section"]) this.part(name).hidden = !known;
    this.hook("randomise").hidden = !known;
    for (const name of ["start-mean", "order"]) this.hook(name).disabled = !known;
    this.hook("range").querySelector('[value="data"]').disabled = !known;
    const { provenance: made } = known ?? {};
    put(
      this.part("evidence"),
      known
        ? "In the table, a colour tells how far a measure moves when the dimension rises by one " +
            "standard deviation (red: up, blue: down; full colour: one standard deviation of real " +
            "digits), the number is the R² of a straight line over sweeps from many real poses. " +
            `\u2713: real test digits agree. Measured on ${made.training_images.toLocaleString("en")} ` +
            `training and ${made.test_images.toLocaleString("en")} test digits.`
        : "What the dimensions of this model do has not been measured: run `capsviz analyse " +
            `--checkpoint ${this.server.settings.model}\` to get ranges, labels and evidence.`,
    );
  }

  adopt(reply) {
    const same = this.reply && String(reply.poses) === String(this.reply.poses);
    this.trouble("");
    if (same && !this.wanted) return;
    this.reply = reply;
    this.samplePoses.clear();
    const { capsule } = this.server.settings;
    const winner = reply.lengths.at(-1).indexOf(Math.max(...reply.lengths.at(-1)));
    this.winner = winner;
    const all = this.decoder.decodeAll(reply.poses);
    for (let k = 0; k < 10; k++) this.showTen(k, all);
    const kept = globalThis[KEPT];
    const now = JSON.stringify(this.server.drawing);
    const view = this.wanted ?? (this.k < 0 && kept?.drawing === now ? kept.view : null);
    this.wanted = null;
    this.startsFrom = view?.start === "mean" && this.known ? "mean" : "drawing";
    if (view) {
      this.range = view.range === "data" && this.known ? "data" : "paper";
      this.order = view.order === "effect" && this.known ? "effect" : "number";
      this.dimension = view.dimension;
      this.hook("range").value = this.range;
      this.hook("order").value = this.order;
      this.way = view.way;
      this.hook("way").value = view.way;
      this.place = view.place;
      this.ends = { from: view.ends[0], to: view.ends[1] };
    }
    const wanted = view && view.capsule >= 0 ? view.capsule : capsule;
    this.choose(wanted >= 0 ? wanted : winner, view?.pose?.length === 16 ? view.pose : null);
  }

  showTen(k, all) {
    const { picture, value, button } = this.ten[k];
    const length = this.reply.lengths.at(-1)[k];
    picture.show(all, this.inks.greyTable, k * SIDE * SIDE);
    put(value, length.toFixed(2));
    button.classList.toggle("cv-d-winner", k === this.winner);
    button.setAttribute(
      "aria-label",
      `${k}, length ${length.toFixed(2)}${k === this.winner ? ", the longest" : ""}`,
    );
  }

  // --- which capsule, from where

  choose(k, pose = null) {
    this.k = k;
    this.ten.forEach(({ button }, at) => {
      button.setAttribute("aria-checked", String(at === k));
      button.tabIndex = at === k ? 0 : -1;
    });
    for (const name of this.parts("digit-name")) put(name, String(k));
    put(this.hook("start-mean"), `the mean ${k}`);
    if (this.known && !this.clouds.has(k)) this.clouds.set(k, new PoseCloud(this.known, k));
    this.cloud = this.clouds.get(k) ?? null;
    this.names = this.known && dimensionLabels(this.known, k);
    const short = this.reply.lengths.at(-1)[k] < 0.5;
    put(
      this.part("ten-note"),
      k === this.winner
        ? "the longest is chosen"
        : short
          ? `${k} did not win: so short a pose decodes to a blur` +
            (this.cloud ? `; bring it to a ${k}'s usual length to see a ${k} in this hand` : "")
          : "",
    );
    this.begin(pose);
  }

  startFrom(where) {
    this.startsFrom = where;
    this.begin();
  }

  /** Put the start on the sliders, and everything in step with it. */
  begin(pose = null) {
    const { k, known } = this;
    const start = this.startsFrom === "mean" ? known.mean[k] : this.reply.poses[k];
    this.sliders.show(k, start, known?.mean[k] ?? null, known?.std[k] ?? null);
    for (const where of ["drawing", "mean"]) {
      this.hook(`start-${where}`).setAttribute("aria-pressed", String(where === this.startsFrom));
    }
    this.sliders.label(this.names);
    this.startImage.set(this.decoder.decode(k, this.sliders.original));
    this.pictures.start.show(this.startImage, this.inks.greyTable);
    this.history = [];
    this.committed = Float32Array.from(this.sliders.pose);
    this.sort(this.order);
    this.setEnds();
    if (pose) this.sliders.set(pose);
    else this.sliders.set(this.sliders.original);
    this.committed = Float32Array.from(this.sliders.pose);
    this.select(this.dimension);
    this.showHistory();
    this.fit();
  }

  /** Another pose on the sliders, in one undoable step. */
  put(pose) {
    this.sliders.set(pose);
    this.commit();
  }

  commit() {
    const { pose } = this.sliders;
    if (!this.committed || pose.every((value, d) => value === this.committed[d])) return;
    this.history.push(this.committed);
    if (this.history.length > MOST_UNDO) this.history.shift();
    this.committed = Float32Array.from(pose);
    this.showHistory();
    this.setEnds();
    this.announce();
    this.keep();
  }

  /** To a screen reader: how usual the pose is, once it has come to rest. */
  announce() {
    put(this.part("announced"), this.cloud ? this.hook("meter-text").textContent : "");
  }

  undo() {
    const before = this.history.pop();
    if (!before) return;
    this.committed = before;
    this.sliders.set(before);
    this.showHistory();
    this.announce();
    this.keep();
  }

  showHistory() {
    this.hook("undo").disabled = this.history.length === 0;
  }

  stretch() {
    const { pose } = this.sliders;
    const factor = this.cloud.lengths[50] / Math.max(poseLength(pose), 1e-6);
    this.put(Array.from(pose, (value) => value * factor));
  }

  // --- drawing what is on the sliders

  /** Inside the slider's own event: decoded and drawn before the browser next paints. */
  redraw(moving = false) {
    if (!this.decoder || this.k < 0) return;
    const {
      sliders: { pose },
      inks,
      pictures,
    } = this;
    this.decoder.decode(this.k, pose, this.image);
    pictures.reconstruction.show(this.image, inks.greyTable);
    pictures.difference.showDifference(this.image, this.startImage, inks.signedTable);
    this.showMeter();
    this.markHistogram();
    const seq = String(++this.count);
    for (const name of ["reconstruction", "difference", "meter"]) this.hook(name).dataset.seq = seq;
    for (let d = 0; d < 16; d++) this.stale.add(d);
    if (moving) this.sweepOn(DRAG_BUDGET, true);
    else this.sweepSoon();
  }

  showMeter() {
    const {
      cloud,
      k,
      sliders: { pose },
    } = this;
    const length = poseLength(pose);
    if (!cloud) {
      put(this.hook("length-text"), `length ${length.toFixed(2)}`);
      return;
    }
    const distance = cloud.distance(pose);
    const farther = 1 - shareBelow(cloud.distances, distance);
    const whole = 1.5 * cloud.distances[100];
    const share = (value) => `${(100 * Math.min(1, value / whole)).toFixed(2)}%`;
    this.part("meter-usual").style.width = share(cloud.distances[95]);
    this.part("meter-now").style.left = share(distance);
    const count = cloud.count.toLocaleString("en");
    const far = `distance ${distance.toFixed(1)} from the mean ${k}: `;
    put(
      this.hook("meter-text"),
      far +
        (farther === 0
          ? `farther out than every one of the ${count} training ${k}s. No digit like this was ever seen.`
          : farther < 0.05
            ? `unusual, ${asPercent(farther)} of the training ${k}s lie farther out.`
            : `usual, ${asPercent(farther)} of the training ${k}s lie farther out.`),
    );
    this.hook("meter").classList.toggle("cv-d-far", farther < 0.05);
    const [low, high] = [cloud.lengths[1], cloud.lengths[99]];
    const beyond = length < low ? ", too short" : length > high ? ", too long" : "";
    put(
      this.hook("length-text"),
      `length ${length.toFixed(2)}${beyond}: 98 % of real ${k}s have ${low.toFixed(2)} to ${high.toFixed(2)}.`,
    );
    const stretch = this.hook("stretch");
    stretch.hidden = !beyond;
    put(stretch, `bring to length ${cloud.lengths[50].toFixed(2)}`);
  }

  // --- the sweep grid: round and round through its rows, a few each frame

  sweepValue(d, s) {
    const share = (2 * s) / (SWEEP_STEPS - 1) - 1;
    if (this.range === "paper") return this.sliders.pose[d] + PAPER_REACH * share;
    return this.known.mean[this.k][d] + DATA_REACH * share * this.known.std[this.k][d];
  }

  /** Column, with fractions, at which the present pose lies in a row; null if outside. */
  placeInSweep(d) {
    if (this.range === "paper") return 5;
    const z = (this.sliders.pose[d] - this.known.mean[this.k][d]) / this.known.std[this.k][d];
    const place = 5 + (5 * z) / DATA_REACH;
    return place < -0.5 || place > 10.5 ? null : place;
  }

  /**
   * Draw rows that are out of date, for so many milliseconds, and go on later.
   *
   * While a slider is moved this runs inside its events, and only rows in sight are drawn: a
   * frame asked for between two events would make the next event wait for the one after it.
   */
  sweepOn(budget, moving = false) {
    const {
      figures: { sweep },
      shownOrder,
    } = this;
    if (!this.decoder || !sweep.width) return;
    const until = performance.now() + budget;
    const layout = sweepLayout(sweep.width, this);
    for (let at = this.nextRow(moving); at >= 0; at = this.nextRow(moving)) {
      const d = shownOrder[at];
      this.sweepRow(d);
      drawSweepCells(this.rowContexts[at], layout, this, at);
      this.stale.delete(d);
      this.next = (at + 1) % 16;
      if (performance.now() >= until) break;
    }
    sweep.canvas.dataset.seq = String(++this.count);
    if (this.stale.size) this.sweepSoon(moving ? DRAG_PAUSE : 0);
  }

  /** The next row to draw, those in sight first; -1 if none. Others wait for the slider's rest. */
  nextRow(moving) {
    const { next, shownOrder, stale, inSight } = this;
    const turn = Array.from({ length: 16 }, (_, n) => (next + n) % 16);
    const waits = turn.filter((at) => stale.has(shownOrder[at]));
    return waits.find((at) => inSight.has(at)) ?? (moving ? -1 : (waits[0] ?? -1));
  }

  sweepSoon(pause = 0) {
    clearTimeout(this.resting);
    if (pause) this.resting = setTimeout(() => this.sweepSoon(), pause);
    else
      this.sweeping ||= requestAnimationFrame(() => {
        this.sweeping = 0;
        this.sweepOn(SWEEP_BUDGET);
      });
  }

  sweepRow(d) {
    const { cells, inks, sheets } = this;
    const size = SIDE * SIDE;
    const pose = (this.swept ??= new Float32Array(16));
    pose.set(this.sliders.pose);
    for (let s = 0; s < SWEEP_STEPS; s++) {
      pose[d] = this.sweepValue(d, s);
      const here = cells.subarray(s * size, (s + 1) * size);
      this.decoder.decode(this.k, pose, here);
      sheets[d].show(s, (p) => inks.greyTable[here[p]]);
    }
    const last = (SWEEP_STEPS - 1) * size;
    sheets[d].show(SWEEP_STEPS, (p) => inks.signedTable[(cells[last + p] - cells[p] + 256) >> 1]);
  }

  /** All rows at once, for a file. */
  sweepAll() {
    for (let d = 0; d < 16; d++) this.sweepRow(d);
  }

  setRange(range) {
    this.range = range;
    this.paint("sweep");
    this.redraw();
    this.keep();
  }

  sort(order) {
    this.order = order;
    const { known, k } = this;
    const all = Array.from({ length: 16 }, (_, d) => d);
    const effect = known?.effects.visible[k];
    this.shownOrder =
      order === "effect" && effect ? all.sort((a, b) => effect[b] - effect[a]) : all;
    this.sliders.sort(order === "effect" ? this.shownOrder : null);
    this.paint("sweep");
    this.keep();
  }

  point(found) {
    if (JSON.stringify(found) === JSON.stringify(this.cursor)) return;
    this.cursor = found;
    this.paint("sweep");
    put(this.hook("sweep-text"), found ? this.describe(found) : "");
  }

  describe({ part, at, column }) {
    const d = this.shownOrder[at];
    const { known, k } = this;
    if (part === "measure") {
      const [name, , unit] = MEASURES[column];
      const slope = known.effects.slope[k][d][column];
      const partial = known.effects.partial[k][d][column];
      const sign = slope < 0 ? "\u2212" : "+";
      const size = Math.abs(slope).toPrecision(2);
      const real =
        partial === null
          ? ""
          : `; on real test digits, partial correlation ${formatPoseValue(partial)}`;
      return `dimension ${d} and ${name}: ${sign}${Number(size)} ${unit} per standard deviation, R² ${known.effects.r2[k][d][column].toFixed(2)}${real}`;
    }
    if (part === "cell")
      return `dimension ${d} at ${formatPoseValue(this.sweepValue(d, column))}: click to use this pose`;
    if (part === "change") return `dimension ${d}: the last picture minus the first`;
    return known ? this.sentence(d) : `dimension ${d}`;
  }

  activate(found) {
    if (!found) return;
    const d = this.shownOrder[found.at];
    this.select(d);
    if (found.part !== "cell") return;
    const pose = Float32Array.from(this.sliders.pose);
    pose[d] = this.sweepValue(d, found.column);
    this.put(pose);
  }

  // --- what was measured

  /** A label as a full sentence. */
  sentence(d) {
    const { known, k } = this;
    const { kind, text, measures, confirmed } = known.labels[k][d];
    const names = measures.map((m) => MEASURES[m][0]);
    const first = measures[0];
    const start = `Dimension ${d} of the ${k}`;
    if (kind === "still") return `${start}: hardly changes the picture.`;
    if (kind === "local")
      return `${start}: changes a detail that none of the nine measures describes.`;
    const slope = known.effects.slope[k][d][first];
    const by = `${slope < 0 ? "\u2212" : "+"}${Number(Math.abs(slope).toPrecision(2))} ${MEASURES[first][2]} per standard deviation`;
    const real = confirmed ? "Real test digits agree." : "Real test digits do not confirm it.";
    if (kind === "clear") return `${start} is ${text}: ${by}. ${real}`;
    if (kind === "loose") return `${start} goes ${text}, but not in a straight line. ${real}`;
    return `${start} is entangled: it changes ${names.join(" and ")} together (${text.replace("entangled: ", "R² ")}). ${real}`;
  }

  select(d) {
    this.dimension = d;
    this.hook("dimension").value = String(d);
    if (!this.known) return;
    put(this.hook("label-text"), this.sentence(d));
    this.paint("sweep");
    this.paintHistogram();
    this.showEnds();
    this.keep();
  }

  paintHistogram() {
    this.paint("histogram");
    this.marked = null;
    this.markHistogram();
  }

  /** Where the pose on the sliders lies: moved with every event, while the bars stay. */
  markHistogram() {
    const {
      known,
      k,
      dimension: d,
      sliders,
      figures: { histogram },
    } = this;
    const value = sliders.pose[d];
    if (!known || k < 0 || !histogram.width || value === this.marked) return;
    this.marked = value;
    const x = histogramPlace(this, value, histogram.width);
    const mark = this.part("now");
    mark.style.transform = `translateX(${x.toFixed(1)}px)`;
    mark.dataset.side = histogramSide(x, histogram.width);
    put(mark.lastElementChild, `now ${formatPoseValue(value)}`);
    const higher = (x) => {
      const share = shareOfHistogram(known.histogram[k][d], known.mean[k][d], known.std[k][d], x);
      const place =
        share === 0
          ? "lower than all"
          : share === 1
            ? "higher than all"
            : `higher than ${asPercent(share)}`;
      return `${formatPoseValue(x)} is ${place} of the training ${k}s`;
    };
    const start = sliders.original[d];
    const from = this.startsFrom === "mean" ? "The mean" : "Your drawing";
    put(
      this.hook("histogram-text"),
      value === start
        ? `${from}: ${higher(start)}.`
        : `Now: ${higher(value)}. ${from} (thin line): ${higher(start)}.`,
    );
  }

  /** Real digits at the two ends of the chosen dimension, fetched when first shown. */
  async showEnds() {
    const { known, k, dimension: d, server } = this;
    const key = `${k}/${d}`;
    if (this.endsShown === key) return;
    this.endsShown = key;
    for (const end of ["low", "high"]) {
      const place = this.hook(`${end}-digits`);
      if (!server.mnist) {
        put(place, "MNIST is not on this machine.");
        continue;
      }
      const found = await Promise.all(
        known.examples[end][k][d].map((index) => this.mnistDigit(index)),
      );
      if (this.endsShown !== key) return;
      place.replaceChildren(...found.filter(Boolean).map((digit) => this.digitButton(digit)));
    }
  }

  digitButton({ index, b, small }) {
    const canvas = make("canvas", { aria: { "aria-hidden": "true" } });
    new PixelPicture(canvas).show(small, this.inks.greyTable);
    const title = `MNIST test digit ${index}`;
    const button = make(
      "button",
      { type: "button", className: "cv-d-digit", title, aria: { "aria-label": title } },
      canvas,
    );
    button.addEventListener("click", () => this.replaceDrawing({ s: [], b }));
    return button;
  }

  async mnistDigit(index) {
    if (!this.digits.has(index)) {
      const fetched = fetch(`${this.server.base}/capsviz/mnist/${index}`)
        .then((reply) => (reply.ok ? reply.json() : null))
        .then((found) => {
          if (!found) return null;
          const raster = base64ToBytes(found.b);
          const step = FIELD / SIDE;
          const small = Uint8Array.from(
            { length: SIDE * SIDE },
            (_, p) => raster[Math.floor(p / SIDE) * step * FIELD + (p % SIDE) * step],
          );
          return { index, b: found.b, small };
        })
        .catch(() => null);
      this.digits.set(index, fetched);
    }
    return this.digits.get(index);
  }

  // --- between two digits

  setWay(way) {
    this.ends = null;
    this.way = way;
    this.setEnds(true);
    this.keep();
  }

  /** Fill the two lists of ends; what was chosen stays where it is still offered. */
  setEnds(anew = false) {
    const { k, known, way, reply } = this;
    const choices = [];
    if (way === "class") {
      choices.push(["now", "the sliders"], [`drawing-${k}`, `your drawing's ${k}`]);
      if (known) choices.push([`mean-${k}`, `the mean ${k}`]);
      (this.samples ?? []).forEach(({ digit, name }, at) => {
        if (digit === k) choices.push([`sample-${at}`, name]);
      });
    } else {
      for (let j = 0; j < 10; j++) {
        if (known) choices.push([`mean-${j}`, `the mean ${j}`]);
        if (reply.lengths.at(-1)[j] >= 0.1 || !known)
          choices.push([`drawing-${j}`, `your drawing's ${j}`]);
      }
    }
    const names = choices.map(([value]) => value);
    const other =
      names.find((name) => name !== names[0] && name !== `drawing-${k}`) ?? names.at(-1);
    const second =
      way === "class" ? (names.find((name) => name.startsWith("sample-")) ?? other) : null;
    const usual = {
      from: way === "class" ? "now" : names.includes(`drawing-${k}`) ? `drawing-${k}` : `mean-${k}`,
      to: second ?? names.find((name) => name === `mean-${(k + 1) % 10}`) ?? other,
    };
    for (const end of ["from", "to"]) {
      const list = this.hook(`${end}-choice`);
      const before = this.ends?.[end] ?? list.value;
      list.replaceChildren(...choices.map(([value, text]) => new Option(text, value)));
      const kept = names.includes(before) && (this.ends || !anew);
      list.value = kept ? before : usual[end];
    }
    if (this.samples) this.ends = null; // what a link wants may be a sample still to come
    this.chooseEnds();
  }

  async chooseEnds() {
    const asked = ["from", "to"].map((end) => this.hook(`${end}-choice`).value);
    const key = JSON.stringify([asked, this.k, this.way]);
    this.endsAsked = key;
    const [from, to] = await Promise.all(asked.map((name) => this.endPose(name)));
    if (this.endsAsked !== key || !from || !to) return;
    this.from = { ...from, name: asked[0] };
    this.to = { ...to, name: asked[1] };
    for (const end of ["from", "to"]) {
      const { capsule, pose } = this[end];
      this.pictures[end].show(this.decoder.decode(capsule, pose), this.inks.greyTable);
    }
    for (let s = 0; s < SWEEP_STEPS; s++) {
      const image = this.betweenImage(s / (SWEEP_STEPS - 1));
      this.stripSheet.show(s, (p) => this.inks.greyTable[image[p]]);
    }
    put(
      this.hook("between-text"),
      from.capsule === to.capsule
        ? `The pose of the ${from.capsule} in a straight line; what lies between need not look like a real digit.`
        : `Capsule ${from.capsule} shrinks while capsule ${to.capsule} grows.`,
    );
    this.scrub(this.place);
  }

  async endPose(name) {
    const [kind, at] = [name.split("-")[0], Number(name.split("-")[1])];
    if (kind === "now") return { capsule: this.k, pose: Array.from(this.sliders.pose) };
    if (kind === "mean") return { capsule: at, pose: this.known.mean[at] };
    if (kind === "drawing") return { capsule: at, pose: this.reply.poses[at] };
    if (!this.samplePoses.has(at)) {
      this.samplePoses.set(
        at,
        this.readDrawing(this.samples[at].drawing).catch((error) => {
          this.samplePoses.delete(at);
          this.trouble(error.message);
          return null;
        }),
      );
    }
    const reply = await this.samplePoses.get(at);
    return reply && { capsule: this.k, pose: reply.poses[this.k] };
  }

  /** Ask the network about another drawing, once, without touching the present one. */
  readDrawing(drawing) {
    const { base, settings } = this.server;
    const address = new URL(`${base}/capsviz/live`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const refused = new Error("This sample could not be read: there is no live connection.");
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(address);
      socket.binaryType = "arraybuffer";
      const timer = setTimeout(() => socket.close(), LIVE_WAIT);
      socket.onopen = () => {
        const raster = new DrawingRaster().load(drawing).bytes;
        socket.send(encodeRequest({ seq: 1, ...settings }, raster));
      };
      socket.onmessage = ({ data }) => {
        const reply = decodeReply(new Uint8Array(data));
        if (reply.error) reject(new Error(reply.error));
        else resolve(reply);
        socket.close();
      };
      socket.onclose = () => {
        clearTimeout(timer);
        reject(refused);
      };
    });
  }

  betweenImage(t) {
    const { from, to } = this;
    const scaled = (pose, factor) => Float32Array.from(pose, (value) => value * factor);
    if (from.capsule === to.capsule) {
      const pose = Float32Array.from(from.pose, (value, d) => value + (to.pose[d] - value) * t);
      return this.decoder.decode(from.capsule, pose);
    }
    return this.decoder.decodeMixed([
      [from.capsule, scaled(from.pose, 1 - t)],
      [to.capsule, scaled(to.pose, t)],
    ]);
  }

  scrub(place) {
    this.place = place;
    if (!this.from) return;
    const { middle } = this.pictures;
    middle.show(this.betweenImage(place), this.inks.greyTable);
    this.hook("middle").dataset.seq = String(++this.count);
    const scrub = this.hook("scrub");
    if (Number(scrub.value) !== place) scrub.value = String(place);
    put(this.hook("scrub-text"), `${Math.round(100 * place)} %`);
    this.paint("between");
  }

  play() {
    if (this.playing) {
      this.pause();
      return;
    }
    this.hook("play").setAttribute("aria-pressed", "true");
    put(this.hook("play"), "pause");
    // Who asked for less motion sees one still picture after another.
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const length = 1000 * (still ? STILL_SECONDS : PLAY_SECONDS);
    const began = performance.now() - length * this.place;
    const step = (now) => {
      const turn = ((now - began) / length) % 2;
      const place = turn > 1 ? 2 - turn : Math.max(0, turn);
      const shown = still ? Math.round(place * (SWEEP_STEPS - 1)) / (SWEEP_STEPS - 1) : place;
      if (shown !== this.place) this.scrub(shown);
      this.playing = requestAnimationFrame(step);
    };
    this.playing = requestAnimationFrame(step);
  }

  pause() {
    cancelAnimationFrame(this.playing);
    this.playing = 0;
    this.hook("play").setAttribute("aria-pressed", "false");
    put(this.hook("play"), "play");
  }

  // --- painting

  /** Give each figure the width it has and the height it needs, sharp on this screen. */
  fit() {
    const ratio = globalThis.devicePixelRatio || 1;
    for (const figure of Object.values(this.figures)) {
      const width = Math.floor(figure.canvas.parentElement.clientWidth);
      if (!width) continue;
      const height = Math.round(figure.height(width));
      figure.width = width;
      if (
        figure.canvas.width !== Math.round(width * ratio) ||
        figure.canvas.height !== Math.round(height * ratio)
      ) {
        figure.canvas.width = Math.round(width * ratio);
        figure.canvas.height = Math.round(height * ratio);
        figure.canvas.style.height = `${height}px`;
      }
      this.paint(figure.name);
    }
    this.marked = null;
    this.markHistogram();
  }

  paint(name) {
    const figure = this.figures[name];
    const ready = { sweep: this.decoder, histogram: this.known, between: this.from }[name];
    if (!figure.width || !ready || this.k < 0) return;
    const { context, canvas, width } = figure;
    const ratio = canvas.width / width;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.imageSmoothingEnabled = false;
    context.fillStyle = this.inks.paper;
    const height = figure.height(width);
    context.fillRect(0, 0, width, height);
    figure.draw(context, width, height, this);
    if (name === "sweep") this.paintRows(ratio);
  }

  paintRows(ratio) {
    const layout = sweepLayout(this.figures.sweep.width, this);
    this.rowCanvases.forEach((canvas, at) => {
      const { left, top, width, height } = sweepRowBox(layout, at);
      const box = { left, top, width, height };
      for (const side in box) canvas.style[side] = `${box[side]}px`;
      const [across, down] = [Math.round(width * ratio), Math.round(height * ratio)];
      if (canvas.width !== across || canvas.height !== down)
        Object.assign(canvas, { width: across, height: down });
      const context = this.rowContexts[at];
      context.setTransform(ratio, 0, 0, ratio, -left * ratio, -top * ratio);
      context.imageSmoothingEnabled = false;
      context.fillStyle = this.inks.paper;
      context.fillRect(left, top, width, height);
      drawSweepCells(context, layout, this, at);
    });
  }

  adoptColours() {
    const style = getComputedStyle(this.root);
    const theme = ["--cv-paper", "--cv-ink", "--cv-accent"]
      .map((name) => style.getPropertyValue(name))
      .join();
    if (theme === this.themeKey) return;
    this.themeKey = theme;
    adoptTheme(this.root);
    this.inks = new DimensionInks(this.root);
    this.paintSamples();
    if (!this.decoder || this.k < 0) return;
    const all = this.decoder.decodeAll(this.reply.poses);
    for (let k = 0; k < 10; k++) this.showTen(k, all);
    this.pictures.start.show(this.startImage, this.inks.greyTable);
    this.redraw();
    this.endsShown = "";
    this.showEnds();
    this.chooseEnds();
    this.fit();
  }

  trouble(sentence) {
    put(this.hook("trouble"), sentence);
    this.hook("trouble").hidden = !sentence;
  }

  // --- other drawings

  async loadSamples() {
    const { base, samples } = this.server;
    try {
      const found = await (await fetch(`${base}/capsviz/samples/${samples}.json`)).json();
      this.samples = found.map(({ name, digit, drawing }, at) => {
        const canvas = make("canvas", { aria: { "aria-hidden": "true" } });
        const button = make(
          "button",
          {
            type: "button",
            className: "cv-d-digit",
            title: name,
            data: { testid: `sample-${at}` },
            aria: { "aria-label": `sample: ${name}` },
          },
          canvas,
        );
        button.addEventListener("click", () => this.replaceDrawing(drawing));
        this.hook("samples").append(button);
        return { name, digit, drawing, canvas };
      });
    } catch {
      this.samples = [];
    }
    this.paintSamples();
    if (this.decoder && this.k >= 0) this.setEnds(true);
  }

  paintSamples() {
    for (const { canvas, drawing } of this.samples ?? []) {
      canvas.width = canvas.height = 80;
      paintDrawing(canvas.getContext("2d"), 80, drawing, this.inks.ink);
    }
  }

  async loadMnist(index) {
    const found = await this.mnistDigit(Number(index));
    if (found) this.replaceDrawing({ s: [], b: found.b });
    else this.trouble("There is no such MNIST digit here: give a number from 0 to 9,999.");
  }

  /** Another drawing, here and on every other page. */
  replaceDrawing(drawing) {
    this.part("other").open = false;
    this.startsFrom = "drawing";
    this.setStateValue("drawing", drawing);
  }

  openDraw() {
    const home = `${this.server.base}/`;
    const links = [...document.querySelectorAll("a[href]")];
    const found = links.find(
      (link) => !this.root.contains(link) && new URL(link.href).pathname === home,
    );
    if (found) found.click();
    else location.assign(home);
  }

  // --- keeping and saving

  get view() {
    return {
      capsule: this.k,
      start: this.startsFrom,
      pose: this.sliders.changed
        ? Array.from(this.sliders.pose, (value) => Number(value.toFixed(4)) + 0)
        : null,
      dimension: this.dimension,
      range: this.range,
      order: this.order,
      way: this.way,
      ends: ["from-choice", "to-choice"].map((name) => this.hook(name).value),
      place: Number(this.place.toFixed(3)),
    };
  }

  /** Leave the page and come back: the same drawing finds the same view. */
  keep() {
    if (!this.server || this.k < 0) return;
    globalThis[KEPT] = { drawing: JSON.stringify(this.server.drawing), view: this.view };
  }

  async copyLink() {
    const { drawing, settings } = this.server;
    const address = await viewLink({ page: "dimensions", drawing, settings, view: this.view });
    const text = this.hook("link-text");
    text.value = address;
    const copied = await copyText(address);
    put(this.hook("copy-link"), copied ? "link copied" : "copy link");
    text.hidden = copied;
    if (!copied) text.select();
    clearTimeout(this.copiedTimer);
    this.copiedTimer = setTimeout(() => put(this.hook("copy-link"), "copy link"), 2500);
  }

  buildExports() {
    const place = (name) => this.root.querySelector(`[data-export="${name}"]`);
    const figure = (name) => () => {
      const { width, height } = this.figures[name];
      const draw = { sweep: drawSweep, histogram: drawHistogram }[name] ?? this.figures[name].draw;
      if (name === "sweep") this.sweepAll();
      return {
        width,
        height: Math.round(height(width)),
        background: this.inks.paper,
        draw: (g, w, h) => {
          g.imageSmoothingEnabled = false;
          draw(g, w, h, this);
        },
        rows: this.rows(name),
      };
    };
    const file = (name) => () => `dimensions-${name}-digit-${this.k}`;
    exportFigure(place("sweep"), "the sweeps", file("sweep"), figure("sweep"));
    exportFigure(place("histogram"), "the histogram", file("histogram"), figure("histogram"));
    exportFigure(place("between"), "the steps between", file("between"), figure("between"));
    exportFigure(place("picture"), "the decoded picture", file("picture"), () => ({
      width: 224,
      height: 224,
      background: this.inks.paper,
      rows: this.rows("picture"),
      draw: (g, w, h) => {
        g.imageSmoothingEnabled = false;
        drawPicture(g, w, h, this);
      },
    }));
    const gif = (name, title, frames) => {
      exportButtons(place(name), title, {
        gif: () => {
          const options = { side: SIDE, scale: GIF_SCALE, delay: 6, colours: this.inks.greys };
          saveFile(encodeGif(frames(), options), `${file(name)()}.gif`, "image/gif");
        },
      });
    };
    gif("sweep", "the chosen dimension's sweep", () => this.sweepFrames());
    gif("between", "the way between", () => thereAndBack(21, (t) => this.betweenImage(t).slice()));
  }

  /** The chosen dimension from one end of its sweep to the other and back. */
  sweepFrames() {
    const pose = Float32Array.from(this.sliders.pose);
    return thereAndBack(21, (t) => {
      pose[this.dimension] = this.sweepValue(this.dimension, t * (SWEEP_STEPS - 1));
      return this.decoder.decode(this.k, pose).slice();
    });
  }

  rows(name) {
    const { known, k } = this;
    const pose = Array.from(this.sliders.pose);
    if (name === "picture") {
      return [
        ["dimension", "value", "start"],
        ...pose.map((value, d) => [d, value, this.sliders.original[d]]),
      ];
    }
    if (name === "histogram") {
      const { dimension: d } = this;
      const counts = known.histogram[k][d];
      const edge = (i) => known.mean[k][d] + known.std[k][d] * (8 * (i / counts.length) - 4);
      return [
        ["from", "to", "training digits"],
        ...counts.map((count, i) => [edge(i), edge(i + 1), count]),
      ];
    }
    if (name === "between") {
      const steps = Array.from({ length: SWEEP_STEPS }, (_, s) => s / (SWEEP_STEPS - 1));
      return [
        ["share of the second end", ...Array.from({ length: SIDE * SIDE }, (_, p) => `pixel ${p}`)],
        ...steps.map((t) => [t, ...this.betweenImage(t)]),
      ];
    }
    const head = [
      "dimension",
      "value",
      "label",
      ...Array.from({ length: SWEEP_STEPS }, (_, s) => `value of step ${s}`),
    ];
    if (known)
      for (const [measure] of MEASURES)
        head.push(`${measure} slope`, `${measure} R2`, `${measure} partial correlation`);
    return [
      head,
      ...pose.map((value, d) => {
        const row = [d, value, known?.labels[k][d].text ?? ""];
        for (let s = 0; s < SWEEP_STEPS; s++) row.push(this.sweepValue(d, s));
        if (known)
          MEASURES.forEach((_, m) => {
            const { slope, r2, partial } = known.effects;
            row.push(slope[k][d][m], r2[k][d][m], partial[k][d][m] ?? "");
          });
        return row;
      }),
    ];
  }
}

function thereAndBack(count, frame) {
  const there = Array.from({ length: count }, (_, i) => frame(i / (count - 1)));
  return [...there, ...there.slice(1, -1).reverse()];
}

export default function (component) {
  const { parentElement } = component;
  const root = parentElement.querySelector(".cv-dimensions");
  root.dimensionsPage ??= new DimensionsPage(root);
  root.dimensionsPage.update(component);
  // Also called for updates that newer ones overtook: only a removed page is closed.
  return () => {
    if (root.isConnected || !root.dimensionsPage) return;
    root.dimensionsPage.close();
    root.dimensionsPage = null;
  };
}
