/*
 * The Viewpoint page: a digit under transforms, read live; its curves; attacks on it.
 *
 * Whatever moves is asked for again at once, one question at a time, the newest wins. Curves
 * and attacks are asked for by plain HTTP when the movement has settled.
 */

import { nameNumbers, nameThings } from "../../browser/classes.js";
import { setText } from "../../browser/dom.js";
import { Factors } from "../../browser/factors.js";
import { OtherDigit } from "../../browser/gallery.js";
import { tendBoxes } from "../../browser/help.js";
import { showAge, showLinkStatus } from "../../browser/link_status.js";
import { copyLink, openDraw } from "../../browser/links.js";
import { askByRequest, LiveLink, liveAddress } from "../../browser/live.js";
import { decodeReply } from "../../browser/message.js";
import { mountPage } from "../../browser/mount.js";
import { readColours } from "../../browser/picture.js";
import { base64ToBytes, DrawingRaster } from "../../browser/raster.js";
import { StateSync } from "../../browser/state_sync.js";
import { readView } from "../../browser/view.js";
import { Attacks, claimElement } from "./attacks.js";
import { Curves, curveOf } from "./curves.js";
import { VIEW_KINDS } from "./figures.js";
import { Player } from "./player.js";
import { Predictions } from "./predictions.js";
import { Requests } from "./requests.js";
import { Rows } from "./rows.js";
import { offerFiles } from "./saving.js";
import { anyTransform, exactly } from "./transform.js";
import { curveWords } from "./words.js";

/** The session is told of the view after this pause. */
const TELL_AFTER = 250;

class ViewpointPage {
  /** @param {any} root */
  constructor(root) {
    this.root = root;
    this.part = (name) => root.querySelector(`[data-part="${name}"]`);
    this.element = (name) => root.querySelector(`[data-testid="${name}"]`);
    this.count = 0;
    this.reply = this.attacked = this.colours = null;
    this.undoing = new AbortController();
    this.carrier = new StateSync("viewpoint");
    root.linkPlain = () => ({
      page: "viewpoint",
      drawing: this.drawing,
      settings: this.server.settings,
      view: this.plain,
    });
  }

  close() {
    this.player.stop();
    this.undoing.abort();
    this.curves.close();
    this.carrier.close();
    this.link.close();
    this.asked.close();
  }

  /** The page's view as the declaration has it. */
  get plain() {
    return readView(this.server.table, this.view);
  }

  get curve() {
    return this.curves.curve;
  }

  get transform() {
    return this.view.transform;
  }

  // --- building, once

  build(data) {
    const { element, part } = this;
    this.raster = new DrawingRaster();
    this.seen = new Predictions({ element, part });
    this.factors = new Factors(part("factors"), {
      server: () => this.server,
      settings: () => this.server.settings,
      receive: ({ b }) => this.takeDrawing({ s: [], b }),
      rest: (b) => this.replaceDrawing({ s: [], b }, this.view.digit),
      trouble: (sentence) => this.trouble(sentence),
    });
    this.rows = new Rows(element("sliders"), data.limits, data.rest, {
      onMove: (kind, value) => {
        this.player.stop();
        this.set(kind, value);
      },
      onPlay: (kind) => this.player.toggle(kind, this.transform[kind]),
    });
    this.player = new Player(data.limits, {
      set: (kind, value) => this.set(kind, value),
      onState: (kind, playing) => this.played(kind, playing),
    });
    this.curves = new Curves(
      { lengths: element("curve-lengths"), poses: element("curve-poses") },
      (share) => {
        const [low, high] = data.limits[this.view.kind];
        this.player.stop();
        this.set(this.view.kind, low + share * (high - low));
      },
    );
    this.other = new OtherDigit(this, {
      choose: (drawing, digit) => this.replaceDrawing(drawing, digit),
      trouble: (sentence) => this.trouble(sentence),
      draw: () => openDraw(this.server.base, this.drawing, this.server.settings),
    });
    this.attacks = new Attacks({ capsules: part("capsules"), cnn: part("cnn") });
    this.asked = new Requests(
      () => ({
        base: this.server.base,
        view: this.view,
        playing: this.player.playing,
        said: { ...this.server.settings, drawing: this.drawing },
      }),
      {
        curves: (found) => this.showCurves(found),
        attack: (found) => {
          this.attacked = found;
          this.paintAttack();
        },
        failed: (text) => this.trouble(text),
      },
    );
    for (const [kind, { name }] of Object.entries(VIEW_KINDS)) {
      element("kind").append(new Option(name, kind));
    }
    this.buildClaims(data.claims);
    this.listen();
    offerFiles(
      (name) => this.root.querySelector(`[data-export="${name}"]`),
      this.curves,
      () => ({
        reply: this.reply,
        network: this.server.network.name,
      }),
    );
  }

