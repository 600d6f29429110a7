/*
 * The Parts page. The network runs here: the pen changes the raster, the raster's parts are found,
 * the objects judge them, and all is drawn in the same frame.
 */

import { enable, make, makeButton, setText } from "../../browser/dom.js";
import { SampleStrip } from "../../browser/gallery.js";
import { Page, showPage } from "../../browser/page.js";
import { DrawingPad } from "../../browser/pen.js";
import { FIELD } from "../../browser/raster.js";
import { Steps } from "../../browser/steps.js";
import { affine, compose, inverse, poseOf } from "./affine.js";
import { drawingHash, handOf, madeOf } from "./hand.js";
import { agreement, PartsNetwork, posterior } from "./network.js";
import { normalise } from "./normalise.js";
import { ObjectRows } from "./objects.js";
import { clearCanvas, Inks, partColour, THERE } from "./painting.js";
import { LIMITS, limitPose, Stage } from "./stage.js";

const SIDE = 28;
/** A setting the visitor changed is told to the session after this pause. */
const TOLD_AFTER = 250;
/** The object's own frame is any that its parts are constant in: this one, at first. */
const FRAME = [0.6, 0, 0, 0, 0.6, 0];
/** Strength of the colours over the drawing's own ink. */
const OVER = 0.85;

export class PartsPage extends Page {
  static page = "parts";

  /** @param {any} root */
  constructor(root) {
    super(root);
    /** @type {PartsNetwork | null} */
    this.network = null;
    /** What was found, and what the visitor made of it. @type {import("./network.js").Part[]} */
    this.found = [];
    /** @type {import("./network.js").Part[]} */
    this.made = [];
    this.chosen = 0;
    /** Which object is looked at; -1 the likeliest. */
    this.object = -1;
    /** Whether the handles hold the object, and all its parts follow. */
    this.together = false;
    this.frame = FRAME;
    /** Where the objects expect their parts while one is moved. @type {number[][][] | null} */
    this.expected = null;
  }

  close() {
    super.close();
    this.pad.close();
    cancelAnimationFrame(this.due);
  }

  build() {
    const { element } = this;
    this.pad = new DrawingPad(element("canvas"), this.part("cursor"), {
      onInk: () => this.soon(),
      onCommit: () => this.commit(),
      onFull: () => this.notice("the drawing is full: undo something or clear it"),
    });
    this.samples = new SampleStrip(element("samples"), this.engine, ({ drawing }) =>
      this.pad.replace(drawing),
    );
    this.stage = new Stage(this.part("stage"), {
      get: () => this.handlePose(),
      set: (x) => this.move(x),
      choose: (m) => this.choose(m),
    });
    this.onClick("undo", () => this.steps.undo());
    this.onClick("clear", () => this.pad.clear());
    this.onClick("reset", () => this.reset());
    this.onClick("scramble", () => this.swap());
    this.onClick("object-pose", () => this.hold(!this.together));
    element("network").addEventListener("change", ({ target }) =>
      this.change({ network: target.value, hand: null }),
    );
    element("ignore").addEventListener("change", ({ target }) =>
      this.change({ poses: !target.checked }),
    );
    element("labels").addEventListener("input", ({ target }) =>
      this.change({ labels: this.server.naming[Number(target.value)].labels }),
    );
    new ResizeObserver(() => this.show()).observe(this.part("stage"));
  }

  buildSteps() {
    this.steps = new Steps(this.sync, this.signal, { drawing: this.pad });
    return this.steps;
  }

  linkPlain() {
    return { page: "parts", drawing: this.pad.drawing, settings: null, view: this.view };
  }

  // --- what the page's script says

  adopt({ drawing, view, news }, before) {
    if (news.has("view")) this.view = this.readView(view);
    this.adoptColours();
    if (!before) {
      this.pad.fit();
      this.pad.start(drawing, { example: true });
    } else if (news.has("drawing")) this.pad.replace(drawing);
    if (before?.sha !== this.server.sha) this.load();
    else if (news.has("view")) this.restore();
    this.samples.load(this.server.samples);
    this.showSettings();
    this.tendHistory();
  }

  async load() {
    const { sha } = this.server;
    try {
      const file = await this.engine.partsNetwork(sha);
      if (sha !== this.server.sha) return;
      this.network = new PartsNetwork(file);
    } catch (error) {
      this.trouble(/** @type {Error} */ (error).message);
      return;
    }
    [this.chosen, this.object, this.made] = [0, -1, []];
    this.inks = new Inks(this.network);
    this.rows = new ObjectRows(this.element("objects"), this.network, this.inks, (k) => {
      this.object = this.object === k ? -1 : k;
      this.show();
    });
    this.buildTiles();
    this.buildSliders();
    this.soon();
  }

