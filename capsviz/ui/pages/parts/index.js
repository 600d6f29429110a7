/*
 * The Parts page. The network runs here: the pen changes the raster, the raster's parts are found,
 * the objects judge them, and all is drawn in the same frame.
 */

import { formOf } from "../../browser/digit_form.js";
import { enable, setText } from "../../browser/dom.js";
import { SampleStrip } from "../../browser/gallery.js";
import { watchOverflow } from "../../browser/overflow.js";
import { Page, showPage } from "../../browser/page.js";
import { agreement, PartsNetwork, posterior } from "../../browser/parts_network/network.js";
import { DrawingPad } from "../../browser/pen.js";
import { Steps } from "../../browser/steps.js";
import { number, text } from "../../browser/text.js";
import { Alphabet } from "./alphabet.js";
import { Assembly } from "./assembly.js";
import { grip } from "./extent.js";
import { drawingHash } from "./manual_parts.js";
import { ObjectRows, verdictWords } from "./objects.js";
import { Inks, paintOver, paintStage } from "./painting.js";
import { suitSamples } from "./samples.js";
import { bindSettings, namingBy, showSettings } from "./settings.js";
import { Stage } from "./stage.js";

/** Pause before a changed setting is stored, in ms. */
const SEND_DELAY = 250;

export class PartsPage extends Page {
  static page = "parts";
  static drawn = "[data-updates]";

  /** @param {any} root */
  constructor(root) {
    super(root);
    /** @type {PartsNetwork | null} */
    this.network = null;
    this.assembly = new Assembly([]);
    /** Which object is looked at; -1 the likeliest. */
    this.object = -1;
    /** When the newest ink came that is shown, as the browser stamps events. */
    this.inkTime = 0;
  }

  close() {
    super.close();
    this.pad.close();
    cancelAnimationFrame(this.frame);
  }

  build() {
    const { element } = this;
    this.pad = new DrawingPad(element("canvas"), this.part("cursor"), {
      onInk: (timeStamp) => {
        this.inkTime = timeStamp;
        this.schedule();
      },
      onCommit: () => this.commit(),
      onFull: () => this.notice(text("drawing-full")),
    });
    this.samples = new SampleStrip(element("samples"), this.engine, ({ drawing }) =>
      this.pad.replace(drawing),
    );
    watchOverflow(element("samples"));
    this.stage = new Stage(this);
    this.onClick("undo", () => this.steps.undo());
    this.onClick("clear", () => (this.pad.isEmpty ? this.reset() : this.pad.clear()));
    this.onClick("reset", () => this.reset());
    this.onClick("scramble", () => this.edit(() => this.assembly.swap()));
    this.onClick("object-pose", () => this.hold(!this.assembly.holdsObject));
    bindSettings(this);
  }

  buildSteps() {
    this.steps = new Steps(this.sync, this.signal, { drawing: this.pad });
    return this.steps;
  }

  // --- what the page's script says

  adopt({ drawing, view, news }, before) {
    if (news.has("view")) this.view = this.readView(view);
    this.adoptColours();
    if (!before) {
      this.pad.fit();
      this.pad.start(drawing);
    } else if (news.has("drawing")) this.pad.replace(drawing);
    if (before?.sha !== this.server.sha) this.load();
    else if (news.has("view")) {
      this.takeHand();
      this.hold(this.assembly.holdsObject);
    }
    suitSamples(this, before);
    showSettings(this);
    this.showTools();
  }

  async load() {
    const { sha, side, digits } = this.server;
    try {
      const file = await this.engine.partsNetwork(sha);
      if (sha !== this.server.sha) return;
      this.network = new PartsNetwork(file);
      this.normalise = (raster) => formOf(raster, side, { digits, center: true });
      this.blank = new Float32Array(side * side);
    } catch (error) {
      return this.trouble(/** @type {Error} */ (error).message);
    }
    this.inks = new Inks(this.network);
    [this.assembly, this.object] = [new Assembly(this.inks.extents.map(grip)), -1];
    this.rows = new ObjectRows(this);
    this.alphabet = new Alphabet(this);
    this.schedule();
  }

  colour() {
    this.inkColour = getComputedStyle(this.root).getPropertyValue("--cv-ink");
    this.pad.fit(this.inkColour);
    this.samples.paint(this.inkColour);
    this.show();
  }

  // --- what the visitor does