  /** The network may tell other things apart than the one before. */
  adoptClasses({ classes, thing, dimensions, digits }) {
    nameThings(this.root, thing);
    this.root.querySelector('[data-part="centred"]').hidden = !digits;
    nameNumbers(this.root, dimensions);
    const key = classes.join("\n");
    if (key === this.classesKey) return;
    this.classesKey = key;
    const options = classes.map((name, k) => new Option(name, String(k)));
    this.element("digit").replaceChildren(new Option("the winner", "-1"), ...options);
    if (this.view.digit >= classes.length) this.view.digit = -1;
  }

  buildClaims(claims) {
    /** @type {Record<string, [string, () => void]>} */
    const acts = {
      equivariant: ["turn it", () => this.player.toggle("rotation", this.transform.rotation)],
      robust: ["any viewpoint", () => this.adopt(anyTransform(this.server.rest))],
      adversarial: ["attack with PGD", () => this.strongAttack()],
    };
    for (const [name, [label, act]] of Object.entries(acts)) {
      const place = this.root.querySelector(`[data-claim="${name}"]`);
      place.append(claimElement(claims[name], name, label, act));
    }
  }

  listen() {
    const { element } = this;
    const click = (name, act) => element(name).addEventListener("click", act);
    click("reset", () => this.adopt(this.server.rest));
    click("random", () => this.adopt(anyTransform(this.server.rest)));
    click("copy-link", () => {
      copyLink(element("copy-link"), element("link-text"), this.root.linkPlain());
    });
    element("kind").addEventListener("change", ({ target }) => {
      this.player.stop();
      this.view.kind = target.value;
      this.moved();
    });
    element("digit").addEventListener("change", ({ target }) => {
      this.change({ digit: Number(target.value) });
    });
    element("method").addEventListener("change", ({ target }) => {
      this.change({ method: target.value });
    });
    element("epsilon").addEventListener("input", ({ target }) => {
      this.change({ epsilon: Number(target.value) });
    });
    tendBoxes(this.root, this.undoing.signal);
  }

  // --- what the script says

  update({ data, setStateValue }) {
    const before = this.server;
    this.server = data;
    if (!before) this.build(data);
    if (data.samples !== before?.samples) this.other.load(data);
    this.part("cnn-key").hidden = !data.cnn;
    for (const name of ["measure", "measures"]) {
      for (const place of this.root.querySelectorAll(`[data-say="${name}"]`)) {
        setText(place, data.network[name]);
      }
    }
    this.adoptColours();
    const { drawing, view, news } = this.carrier.reconcile(data.carried, setStateValue);
    if (news.has("view")) this.view = readView(data.table, view);
    this.adoptClasses(data.network);
    this.factors.adopt(data.factors);
    if (news.has("drawing")) this.takeDrawing(drawing);
    if (!before) this.connect(data);
    else this.follow(before, data, news);
  }

  /** What changed while the page was open. */
  follow(before, data, news) {
    const settings = JSON.stringify(before.settings) !== JSON.stringify(data.settings);
    if (news.has("view") || settings) this.link.touch();
    if (news.has("view")) this.showControls();
    if (settings) {
      this.asked.forget();
      this.attacked = null;
    }
    if (settings || news.size) this.asked.later();
    this.paintCurves();
    this.paintAttack();
  }

