/*
 * The Dimensions page: sliders, sweeps, evidence and ways between digits, all decoded here.
 *
 * The server is asked for a drawing's ten poses and for what was measured about the network;
 * everything that moves is computed in the visitor's browser.
 */

import { exact } from "../../browser/arrays.js";
import { finders, put } from "../../browser/dom.js";
import { OtherDigit } from "../../browser/gallery.js";
import { tendBoxes } from "../../browser/help.js";
import { Carrier, keep, kept } from "../../browser/kept.js";
import { copyLink, openDraw } from "../../browser/links.js";
import { decodeReply } from "../../browser/message.js";
import { adoptTheme, PixelPicture, themeKey } from "../../browser/picture.js";
import { base64ToBytes } from "../../browser/raster.js";
import { DimensionSliders, dimensionLabels } from "../../browser/sliders.js";
import { readView } from "../../browser/view.js";
import { readDrawing } from "./ask.js";
import { Between } from "./between.js";
import { CapsuleRow } from "./capsules.js";
import { DataSection } from "./data.js";
import { buildExports } from "./files.js";
import { SweepGrid } from "./grid.js";
import { DimensionInks } from "./inks.js";
import { showMeter } from "./meter.js";
import { Network, networkKey } from "./network.js";
import { poseLength } from "./numbers.js";
import { DIMENSIONS, orderOf, SIDE, shownAs } from "./poses.js";
import { PoseSteps } from "./steps.js";
import { capsuleWords, evidenceWords, unmeasuredWords } from "./words.js";

/** Under what this tab keeps the steps back, and what the view was set for. */
const STEPS = "steps.dimensions";
/** Milliseconds until the session is told of a view. */
const TELL_AFTER = 400;

class DimensionsPage {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    const find = finders(root);
    this.part = find.part;
    this.parts = find.parts;
    this.hook = find.hook;
    this.drawn = 0;
    this.k = -1;
    this.view = this.drawing = this.settings = null;
    this.steps = null;
    this.carrier = new Carrier("dimensions");
    /** The network, what its class was measured to be like, and what it made of the drawing. */
    this.network = this.cloud = this.names = this.reply = null;
    this.samples = [];
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

  /** @returns {import("./poses.js").Scene | null} null while there is nothing to show */
  scene() {
    const { network, cloud, names, inks, k, view, order } = this;
    if (!network || !this.reply || k < 0) return null;
    const { decoder, known } = network;
    const { pose, original } = this.sliders;
    const { start, range } = shownAs(view, known);
    const { dimension } = view;
    const seen = { decoder, known, cloud, names, inks, k, pose, original };
    return { ...seen, start, range, order, dimension };
  }

  // --- building, once

  build() {
    const { hook, part } = this;
    this.inks = new DimensionInks(this.root);
    this.image = new Uint8Array(SIDE * SIDE);
    this.startImage = new Uint8Array(SIDE * SIDE);
    const pictures = ["reconstruction", "start", "difference"];
    this.pictures = Object.fromEntries(
      pictures.map((name) => [name, new PixelPicture(hook(name))]),
    );
    this.sliders = new DimensionSliders(part("sliders"), {
      onChange: (_, index) => this.redraw(index >= 0),
      onCommit: () => this.commit(),
    });
    this.capsules = new CapsuleRow(hook("capsules"), (k) => this.choose(k));
    for (let d = 0; d < DIMENSIONS; d++)
      hook("dimension").append(new Option(`dimension ${d}`, `${d}`));
    const scene = () => this.scene();
    const count = () => this.count();
    this.grid = new SweepGrid(
      { canvas: hook("sweep"), rows: hook("sweep-rows"), text: hook("sweep-text") },
      { scene, count, choose: (d) => this.select(d), take: (pose) => this.put(pose) },
    );
    const places = {
      histogram: hook("histogram"),
      mark: part("now"),
      text: hook("histogram-text"),
    };
    const ends = { label: hook("label-text"), low: hook("low-digits"), high: hook("high-digits") };
    this.data = new DataSection({ ...places, ...ends }, (drawing) => this.replaceDrawing(drawing));
    this.between = new Between(hook, {
      scene,
      count,
      view: () => this.view,
      drawn: () => this.reply,
      samples: () => this.samples,
      read: (drawing) => readDrawing(this.server.base, this.settings, drawing),
      changed: () => this.keep(),
      trouble: (sentence) => this.trouble(sentence),
    });
    this.other = new OtherDigit(this, {
      choose: (drawing) => this.replaceDrawing(drawing),
      trouble: (sentence) => this.trouble(sentence),
      draw: () => openDraw(this.server.base, this.drawing, this.settings),
    });
    this.watching = new ResizeObserver(() => this.fit());
    for (const name of ["sweep", "histogram", "between"])
      this.watching.observe(hook(name).parentElement);
    this.listen();
    /** @returns {any} */
    const place = (name) => this.root.querySelector(`[data-export="${name}"]`);
    const { grid, data, between } = this;
    buildExports(place, { scene, grid, data, between, picture: hook("reconstruction") });
  }

