/*
 * The Viewpoint page: a digit under transforms with live predictions, its curves, and attacks on
 * it. Every movement is sent at once, one request at a time, and the newest wins. Curves and
 * attacks are requested by plain HTTP when the movement has settled.
 */

import { deriveReading } from "../../browser/derive/reading.js";
import { setText } from "../../browser/dom.js";
import { decodeReply } from "../../browser/engine/message.js";
import { OtherDigit } from "../../browser/gallery.js";
import { Page, showPage } from "../../browser/page.js";
import { readColours } from "../../browser/picture.js";
import { base64ToBytes, DrawingRaster } from "../../browser/raster.js";
import { Inputs } from "../../browser/transform.js";
import { Attacks } from "./attacks.js";
import { buildControls, makeFactors, makeSections, nameNetwork, showControls } from "./controls.js";
import { Curves, curveOf } from "./curves.js";
import { offerFigures } from "./exports.js";
import { Guess } from "./guess.js";
import { PictureHandles } from "./picture_handles.js";
import { Player } from "./player.js";
import { Predictions } from "./predictions.js";
import { Requests } from "./requests.js";
import { roundForLink } from "./transform.js";
import { Rows } from "./transform_sliders.js";
import { curveWords, rangeWords } from "./words.js";

/** Pause before a changed view is stored, in ms. */
const SEND_DELAY = 250;

export class ViewpointPage extends Page {
  static page = "viewpoint";
  static drawn = '[data-testid="curve-lengths"][data-seq]';

  /** @param {any} root */
  constructor(root) {
    super(root);
    this.reply = this.attackReply = this.inks = this.tables = null;
    /** @type {Inputs | null} */
    this.cachedInputs = null;
  }

  close() {
    super.close();
    this.player.stop();
    this.curves.close();
    this.requests.close();
  }

  get settings() {
    return this.server.settings;
  }

  /** The drawing as the network reads it. */
  get inputs() {
    this.cachedInputs ??= Inputs.of(this.raster.bytes, this.server.network, this.settings.center);
    return this.cachedInputs;
  }

  // --- building, once

  build() {
    this.raster = new DrawingRaster();
    this.player = new Player(this);
    this.curves = new Curves(this);
    this.guess = new Guess(this);
    this.factors = makeFactors(this);
    this.predictions = new Predictions(this);
    this.handles = new PictureHandles(this);
    this.rows = new Rows(this);
    this.attacks = new Attacks(this);
    this.requests = new Requests(this);
    this.sections = makeSections(this);
    this.otherDigit = new OtherDigit(this, (drawing, digit) => this.replaceDrawing(drawing, digit));
    buildControls(this);
    offerFigures(this);
  }

  // --- what the script says

  adopt({ drawing, view, news }, before) {
    const data = this.server;
    this.cachedInputs = null;
    this.otherDigit.load(data);
    this.adoptColours();
    if (news.has("view")) this.view = this.readView(view);
    nameNetwork(this);
    this.factors.adopt(data.factors);
    this.sections.follow(data.settings.model);
    if (news.has("drawing")) this.takeDrawing(drawing);
    if (!before) this.connect(data);
    else this.keepUp(before, data, news);
  }

  /** Apply changes that came while the page was open. */
  keepUp(before, data, news) {
    const hasNewSettings = JSON.stringify(before.settings) !== JSON.stringify(data.settings);
    if (news.has("view") || hasNewSettings) this.link.touch();
    if (news.has("view")) this.showControls();
    if (hasNewSettings) {
      this.requests.forget();
      this.attackReply = null;
    }
    if (hasNewSettings || news.size) this.requests.schedule();
    this.paintCurves();
    this.paintAttack();
  }

  connect(data) {
    this.follow("transform", {
      header: () => ({ ...this.settings, capsule: -1 }),
      raster: () => this.inputs.applyTransform(this.view.transform),
      context: () => this.server.network,
      receive: (reply, network) => this.receive(reply, network),
    });
    // The first reply is of the session's drawing, untouched.
    this.receive(decodeReply(base64ToBytes(data.reply)), data.network);
    this.link.touch();
    this.showControls();
    this.requests.schedule(0);
  }

  takeDrawing(drawing) {
    this.drawing = drawing;
    this.otherDigit.receive(drawing);
    const { channels } = this.server.network;
    if (channels !== this.raster.channels) this.raster = new DrawingRaster(channels);
    this.raster.load(drawing);
    this.cachedInputs = null;
    this.link?.touch();
  }

  // --- moving

  /** One transform to a value: the networks are asked at once. */
  set(kind, value) {
    this.view.transform[kind] = roundForLink(value);
    this.view.kind = kind;
    this.onMove();
  }

  /** Set a value by hand, which stops playing. */
  move(kind, value) {
    this.player.stop();
    this.set(kind, value);
  }

  setTransform(transform) {
    this.player.stop();
    Object.assign(this.view.transform, transform);
    this.onMove();
  }

  onMove() {
    this.link.touch();
    this.paintCurves();
    this.change({});
  }

  /** Change properties of the view: all that follows from them is shown and asked for. */
  change(values) {
    Object.assign(this.view, values);
    this.showControls();
    if (!this.player.playing) this.sync.change("view", this.readView(this.view), SEND_DELAY);
    this.requests.schedule();
  }

  showControls() {
    this.rows.show(this.view.transform);
    this.handles.show(this.view.transform);
    showControls(this);
  }

  onPlay(kind, playing) {
    this.rows.showPlaying(kind, playing);
    // Screen readers announce the final prediction only.
    this.element("prediction").setAttribute("aria-live", playing ? "off" : "polite");
    if (!playing) this.change({});
  }

  // --- live results

  /**
   * @param {import("../../browser/engine/message.js").Reply} reply
   * @param {import("../../browser/classes.js").NetworkData} network that was asked
   */
  receive(reply, network) {
    this.trouble(reply.error ?? "");
    if (reply.error) return;
    this.reply = deriveReading(reply, network);
    this.predictions.show(this.reply);
    if (network === this.server.network) this.factors.receive(reply);
    this.handles.show(this.view.transform); // only now is it known whether they turn a body
  }

  // --- curves and attacks

  showCurves(reply) {
    const { laws, network } = this.server;
    const curve = curveOf(reply, laws, network.classes);
    this.curves.take(curve);
    this.guess.take(curve);
    setText(this.part("digit"), curve.classes[curve.digit]);
    this.paintCurves();
  }

  paintCurves() {
    this.curves.paint();
    const { curve } = this.curves;
    if (!curve) return;
    setText(this.element("curve-text"), curveWords(curve, this.server.network.measure));
    setText(this.part("range"), rangeWords(curve));
  }

  paintAttack(reply = this.attackReply) {
    this.attackReply = reply;
    if (reply) this.attacks.show(reply);
  }

  // --- colours and trouble

  colour() {
    const { inks, tables } = readColours(this.root);
    this.inks = inks;
    this.tables = tables;
    this.otherDigit.paint(this.inks.ink);
    this.sections.colour();
    if (!this.reply) return;
    this.predictions.show(this.reply);
    this.curves.colour();
    this.paintCurves();
    this.paintAttack();
  }

  /** Replace the drawing on all pages. @param {any} drawing @param {number} digit its class, if known */
  replaceDrawing(drawing, digit) {
    this.takeDrawing(drawing);
    this.sync.change("drawing", drawing);
    this.change({ digit });
  }
}

export default showPage(ViewpointPage);