  change(values) {
    this.view = { ...this.view, ...values };
    this.sync.change("view", this.view, SEND_DELAY);
    showSettings(this);
    this.show();
  }

  commit() {
    this.sync.change("drawing", this.pad.drawing);
    this.showTools();
  }

  choose(m) {
    this.assembly.selected = m;
    this.hold(false);
  }

  /** Handles on the object that is looked at, or on the chosen part. @param {boolean} holdsObject */
  hold(holdsObject) {
    const { assembly, network } = this;
    assembly.hold(holdsObject && network ? network.explain(assembly.parts).mu : null);
    this.show();
  }

  reset() {
    this.edit(() => this.assembly.reset());
    this.hold(false);
  }

  /** Select or deselect an object; on an empty picture, put its parts where it expects them. */
  lookAt(k, expected) {
    if (!this.assembly.isEmpty) {
      this.object = this.object === k ? -1 : k;
      return this.show();
    }
    this.object = -1;
    this.edit(() => this.assembly.arrange(expected));
    this.part("stage").scrollIntoView({ block: "nearest" });
  }

  /** Edit by hand, with undo and a place in links. @param {() => void} action */
  edit(action) {
    action();
    this.change({ hand: this.assembly.hand(drawingHash(this.pad.raster.bytes)) });
  }

  // --- what is shown

  /** Classify the drawing once before the next frame. */
  schedule() {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.read();
    });
  }

  read() {
    if (!this.network) return;
    this.form = this.normalise(this.pad.raster.bytes);
    const detected = this.network.read(this.form?.image ?? this.blank);
    this.assembly.detected = this.form ? detected : detected.map(({ x }) => ({ x, d: 0 }));
    this.takeHand();
    this.assembly.chooseStrongest();
    this.root.dataset.updates = String(Number(this.root.dataset.updates ?? 0) + 1);
    if (this.inks) paintOver(this.element("over"), this.inks, this.form, detected);
    this.hold(false);
  }

  takeHand() {
    this.assembly.restore(this.view.hand, drawingHash(this.pad.raster.bytes));
  }

  show() {
    const { parts, expected: predictions, isEmpty } = this.assembly;
    if (!this.network || !parts.length) return;
    const explanation = this.network.explain(parts);
    const shares = posterior(explanation.terms, this.view.poses);
    const winner = isEmpty ? -1 : shares.indexOf(Math.max(...shares));
    const objectShares = shares.slice(0, -1);
    const likeliest = isEmpty ? -1 : objectShares.indexOf(Math.max(...objectShares));
    const object = this.object < 0 ? likeliest : this.object;
    const mu = predictions ?? explanation.mu;
    const expected = object < 0 ? null : parts.map(({ d }, m) => ({ x: mu[object][m], d }));
    if (this.inks) paintStage(this.element("stage"), this.inks, parts, expected);
    this.stage.show();
    this.showTools();
    this.alphabet?.show(object < 0 ? null : agreement(explanation.terms, object));
    setText(this.part("agreement"), object < 0 ? "" : text("agreement", { number: object + 1 }));
    this.rows?.show(explanation, shares, { winner, object, isEmpty, names: this.names });
    setText(this.element("prediction"), verdictWords(winner, shares, this.names));
    const error = this.form && this.network.error(parts, this.form.image);
    setText(this.element("error"), error ? text("error", { error: number(error, 1) }) : "");
    const { dataset } = this.element("objects");
    dataset.event = String(this.inkTime);
    dataset.seq = String(Number(dataset.seq ?? 0) + 1);
  }

  /** Buttons that can do something now, and the words on empty pictures. */
  showTools() {
    const { pad, steps } = this;
    const { isEmpty, isChanged, holdsObject } = this.assembly;
    const states = {
      undo: pad.past.length > 0 || Boolean(steps?.past.length),
      clear: !(pad.isEmpty && isEmpty),
      reset: isChanged,
      scramble: !isEmpty,
      "object-pose": !isEmpty,
    };
    for (const [name, enabled] of Object.entries(states)) enable(this.element(name), enabled);
    this.element("object-pose").setAttribute("aria-pressed", String(holdsObject));
    this.root.classList.toggle("cv-parts-empty", isEmpty);
    this.part("begin").hidden = !pad.isEmpty;
  }

  get naming() {
    return namingBy(this.server.naming, this.view.labels);
  }

  get names() {
    return this.naming.classes.map((k) => this.server.classes[k]);
  }
}

export default showPage(PartsPage);