  listen() {
    const { hook, undoing } = this;
    const { signal } = undoing;
    const click = (name, act) => hook(name).addEventListener("click", act);
    const change = (name, act) =>
      hook(name).addEventListener("change", ({ target }) => act(target.value));
    click("start-drawing", () => this.startFrom("drawing"));
    click("start-mean", () => this.startFrom("mean"));
    click("undo", () => this.undo());
    click("randomise", () => this.put(this.cloud.usual()));
    click("stretch", () => this.stretch());
    click("copy-link", () => this.copyLink());
    change("order", (order) => this.sort(order));
    change("range", (range) => this.setRange(range));
    change("dimension", (d) => this.select(Number(d)));
    this.part("sliders").addEventListener("focusin", ({ target }) => {
      const d = target.closest("[data-dimension]")?.dataset.dimension;
      if (d !== undefined) this.select(Number(d));
    });
    document.addEventListener("keydown", (event) => this.shortcut(event), { signal });
    tendBoxes(this.root, signal);
  }

  shortcut(event) {
    const typing = event.target.closest?.("input:not([type=range]), textarea, select");
    if (typing || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z") return;
    event.preventDefault();
    this.undo();
  }

  count() {
    this.drawn += 1;
    return String(this.drawn);
  }

  // --- what the page's script says

  update({ data, setStateValue }) {
    const before = this.server;
    this.server = data;
    const { drawing, settings, view, news } = this.carrier.meet(data.carried, setStateValue);
    Object.assign(this, { drawing, settings });
    this.adoptColours();
    if (news.has("view")) {
      this.wanted = readView(data.table, view);
      this.told = JSON.stringify(this.wanted);
    }
    this.view ??= this.wanted;
    if (!before) this.loadSamples();
    // What this tab has kept is newer than what the session read: its answer is on the way.
    const late = (name) => this.carrier.shown.get(name) !== data.carried[name].at;
    if (before === undefined && (late("drawing") || late("settings"))) return;
    const reply = decodeReply(base64ToBytes(data.reply));
    if (reply.error) this.trouble(reply.error);
    else if (networkKey(data) !== this.key) this.load(reply);
    else if (this.network) this.adopt(reply);
    else this.waiting = reply;
  }

  /** Another network: nothing that the last one painted stays. */
  async load(reply) {
    const key = networkKey(this.server);
    this.key = key;
    this.waiting = reply;
    this.clear();
    try {
      const network = await Network.load(this.server);
      if (key !== this.key) return;
      this.network = network;
      this.showEvidence();
      this.adopt(this.waiting);
    } catch (error) {
      if (key !== this.key) return;
      this.key = ""; // the next update tries again
      this.trouble(`The decoder could not be loaded: ${error.message}.`);
    }
  }

  clear() {
    this.network = this.reply = null;
    this.capsules.clear();
    for (const picture of Object.values(this.pictures)) picture.clear();
    this.between.forget();
    this.data.forget();
    this.fit();
  }

  showEvidence() {
    const { hook, server } = this;
    const { known } = this.network;
    for (const name of ["meter-bar", "data-section"]) this.part(name).hidden = !known;
    hook("randomise").hidden = !known;
    for (const name of ["start-mean", "order"]) hook(name).disabled = !known;
    hook("range").querySelector('[value="data"]').disabled = !known;
    put(this.part("evidence"), known ? evidenceWords(known) : "");
    put(hook("unmeasured"), known ? "" : unmeasuredWords(server.network));
    hook("unmeasured").hidden = Boolean(known);
    put(this.part("measure"), server.network.measure);
    put(this.part("meaning"), server.network.meaning);
  }

  adopt(reply) {
    const same = this.reply && String(reply.poses) === String(this.reply.poses);
    this.trouble("");
    if (same && !this.wanted) return;
    this.reply = reply;
    this.between.forget();
    const sizes = reply.lengths.at(-1);
    this.winner = sizes.indexOf(Math.max(...sizes));
    this.showCapsules();
    const { wanted } = this;
    const before = kept(STEPS)?.value;
    this.wanted = null;
    const other = { ...(wanted ?? this.view), capsule: -1, start: "drawing", pose: null };
    // A pose belongs to the drawing and the network that it was set for.
    const ours = before && JSON.stringify(wanted) === JSON.stringify(before.view);
    this.view = wanted && !(ours && before.of !== this.origin) ? wanted : other;
    const { order, range } = shownAs(this.view, this.network.known);
    this.hook("order").value = order;
    this.hook("range").value = range;
    const { capsule, pose } = this.view;
    this.choose(capsule >= 0 ? capsule : this.usual, pose, ours ? before.steps : []);
  }

  /** The capsule to begin with. */
  get usual() {
    const { capsule } = this.settings;
    return capsule >= 0 ? capsule : this.winner;
  }

  /** What the sliders' poses are changes of. */
  get origin() {
    return `${this.key} ${this.reply.poses}`;
  }

  showCapsules() {
    const { reply, inks, network, server } = this;
    const images = network.decoder.decodeAll(reply.poses);
    this.capsules.show(images, reply.lengths.at(-1), inks.greyTable, server.network);
  }

  // --- which capsule, from where

  /**
   * @param {number} k
   * @param {number[] | null} [pose] for the sliders; by default where they start
   * @param {number[][]} [steps] that can be gone back
   */
  choose(k, pose = null, steps = []) {
    const { network, reply, winner, server } = this;
    const { known } = network;
    this.k = k;
    this.view.capsule = k === this.usual ? -1 : k;
    this.capsules.choose(k);
    for (const name of this.parts("digit-name")) put(name, String(k));
    put(this.hook("start-mean"), `the mean ${k}`);
    this.cloud = network.cloud(k);
    this.names = known && dimensionLabels(known, k);
    const said = { k, winner, size: reply.lengths.at(-1)[k], network: server.network };
    put(this.part("ten-note"), capsuleWords({ ...said, measured: Boolean(known) }));
    this.begin(pose, steps);
  }

  startFrom(where) {
    this.view.start = where;
    this.begin();
  }

  /** Put the start on the sliders, and everything in step with it. */
  begin(pose = null, steps = []) {
    const { k, sliders, view } = this;
    const { known, decoder } = this.network;
    const { start, order } = shownAs(view, known);
    const poseOf = start === "mean" ? known.mean[k] : this.reply.poses[k];
    sliders.show(k, poseOf, known?.mean[k] ?? null, known?.std[k] ?? null);
    for (const where of ["drawing", "mean"])
      this.hook(`start-${where}`).setAttribute("aria-pressed", String(where === start));
    sliders.label(this.names);
    this.startImage.set(decoder.decode(k, sliders.original));
    this.pictures.start.show(this.startImage, this.inks.greyTable);
    this.arrange(order);
    sliders.set(pose ?? sliders.original);
    this.steps = new PoseSteps(sliders.pose, steps);
    this.between.offer();
    this.select(view.dimension);
    this.showSteps();
    this.fit();
  }

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
    this.showSteps();
    this.between.offer();
    // To a screen reader: how usual the pose is.
    put(this.part("announced"), this.cloud ? this.hook("meter-text").textContent : "");
    this.keep();
  }