  buildTiles() {
    const { network, inks } = this;
    this.tiles = Array.from({ length: network?.parts ?? 0 }, (_, m) => {
      const canvas = make("canvas", { aria: { "aria-hidden": "true" } });
      const bar = make("span", { className: "cv-parts-bar" }, make("i"));
      bar.style.setProperty("--cv-own", partColour(m, network?.parts ?? 1));
      const label = make("span");
      const tile = makeButton("cv-parts-tile", `part-${m}`, [canvas, bar, label], () =>
        m === this.chosen && !this.together ? this.toggle(m) : this.choose(m),
      );
      const context = clearCanvas(canvas, 44);
      inks?.draw(context, sparse(m), [22, 22, 22]);
      return { tile, label, ink: bar.firstChild };
    });
    this.element("tiles").replaceChildren(...this.tiles.map(({ tile }) => tile));
  }

  buildSliders() {
    this.sliders = Object.entries(LIMITS).map(([name, [min, max]]) => {
      const input = make("input", { type: "range", data: { testid: `pose-${name}` } });
      Object.assign(input, { min, max, step: 0.01 });
      input.addEventListener("input", () => {
        const part = this.made[this.chosen];
        this.put(this.chosen, affine({ ...poseOf(part.x), [name]: Number(input.value) }));
      });
      return { name, input };
    });
    const labels = this.sliders.map(({ name, input }) => make("label", {}, name, input));
    this.part("sliders").replaceChildren(...labels);
  }

  colour() {
    this.ink = getComputedStyle(this.root).getPropertyValue("--cv-ink");
    this.pad.fit(this.ink);
    this.samples.paint(this.ink);
    this.show();
  }

  // --- what the visitor does

  change(values) {
    this.view = { ...this.view, ...values };
    this.sync.change("view", this.view, TOLD_AFTER);
    this.showSettings();
    this.show();
  }

  commit() {
    this.sync.change("drawing", this.pad.drawing);
    this.tendHistory();
  }

  tendHistory() {
    enable(this.element("undo"), this.pad.past.length > 0 || Boolean(this.steps?.past.length));
    enable(this.element("clear"), !this.pad.isEmpty);
  }

  choose(m) {
    this.chosen = m;
    this.hold(false);
  }

  /** Handles on the object that is looked at, or on the chosen part. @param {boolean} together */
  hold(together) {
    this.together = together;
    this.frame = FRAME;
    this.expected = together ? (this.network?.explain(this.made).mu ?? null) : null;
    this.element("object-pose").setAttribute("aria-pressed", String(together));
    this.show();
  }

  toggle(m) {
    const part = this.made[m];
    this.made[m] = { ...part, d: part.d < THERE ? 1 : 0 };
    this.keep();
  }

  /** All parts as they were found. */
  reset() {
    this.made = this.found.slice();
    this.hold(false);
    this.keep();
  }

  /** What was set by hand goes into links and can be taken back. */
  keep() {
    this.change({ hand: handOf(drawingHash(this.pad.raster.bytes), this.found, this.made) });
    this.tendHistory();
  }

  /** What the handles hold. */
  handlePose() {
    if (!this.made.length) return null;
    return this.together ? this.frame : this.made[this.chosen].x;
  }

  /** @param {number[]} x */
  move(x) {
    const goal = limitPose(x);
    if (!this.together) return this.put(this.chosen, goal);
    const step = compose(goal, inverse(this.frame));
    this.made = this.made.map(({ x: own, d }) => ({ x: compose(step, own), d }));
    this.expected = this.expected?.map((own) => own.map((mu) => compose(step, mu))) ?? null;
    this.frame = goal;
    this.keep();
  }

  /** A part that is moved by hand is there. */
  put(m, x) {
    this.made[m] = { x: limitPose(x), d: Math.max(this.made[m].d, THERE) };
    this.keep();
  }

  /** The two strongest parts trade places: presences stay, poses do not agree any more. */
  swap() {
    const order = this.made.map((_, m) => m).sort((a, b) => this.made[b].d - this.made[a].d);
    const first = this.made[this.chosen].d < THERE ? order[0] : this.chosen;
    const second = order.find((m) => m !== first);
    if (second === undefined) return;
    const [a, b] = [this.made[first], this.made[second]];
    this.made[first] = { ...a, x: b.x };
    this.made[second] = { ...b, x: a.x };
    this.keep();
  }

  // --- what is shown

  /** Read what is drawn, once before the next frame. */
  soon() {
    if (this.due) return;
    this.due = requestAnimationFrame(() => {
      this.due = 0;
      this.read();
    });
  }

  read() {
    if (!this.network) return;
    this.form = normalise(this.pad.raster.bytes);
    const image = this.form?.image ?? new Float32Array(SIDE * SIDE);
    this.found = this.network.read(image);
    if (!this.form) this.found = this.found.map(({ x }) => ({ x, d: 0 }));
    this.restore();
    const strongest = this.made.reduce((best, { d }, m, all) => (d > all[best].d ? m : best), 0);
    if (this.made[this.chosen].d < THERE) this.chosen = strongest;
    this.root.dataset.updates = String(Number(this.root.dataset.updates ?? 0) + 1);
    this.showOver();
    this.hold(false);
  }

