/*
 * The Routing page: one trace with all iterations, and pictures that show the same iteration.
 *
 * The trace is requested when the drawing, the model or the centring changes. All else (iteration,
 * digit, capsule, colours) is drawn at once in the tab. This module only connects the page's parts.
 */

import { publishedWords } from "../../browser/classes.js";
import { setText } from "../../browser/dom.js";
import { saveFile } from "../../browser/export.js";
import { Page, showPage } from "../../browser/page.js";
import { showCaptions } from "./captions.js";
import { dressForGeometry, dressForKind, showOffer } from "./kind_labels.js";
import { RoutingInks } from "./scales.js";
import { Scenes } from "./scene.js";
import { RoutingState } from "./state.js";
import { buildParts } from "./wiring.js";

/** Pauses before changed settings and views are stored, in ms. */
const SETTINGS_PAUSE = 500;
const SEND_DELAY = 400;
/** The same during playing, which is stored where it stops; for a class, at every iteration. */
const SEND_DELAY_PLAYING = 10_000;
/** Elements besides the pictures that carry the number of the drawn state. */
const NUMBERED_ELEMENTS = [
  "iteration-text",
  "story",
  "film-line",
  "glass",
  "formula",
  "digits",
  "counterfactual",
];

export class RoutingPage extends Page {
  static page = "routing";
  static drawn = '[data-testid="film-line"][data-seq]';

  /** @param {any} root */
  constructor(root) {
    super(root);
    this.state = new RoutingState();
    this.scenes = new Scenes();
    this.inks = new RoutingInks(root);
    /** Number of times that everything was drawn. */
    this.count = 0;
    this.drawing = this.settings = null;
  }

  close() {
    super.close();
    this.watching.disconnect();
    this.playback.pause();
  }

  /** @param {import("./wiring.js").RoutingPageData & {base: string}} data */
  build(data) {
    const parts = buildParts(this);
    this.figures = parts.figures;
    this.digits = parts.digits;
    this.glass = parts.glass;
    this.formula = parts.formula;
    this.tree = parts.tree;
    this.playback = parts.playback;
    this.controls = parts.controls;
    this.pointing = parts.pointing;
    this.other = parts.other;
    this.whatIf = parts.whatIf;
    this.trace = parts.trace;
    this.watching = new ResizeObserver(() => this.fit() && this.show());
    for (const container of this.figures.containers) this.watching.observe(container);
    this.adoptKind(data.routing, data.network.thing, data.voter);
  }

  /** The present scene; null without a trace. */
  scene() {
    return this.scenes.of(this.state, this.inks, this.pointing);
  }

  get view() {
    return this.state.view;
  }

  // --- what the page's script says

  adopt({ drawing, settings, view, news }) {
    const { state, server } = this;
    this.other.load(server);
    if (news.has("view")) this.want(this.readView(view));
    state.choices ??= this.readView();
    this.adoptColours();
    if (news.has("settings")) {
      this.settings = settings;
      state.adoptRounds(settings.iterations);
    }
    this.whatIf.show(server.network.what_ifs, this.settings.routing);
    setText(this.part("published"), publishedWords(server.network));
    if (!this.trace.isOf(this.questionOf(drawing))) this.ask(drawing);
    else if (news.size) {
      state.adoptView();
      this.show();
    }
  }

  /** Show a view; for another drawing than its own, only its colours and bands. */
  want(view) {
    const { shownTimes: shown } = this.sync;
    const stale = shown.get("drawing") > shown.get("view");
    this.state.pendingView = stale ? { ...view, iteration: -1, digit: -1, capsule: -1 } : view;
    this.viewText = JSON.stringify(view);
  }

  adoptKind(routing, thing, voter) {
    const { root, state } = this;
    if (!state.adoptKind(routing, thing, voter)) return;
    root.dataset.routing = routing;
    this.formula.adopt(state.kind, thing);
    dressForKind(root, this, state);
  }