  connect(data) {
    this.link = new LiveLink({
      url: liveAddress(data.base, "viewpoint/live"),
      header: () => ({ ...this.server.settings, capsule: -1, transform: this.transform }),
      raster: () => this.raster.bytes,
      receive: (reply) => this.receive(reply),
      askPage: (question) =>
        askByRequest(`${this.server.base}/capsviz/viewpoint/read`, question, this.link),
      report: (state) => showLinkStatus(this.root, state),
      age: (old) => showAge(this.root, old),
    });
    this.receive(decodeReply(base64ToBytes(data.reply)));
    // The first reply is of the session's drawing, untouched.
    this.link.touch();
    this.showControls();
    this.asked.later(0);
  }

  takeDrawing(drawing) {
    this.drawing = drawing;
    this.other.hear(drawing);
    this.raster.load(drawing);
    this.link?.touch();
  }

  // --- moving

  /** One transform to a value: the networks are asked at once. */
  set(kind, value) {
    this.transform[kind] = exactly(value);
    this.view.kind = kind;
    this.moved();
  }

  adopt(transform) {
    this.player.stop();
    Object.assign(this.transform, transform);
    this.moved();
  }

  moved() {
    this.link.touch();
    this.paintCurves();
    this.change({});
  }

  /** Change properties of the view: all that follows from them is shown and asked for. */
  change(values) {
    Object.assign(this.view, values);
    this.showControls();
    if (!this.player.playing) this.carrier.change("view", this.plain, TELL_AFTER);
    this.asked.later();
  }

  showControls() {
    const { element, view } = this;
    this.rows.show(view.transform);
    for (const name of ["kind", "digit", "method"]) element(name).value = String(view[name]);
    if (Number(element("epsilon").value) !== view.epsilon) element("epsilon").value = view.epsilon;
    setText(element("epsilon-text"), view.epsilon.toFixed(2));
  }

  played(kind, playing) {
    this.rows.showPlaying(kind, playing);
    // A screen reader is told where it ends, not every word on the way.
    this.element("prediction").setAttribute("aria-live", playing ? "off" : "polite");
    if (!playing) this.change({});
  }

  strongAttack() {
    this.change({ method: "pgd", epsilon: Math.max(this.view.epsilon, 0.2) });
  }

  // --- live results

  receive(reply) {
    this.trouble(reply.error ?? "");
    if (reply.error) return;
    this.reply = reply;
    this.seen.show(reply, this.tables);
    this.factors.hear(reply);
  }

  // --- curves and attacks

  showCurves(found) {
    const { laws, network } = this.server;
    const curve = curveOf(found, laws, network.classes);
    this.curves.take(curve, this.tables.ink);
    setText(this.part("digit"), curve.classes[curve.digit]);
    this.paintCurves();
    for (const name of ["curve-lengths", "curve-poses"]) {
      this.count += 1;
      Object.assign(this.element(name).dataset, { seq: String(this.count), kind: curve.kind });
    }
  }

  paintCurves() {
    const { inks, transform, server } = this;
    const { measure } = server.network;
    this.curves.paint({ inks, transform, kind: this.view.kind, measure });
    if (this.curve) setText(this.element("curve-text"), curveWords(this.curve, measure));
  }

  paintAttack() {
    if (!this.attacked) return;
    const { network, alarms } = this.server;
    this.attacks.show(this.attacked, this.tables, { ...network, alarms });
  }

  // --- colours and trouble

  get inks() {
    return this.colours.inks;
  }

  get tables() {
    return this.colours.tables;
  }

  adoptColours() {
    const before = this.colours;
    this.colours = readColours(this.root, before);
    if (this.colours === before) return;
    this.other.paint(this.inks.ink);
    if (!this.reply) return;
    this.seen.show(this.reply, this.tables);
    this.curves.colour(this.tables.ink);
    this.paintCurves();
    this.paintAttack();
  }

  trouble(sentence) {
    setText(this.element("trouble"), sentence);
    this.element("trouble").hidden = !sentence;
  }

  /** Another drawing, here and on every other page; its class where that is known. */
  replaceDrawing(drawing, digit) {
    this.takeDrawing(drawing);
    this.carrier.change("drawing", drawing);
    this.change({ digit });
  }
}

export default mountPage(".cv-viewpoint", "viewpointPage", ViewpointPage);