  /** What was found, and over it what was set by hand in this very drawing. */
  restore() {
    const { hand } = this.view;
    const own = hand && hand.of === drawingHash(this.pad.raster.bytes);
    this.made = own ? madeOf(this.found, hand) : this.found.slice();
    if (!own) this.together = false;
    this.show();
  }

  /** The parts' colours on the drawing itself. */
  showOver() {
    const canvas = this.element("over");
    const context = clearCanvas(canvas);
    if (!this.form) return;
    const unit = canvas.width / FIELD; // canvas pixels of a raster's
    const { scale, left, top } = this.form;
    const frame = [SIDE / 2 / scale, (SIDE / 2 - left) / scale, (SIDE / 2 - top) / scale];
    this.inks?.draw(
      context,
      this.found,
      /** @type {any} */ (frame.map((value) => value * unit)),
      OVER,
    );
  }

  show() {
    if (!this.network || !this.made.length) return;
    const said = this.network.explain(this.made);
    const shares = posterior(said.terms, this.view.poses);
    const nothing = this.made.every(({ d }) => d < THERE);
    const winner = nothing ? -1 : shares.indexOf(Math.max(...shares));
    const own = shares.slice(0, -1);
    const likeliest = nothing ? -1 : own.indexOf(Math.max(...own));
    const looked = this.object < 0 ? likeliest : this.object;
    const context = clearCanvas(this.element("stage"));
    const half = context.canvas.width / 2;
    this.inks?.draw(context, this.made, [half, half, half]);
    if (looked >= 0) {
      const mu = (this.expected ?? said.mu)[looked];
      const expected = this.made.map(({ d }, m) => ({ x: mu[m], d }));
      this.inks?.outline(context, this.made, [half, half, half]);
      this.inks?.outline(context, expected, [half, half, half], [4, 3]);
    }
    this.stage.show(this.made, this.chosen);
    this.showTiles(looked < 0 ? null : agreement(said.terms, looked));
    setText(
      this.part("agreement"),
      looked < 0 ? "" : `+ and −: agreement with object ${looked + 1}`,
    );
    this.rows?.show(said, shares, { winner, looked, nothing, names: this.names });
    this.showWords(winner, shares);
  }

  /** @param {number[] | null} agreed how far each part is where the object expects it */
  showTiles(agreed) {
    this.made.forEach(({ d }, m) => {
      const { tile, ink, label } = this.tiles[m];
      ink.style.transform = `scaleX(${d.toFixed(3)})`;
      const fit = agreed && d >= THERE ? formatSigned(agreed[m]) : "";
      setText(label, fit || String(m + 1));
      tile.classList.toggle("cv-parts-off", fit.startsWith("−"));
      tile.setAttribute("aria-pressed", String(m === this.chosen && !this.together));
      const says = fit && `, agreement ${fit}`;
      tile.setAttribute("aria-label", `part ${m + 1}, presence ${d.toFixed(2)}${says}`);
    });
    const pose = poseOf(this.made[this.chosen].x);
    for (const { name, input } of this.sliders ?? []) input.value = String(pose[name]);
  }

  showWords(winner, shares) {
    const percent = winner < 0 ? "" : `${(100 * shares[winner]).toFixed(0)} %`;
    const none = winner === shares.length - 1;
    const verdict = none
      ? `none of the objects: ${percent}`
      : `${this.names[winner]} (object ${winner + 1}): ${percent}`;
    setText(this.element("verdict"), winner < 0 ? "no part is there" : verdict);
    const image = this.form?.image;
    if (!image || !this.network) return setText(this.element("error"), "");
    const painted = this.network.paint(this.made, SIDE);
    const error = painted.reduce((sum, value, p) => sum + (value - image[p]) ** 2, 0);
    setText(this.element("error"), `error ${error.toFixed(1)}`);
  }

  get naming() {
    const { naming } = this.server;
    return naming.findLast(({ labels }) => labels <= this.view.labels) ?? naming[0];
  }

  get names() {
    return this.naming.classes.map((k) => this.server.classes[k]);
  }

  showSettings() {
    const { naming, server } = this;
    const options = server.offers.map(([name, title]) => make("option", { value: name }, title));
    const select = this.element("network");
    if (select.childElementCount !== options.length) select.replaceChildren(...options);
    select.value = server.name;
    select.hidden = options.length < 2;
    this.element("ignore").checked = !this.view.poses;
    this.element("labels").max = String(server.naming.length - 1);
    this.element("labels").value = String(server.naming.indexOf(naming));
    setText(this.part("labels"), `${naming.labels} labelled pictures of each object`);
    const right = naming.accuracy === null ? "" : `${(100 * naming.accuracy).toFixed(1)} %`;
    setText(
      this.element("naming"),
      right && `With these names ${right} of the validation digits are right.`,
    );
  }
}

/** A whole number with its sign. @param {number} value */
function formatSigned(value) {
  return `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(0)}`;
}

/** One template in its frame, among parts that are not there. */
function sparse(m) {
  return Array.from({ length: m + 1 }, (_, at) => ({
    x: [0.95, 0, 0, 0, 0.95, 0],
    d: at === m ? 1 : 0,
  }));
}

export default showPage(PartsPage);
