/*
 * The Dimensions page: sliders, sweeps, evidence and ways between digits, all decoded here.
 *
 * The server is asked for a drawing's poses and for what was measured about the network;
 * everything that moves is computed in the visitor's browser. This module only brings the
 * page's parts together; each is given what it needs, and none knows the page.
 */

import { showNothing } from "../../browser/answers.js";
import { nameNumbers, nameThings } from "../../browser/classes.js";
import { finders, setText } from "../../browser/dom.js";
import { isEmpty } from "../../browser/empty_state.js";
import { tendBoxes } from "../../browser/help.js";
import { copyLink } from "../../browser/links.js";
import { decodeReply } from "../../browser/message.js";
import { mountPage } from "../../browser/mount.js";
import { adoptTheme, themeKey } from "../../browser/picture.js";
import { base64ToBytes } from "../../browser/raster.js";
import { readState, StateSync, writeState } from "../../browser/state_sync.js";
import { readView } from "../../browser/view.js";
import { listenToControls, offerDimensions, showChoices, showEvidence } from "./controls.js";
import { buildExports } from "./files.js";
import { DimensionInks } from "./inks.js";
import { Network, networkKey } from "./network.js";
import { poseLength } from "./numbers.js";
import { buildParts } from "./parts.js";
import { DimensionState } from "./state.js";
import { PoseSteps } from "./steps.js";
import { capsuleWords } from "./words.js";

/** Under what this tab keeps the steps back, and what the view was set for. */
const STEPS = "steps.dimensions";
/** Milliseconds until the session is told of a view. */
const TELL_AFTER = 400;

class DimensionsPage {
  /** @param {any} root */
  constructor(root) {
    this.root = root;
    root.linkPlain = () => this.linkPlain();
    this.find = finders(root);
    this.state = new DimensionState();
    this.inks = new DimensionInks(root);
    this.drawn = 0;
    this.drawing = this.settings = null;
    /** @type {PoseSteps | null} */
    this.steps = null;
    this.samples = [];
    this.carrier = new StateSync("dimensions");
    this.undoing = new AbortController();
    this.build();
  }

  close() {
    this.undoing.abort();
    this.watching.disconnect();
    this.carrier.close();
    this.grid.close();
    this.between.close();
  }

  /** Everything at this moment; null while there is nothing to show. */
  scene() {
    return this.state.scene(this.sliders, this.inks);
  }

  // --- building, once

  build() {
    const { find, root, undoing } = this;
    const { element } = find;
    const parts = buildParts(find, this.heard());
    const { grid, data, between } = parts;
    this.grid = grid;
    this.data = data;
    this.between = between;
    this.decoded = parts.decoded;
    this.sliders = parts.sliders;
    this.factors = parts.factors;
    this.capsules = parts.capsules;
    this.other = parts.other;
    this.watching = new ResizeObserver(() => this.fit());
    for (const name of ["sweep", "histogram", "between"])
      this.watching.observe(element(name).parentElement);
    listenToControls(find, this.acts(), undoing.signal);
    tendBoxes(root, undoing.signal);
    /** @returns {any} */
    const place = (name) => root.querySelector(`[data-export="${name}"]`);
    const scene = () => this.scene();
    const network = () => this.server.network.name;
    buildExports(place, {
      scene,
      grid,
      data,
      between,
      decoded: this.decoded,
      network,
    });
  }

  /** What the parts ask the page, and tell it. @returns {import("./parts.js").Heard} */
  heard() {
    return {
      scene: () => this.scene(),
      count: () => this.count(),
      trouble: (sentence) => this.trouble(sentence),
      replace: (drawing) => this.replaceDrawing(drawing),
      server: () => this.server,
      settings: () => this.settings,
      drawing: () => this.drawing,
      view: () => this.state.view,
      drawn: () => this.state.reply,
      samples: () => this.samples,
      glance: (reply) => this.glance(reply),
      redraw: (moving) => this.redraw(moving),
      commit: () => this.commit(),
      choose: (k) => this.choose(k),
      select: (d) => this.select(d),
      put: (pose) => this.put(pose),
      keep: () => this.keep(),
    };
  }

  /** What the controls do. */
  acts() {
    return {
      start: (where) => this.show({ start: where }, () => this.begin()),
      undo: () => this.undo(),
      random: () => this.put(this.state.cloud.usual()),
      stretch: () => this.stretch(),
      copyLink: () => this.copyLink(),
      sort: (order) => this.show({ order }, () => this.arrange()),
      setRange: (range) => this.show({ range }, () => this.redraw()),
      select: (d) => this.select(d),
    };
  }

