/*
 * The Dimensions page: sliders, sweeps, evidence and paths between digits, all decoded in the
 * browser.
 *
 * The server supplies a drawing's poses and the network's measurements; everything that moves is
 * computed here. This module only connects the page's parts.
 */

import { showNothing } from "../../browser/answers.js";
import { deriveReading } from "../../browser/derive/reading.js";
import { areDetailsOpen } from "../../browser/details.js";
import { setText } from "../../browser/dom.js";
import { isEmpty } from "../../browser/empty_state.js";
import { decodeReply } from "../../browser/engine/message.js";
import { Page, showPage } from "../../browser/page.js";
import { base64ToBytes } from "../../browser/raster.js";
import { readState, writeState } from "../../browser/state_sync.js";
import { text } from "../../browser/text.js";
import { listenToControls, nameNetwork, showChoices, showEvidence } from "./controls.js";
import { DimensionInks } from "./inks.js";
import { Network, networkKey } from "./network.js";
import { DimensionState } from "./state.js";
import { buildParts } from "./wiring.js";

/** Keys under which this tab stores the undo steps, and the origin of the view. */
const STEPS = "steps.dimensions";
/** Pause before a changed view is stored, in ms. */
const SEND_DELAY = 400;

export class DimensionsPage extends Page {
  static page = "dimensions";
  static drawn = '[data-testid="reconstruction"][data-seq]';

  /** @param {any} root */
  constructor(root) {
    super(root);
    this.state = new DimensionState();
    this.inks = new DimensionInks(root);
    this.drawing = this.settings = null;
  }

  close() {
    super.close();
    this.display.close();
  }

  /** All current content to draw; null without a drawing. */
  scene() {
    const scene = this.state.scene(this.sliders, this.inks);
    return scene && { ...scene, plain: !areDetailsOpen() };
  }

  // --- building, once

  build() {
    const parts = buildParts(this);
    this.display = parts.display;
    this.editor = parts.editor;
    this.sliders = parts.sliders;
    this.figures = parts.figures;
    listenToControls(this);
  }

  /** Load the poses of this capsule first, then of the previous choice. */
  buildSteps() {
    const { editor } = this;
    const steps = super.buildSteps();
    return { undo: () => editor.undo() || steps.undo(), redo: () => steps.redo() };
  }

  // --- the page's data

  adopt({ drawing, settings, view, news }) {
    const { state, server: data } = this;
    Object.assign(this, { drawing, settings });
    this.figures.otherDigit.receive(drawing);
    this.adoptColours();
    if (news.has("view")) {
      state.pendingView = this.readView(view);
      this.viewText = JSON.stringify(state.pendingView);
    }
    state.view ??= state.pendingView;
    this.markNothing();
    this.figures.otherDigit
      .load(data)
      .then((loaded) => loaded && this.figures.interpolation.offer());
    nameNetwork(this, data);
    this.figures.factors.adopt(data.factors);
    if (data.behind) return;
    const reply = deriveReading(decodeReply(base64ToBytes(data.reply)), data.network);
    if (networkKey(data) !== state.key) this.load(reply);
    else if (state.network) this.take(reply);
    else this.pendingReply = reply;
  }

  /** Another network: clear the old one's pictures. */
  async load(reply) {
    const { state } = this;
    const key = networkKey(this.server);
    this.pendingReply = reply;
    state.forget(key);
    this.display.clear();
    try {
      const network = await Network.load(this.engine, this.server, () => this.display.repaint());
      if (key !== state.key) return;
      state.network = network;
      this.figures.grid.adopt(network.decoder);
      this.root.style.setProperty("--cv-d-count", String(network.decoder.dim));
      showEvidence(this, network, this.server.network);
      this.take(this.pendingReply);
    } catch (error) {
      if (key !== state.key) return;
      state.key = ""; // the next update tries again
      this.trouble(text("decoder-failed", { reason: error.message }));
    }
  }

  take(reply) {
    const { state } = this;
    this.trouble("");
    if (state.has(reply)) return;
    this.figures.interpolation.forget();
    const before = state.adopt(reply, readState(STEPS)?.value);
    const { capsule, pose } = state.view;
    this.figures.capsules.adopt(reply.classes);
    this.display.showCapsules();
    this.choose(state.hasCapsule(capsule) ? capsule : this.defaultCapsule, pose, before);
  }

  /**
   * Follow a factor that is being moved: pose and pictures at once, everything else when it rests.
   */
  preview(answer) {
    const { state, sliders } = this;
    const reply = deriveReading(answer, this.server.network);
    if (!state.changesNumbersOnly(reply)) return this.take(reply);
    state.adoptNumbers(reply);
    this.display.showCapsules();
    sliders.show(state.k, state.start, ...state.spread);
    this.figures.decoded.begin(this.scene());
    this.display.redraw(true);
  }

  colour() {
    this.inks = new DimensionInks(this.root);
    this.figures.otherDigit.paint(this.inks.ink);
    this.display.repaint();
  }

  /** An empty drawing has nothing to show; the mean of real pictures does. */
  markNothing() {
    showNothing(this.root, isEmpty(this.drawing) && this.state.view.start !== "mean");
  }

  // --- the capsule and its initial pose

  /** The initial capsule. */
  get defaultCapsule() {
    const { capsule } = this.settings;
    return this.state.hasCapsule(capsule) ? capsule : this.state.winner;
  }

  /**
   * @param {number} k
   * @param {number[] | null} [pose] for the sliders; by default the initial pose
   * @param {number[][]} [before] poses to go back to
   */
  choose(k, pose = null, before = []) {
    this.state.choose(k, this.defaultCapsule);
    this.display.showChoice();
    this.begin(pose, before);
  }

  /** Put the initial pose on the sliders, and update everything. */
  begin(pose = null, before = []) {
    const { state, sliders } = this;
    const { k, view } = state;
    sliders.show(k, state.start, ...state.spread);
    sliders.label(state.names);
    this.figures.factors.begin(k, state.start);
    this.markNothing();
    const scene = this.scene();
    showChoices(this, scene, state.visibleView);
    this.figures.decoded.begin(scene);
    this.arrange();
    this.editor.begin(pose, before);
    this.figures.interpolation.offer();
    this.select(view.dimension);
    this.display.fit();
  }

  /** The sliders have come to rest. */
  rest() {
    const { part, element } = this;
    this.figures.interpolation.offer();
    // For screen readers: how typical the pose is.
    setText(part("announced"), this.state.cloud ? element("meter-text").textContent : "");
    this.keep();
  }

  // --- display options

  /** Change a display option. */
  show(values, act) {
    if (!this.scene()) return;
    Object.assign(this.state.view, values);
    act();
    this.figures.grid.paint();
    this.keep();
  }

  arrange() {
    this.state.arrange();
    this.sliders.sort(this.state.visibleView.order === "effect" ? this.state.order : null);
  }

  select(d) {
    this.state.view.dimension = d;
    this.element("dimension").value = String(d);
    this.figures.grid.paint();
    this.display.showData();
    this.keep();
  }

  // --- storage

  /** Set another drawing, on this and every other page. */
  replaceDrawing(drawing) {
    this.sync.change("drawing", drawing);
  }

  keep() {
    const { state } = this;
    if (!this.scene()) return;
    writeState(STEPS, state.keep(this.sliders, this.editor.steps.before));
    this.keepView(structuredClone(state.view), SEND_DELAY);
  }

  /** Content of a link to this page. */
  linkPlain() {
    const { drawing, settings, state } = this;
    this.keep();
    return { page: "dimensions", drawing, settings, view: state.view };
  }
}

export default showPage(DimensionsPage);