  showSteps() {
    this.hook("undo").disabled = this.steps.before.length === 0;
  }

  stretch() {
    const { pose } = this.sliders;
    const factor = this.cloud.lengths[50] / Math.max(poseLength(pose), 1e-6);
    this.put(Array.from(pose, (value) => value * factor));
  }

  // --- drawing what is on the sliders

  /** Inside the slider's own event: decoded and drawn before the browser next paints. */
  redraw(moving = false) {
    const scene = this.scene();
    if (!scene) return;
    const { inks, pictures, image } = this;
    scene.decoder.decode(this.k, scene.pose, image);
    pictures.reconstruction.show(image, inks.greyTable);
    pictures.difference.showDifference(image, this.startImage, inks.signedTable);
    showMeter(this, scene);
    if (scene.known) this.data.mark(scene);
    const seq = this.count();
    for (const name of ["reconstruction", "difference", "meter"]) this.hook(name).dataset.seq = seq;
    this.grid.age(moving);
  }

  setRange(range) {
    this.view.range = range;
    this.grid.paint();
    this.redraw();
    this.keep();
  }

  sort(order) {
    this.view.order = order;
    this.arrange(order);
    this.grid.paint();
    this.keep();
  }

  arrange(order) {
    this.order = orderOf(this.network.known, this.k, order);
    this.sliders.sort(order === "effect" ? this.order : null);
  }