  count() {
    this.drawn += 1;
    return String(this.drawn);
  }

  // --- what the page's script says

  update({ data, setStateValue }) {
    const { state } = this;
    const before = this.server;
    this.server = data;
    const { drawing, settings, view, news } = this.carrier.reconcile(data.carried, setStateValue);
    Object.assign(this, { drawing, settings });
    this.other.hear(drawing);
    this.adoptColours();
    if (news.has("view")) {
      state.wanted = readView(data.table, view);
      this.told = JSON.stringify(state.wanted);
    }
    state.view ??= state.wanted;
    this.markNothing();
    if (data.samples !== before?.samples) this.loadSamples();
    nameThings(this.root, data.network.thing);
    nameNumbers(this.root, data.network.dimensions);
    this.factors.adopt(data.factors);
    // What this tab has kept is newer than what the session read: its answer is on the way.
    const late = (name) => this.carrier.shown.get(name) !== data.carried[name].at;
    if (before === undefined && (late("drawing") || late("settings"))) return;
    const reply = decodeReply(base64ToBytes(data.reply));
    if (reply.error) this.trouble(reply.error);
    else if (networkKey(data) !== state.key) this.load(reply);
    else if (state.network) this.adopt(reply);
    else this.waiting = reply;
  }

  /** Another network: nothing that the last one painted stays. */
  async load(reply) {
    const { state } = this;
    const key = networkKey(this.server);
    this.waiting = reply;
    this.clear(key);
    try {
      const network = await Network.load(this.server, () => this.repaint());
      if (key !== state.key) return;
      state.network = network;
      this.grid.adopt(network.decoder);
      offerDimensions(this.find.element("dimension"), network.decoder.dim);
      showEvidence(this.find, network.known, this.server.network);
      this.adopt(this.waiting);
    } catch (error) {
      if (key !== state.key) return;
      state.key = ""; // the next update tries again
      this.trouble(`The decoder could not be loaded: ${error.message}.`);
    }
  }

  clear(key) {
    this.state.forget(key);
    this.capsules.clear();
    this.decoded.clear();
    this.between.forget();
    this.data.forget();
    this.fit();
  }

  adopt(reply) {
    const { state } = this;
    this.trouble("");
    if (state.has(reply)) return;
    this.between.forget();
    const steps = state.adopt(reply, readState(STEPS)?.value);
    const { capsule, pose } = state.view;
    this.capsules.adopt(reply.classes);
    this.showCapsules();
    this.choose(state.there(capsule) ? capsule : this.usual, pose, steps);
  }

  /** A true factor is being moved: pose and pictures follow it, all else when it rests. */
  glance(reply) {
    const { state, sliders } = this;
    if (!state.follows(reply)) {
      this.adopt(reply);
      return;
    }
    state.glance(reply);
    const { k, network } = state;
    this.showCapsules();
    sliders.show(k, state.start, network.known?.mean[k] ?? null, network.known?.std[k] ?? null);
    this.decoded.begin(this.scene());
    this.redraw(true);
  }

  adoptColours() {
    const theme = themeKey(this.root);
    if (theme === this.theme) return;
    this.theme = theme;
    adoptTheme(this.root);
    this.inks = new DimensionInks(this.root);
    this.other.paint(this.inks.ink);
    this.repaint();
  }

  /** Every picture again: in other colours, or decoded by now. */
  repaint() {
    const scene = this.scene();
    if (!scene) return;
    this.showCapsules();
    this.decoded.begin(scene);
    this.redraw();
    this.data.forget();
    if (scene.known) this.data.show(scene, this.server);
    this.between.show();
    this.fit();
  }

  /** @param {string} sentence none where all is well */
  trouble(sentence) {
    const { element } = this.find;
    setText(element("trouble"), sentence);
    element("trouble").hidden = !sentence;
  }

  async loadSamples() {
    this.samples = await this.other.load(this.server);
    this.between.offer();
  }

  /** An empty drawing has nothing to show; the mean of real pictures has. */
  markNothing() {
    showNothing(this.root, isEmpty(this.drawing) && this.state.view.start !== "mean");
  }

  // --- which capsule, from where

  /** The capsule to begin with. */
  get usual() {
    const { capsule } = this.settings;
    return this.state.there(capsule) ? capsule : this.state.winner;
  }