  colour() {
    this.inks = new RoutingInks(this.root);
    this.other.paint(this.inks.ink);
    this.fit();
    this.show();
  }

  /** Settings that a trace depends on. */
  questionOf(drawing) {
    const { model, center, routing } = this.settings;
    return { drawing, model, center, routing, ...this.state.request };
  }

  ask(drawing) {
    this.drawing = drawing;
    this.other.receive(drawing);
    return this.trace.ask(this.questionOf(drawing));
  }

  adoptTrace(data) {
    this.adoptKind(data.routing, data.thing, data.voter);
    showOffer(this, this.state.kind);
    this.digits.adopt(data.classes);
    this.glass.adopt(data.classes);
    this.pointing.forget();
    if (this.state.adoptTrace(data, this.questionOf(this.drawing))) this.playback.pause();
    dressForGeometry(this, this.state);
    this.tree.ask(data.tree ? this.questionOf(this.drawing) : null, () => this.show());
    this.fit();
    this.show();
  }

  // --- what the visitor does

  choose(values) {
    if (!this.state.data) return;
    this.state.choose(values);
    this.show();
  }

  stepTo(t) {
    if (!this.state.data) return;
    this.playback.pause();
    if (t !== this.state.t) this.choose({ t });
  }

  setRounds(rounds) {
    if (!this.state.setRounds(rounds)) return;
    this.playback.pause();
    this.show();
    if (!this.trace.isOf(this.questionOf(this.drawing))) this.ask(this.drawing);
    if (this.state.rounds === this.settings.iterations) return;
    this.settings = { ...this.settings, iterations: rounds };
    this.sync.change("settings", this.settings, SETTINGS_PAUSE);
  }

  /** Route the same votes by another routing, or by the network's own. @param {string} routing */
  routeInstead(routing) {
    this.playback.pause();
    this.settings = { ...this.settings, routing };
    this.whatIf.show(this.server.network.what_ifs, routing);
    this.ask(this.drawing);
    this.sync.change("settings", this.settings, SETTINGS_PAUSE);
  }

  /** Replace the drawing on all pages. */
  replaceDrawing(drawing) {
    this.playback.pause();
    this.ask(drawing);
    this.sync.change("drawing", drawing);
  }

  async saveNumbers() {
    const { state } = this;
    if (!state.data || !this.trace.key) return;
    try {
      const file = await this.engine.numbers({
        ...this.questionOf(this.drawing),
        iterations: state.r,
      });
      saveFile(file, `routing-of-${state.r}-iterations.npz`, "application/zip");
      this.trouble("");
    } catch (error) {
      this.trouble(error.message);
    }
  }

  // --- drawing

  /** Resize every picture to the page; returns whether a size has changed. */
  fit() {
    const scene = this.scene();
    if (!scene) return false;
    const resized = this.digits.fit();
    return this.figures.fit(scene) || resized;
  }

  /** Draw everything in this task; `data-seq` changes at the end. */
  show() {
    const scene = this.scene();
    if (!scene) return;
    const { element } = this;
    this.count += 1;
    this.controls.show(scene, this.state);
    this.whatIf.showSteps(scene.r);
    this.digits.show(scene);
    this.glass.show(scene);
    this.formula.show(scene);
    showCaptions(element, scene);
    this.pointing.showNumbers();
    this.figures.paint(scene, this.count);
    this.tree.show(scene, this.state.choices);
    for (const name of NUMBERED_ELEMENTS) element(name).dataset.seq = String(this.count);
    this.keep(this.playback.playing ? SEND_DELAY_PLAYING : SEND_DELAY);
  }

  /** @param {number} pause until the session is told, in ms */
  keep(pause) {
    if (this.state.data) this.keepView(this.view, pause);
  }

  /** Store the iteration at which playing ended, like a chosen one. */
  stand() {
    this.viewText = "";
    this.keep(SEND_DELAY);
  }
}

export default showPage(RoutingPage);