  select(d) {
    this.view.dimension = d;
    this.hook("dimension").value = String(d);
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

  adoptColours() {
    const theme = themeKey(this.root);
    if (theme === this.theme) return;
    this.theme = theme;
    adoptTheme(this.root);
    this.inks = new DimensionInks(this.root);
    this.other.paint(this.inks.ink);
    const scene = this.scene();
    if (!scene) return;
    this.showCapsules();
    this.pictures.start.show(this.startImage, this.inks.greyTable);
    this.redraw();
    this.data.forget();
    if (scene.known) this.data.show(this.scene(), this.server);
    this.between.show();
    this.fit();
  }

  trouble(sentence) {
    put(this.hook("trouble"), sentence);
    this.hook("trouble").hidden = !sentence;
  }

  // --- other drawings

  async loadSamples() {
    this.samples = await this.other.load(this.server);
    this.between.offer();
  }

  /** Another drawing, here and on every other page. */
  replaceDrawing(drawing) {
    this.carrier.change("drawing", drawing);
  }

  // --- keeping

  /** What is on the page stays, whatever becomes of the page, the server or the connection. */
  keep() {
    if (!this.scene()) return;
    const { view, steps, sliders, origin } = this;
    view.pose = sliders.changed ? Array.from(sliders.pose, exact) : null;
    const back = steps.before.map((pose) => Array.from(pose, exact));
    keep(STEPS, { of: origin, view, steps: back });
    const text = JSON.stringify(view);
    if (text === this.told) return;
    this.told = text;
    this.carrier.change("view", structuredClone(view), TELL_AFTER);
  }

  copyLink() {
    const { drawing, settings, view } = this;
    this.keep();
    const plain = { page: "dimensions", drawing, settings, view };
    return copyLink(this.hook("copy-link"), this.hook("link-text"), plain);
  }
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