  showCapsules() {
    const { network, reply, sizes } = this.state;
    const images = network.decoder.decodeAll(reply.poses);
    this.capsules.show(images, sizes, this.inks.greyTable, this.server.network);
  }

  /**
   * @param {number} k
   * @param {number[] | null} [pose] for the sliders; by default where they start
   * @param {number[][]} [steps] that can be gone back
   */
  choose(k, pose = null, steps = []) {
    const { state, server, find } = this;
    const measured = Boolean(state.network.known);
    state.choose(k, this.usual);
    this.capsules.choose(k);
    const said = { k, winner: state.winner, size: state.sizes[k], network: server.network };
    setText(find.part("ten-note"), capsuleWords({ ...said, measured }));
    this.begin(pose, steps);
  }

  /** Put the start on the sliders, and everything in step with it. */
  begin(pose = null, steps = []) {
    const { state, sliders } = this;
    const { k, network, view } = state;
    sliders.show(k, state.start, network.known?.mean[k] ?? null, network.known?.std[k] ?? null);
    sliders.label(state.names);
    this.factors.begin(k, state.start);
    showChoices(this.find, state.reply.classes[k], state.shown);
    this.markNothing();
    this.decoded.begin(this.scene());
    this.arrange();
    sliders.set(pose ?? sliders.original);
    this.steps = new PoseSteps(sliders.pose, steps);
    this.between.offer();
    this.select(view.dimension);
    this.showSteps();
    this.fit();
  }

  // --- poses

  /** Another pose on the sliders, in one undoable step. */
  put(pose) {
    this.sliders.set(pose);
    this.commit();
  }

  commit() {
    if (this.steps?.rest(this.sliders.pose)) this.rest();
  }

  undo() {
    const before = this.steps?.back();
    if (!before) return;
    this.sliders.set(before);
    this.rest();
  }

  /** The sliders have come to rest. */
  rest() {
    const { part, element } = this.find;
    this.showSteps();
    this.between.offer();
    // To a screen reader: how usual the pose is.
    setText(part("announced"), this.state.cloud ? element("meter-text").textContent : "");
    this.keep();
  }

  showSteps() {
    this.find.element("undo").disabled = this.steps.before.length === 0;
  }

  stretch() {
    const { pose } = this.sliders;
    const factor = this.state.cloud.lengths[50] / Math.max(poseLength(pose), 1e-6);
    this.put(Array.from(pose, (value) => value * factor));
  }

  // --- drawing what is on the sliders

  /** Inside the slider's own event: decoded and drawn before the browser next paints. */
  redraw(moving = false) {
    const scene = this.scene();
    if (!scene) return;
    this.decoded.show(scene, this.count());
    this.factors.follow(scene.pose);
    if (scene.known) this.data.mark(scene);
    this.grid.age(moving);
  }

  /** Show the same in another way. */
  show(values, act) {
    if (!this.scene()) return;
    Object.assign(this.state.view, values);
    act();
    this.grid.paint();
    this.keep();
  }

  arrange() {
    this.state.arrange();
    this.sliders.sort(this.state.shown.order === "effect" ? this.state.order : null);
  }

  select(d) {
    this.state.view.dimension = d;
    this.find.element("dimension").value = String(d);
    this.grid.paint();
    const scene = this.scene();
    if (scene?.known) this.data.show(scene, this.server);
    this.keep();
  }

  /** Every figure at the width it has. */
  fit() {
    const scene = this.scene();
    this.grid.paint();
    this.between.paint();
    if (scene?.known) this.data.paint(scene);
  }

  // --- keeping

  /** Another drawing, here and on every other page. */
  replaceDrawing(drawing) {
    this.carrier.change("drawing", drawing);
  }

  /** What is on the page stays, whatever becomes of the page, the server or the connection. */
  keep() {
    const { state } = this;
    if (!this.scene()) return;
    writeState(STEPS, state.keep(this.sliders, this.steps.before));
    const text = JSON.stringify(state.view);
    if (text === this.told) return;
    this.told = text;
    this.carrier.change("view", structuredClone(state.view), TELL_AFTER);
  }

  /** What a link to this page holds. */
  linkPlain() {
    const { drawing, settings, state } = this;
    this.keep();
    return { page: "dimensions", drawing, settings, view: state.view };
  }

  copyLink() {
    const { element } = this.find;
    return copyLink(element("copy-link"), element("link-text"), this.linkPlain());
  }
}

export default mountPage(".cv-dimensions", "dimensionsPage", DimensionsPage);
