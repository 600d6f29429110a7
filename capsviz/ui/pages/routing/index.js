/*
 * The Routing page: one trace, all iterations at once, and every picture in step with them.
 *
 * The trace is asked for when the drawing, the model or the centring changes. Everything
 * else (iteration, digit, capsule, colours) happens here and draws at once. This module only
 * brings the page's parts together; each is given what it needs, and none knows the page.
 */

import { finders, setText } from "../../browser/dom.js";
import { OtherDigit } from "../../browser/gallery.js";
import { tendBoxes } from "../../browser/help.js";
import { copyLink, openDraw } from "../../browser/links.js";
import { mountPage } from "../../browser/mount.js";
import { adoptTheme, themeKey } from "../../browser/picture.js";
import { StateSync } from "../../browser/state_sync.js";
import { readView } from "../../browser/view.js";
import { showCaptions } from "./captions.js";
import { Controls } from "./controls.js";
import { DigitRow } from "./digits.js";
import { offerFiles } from "./exports.js";
import { Figures } from "./figures.js";
import { saveNumbers } from "./files.js";
import { Formula } from "./formula.js";
import { Inspector } from "./inspector.js";
import { dressForGeometry, dressForKind } from "./kind_labels.js";
import { Playback } from "./playback.js";
import { Pointing } from "./pointing.js";
import { RoutingInks } from "./scales.js";
import { Scenes } from "./scene.js";
import { RoutingState } from "./state.js";
import { lightSymbols } from "./symbol_highlight.js";
import { fetchTrace, question } from "./trace.js";
import { TreeFigure } from "./tree/index.js";

/** Milliseconds until the session is told of settings, and of a view. */
const SETTINGS_PAUSE = 500;
const TELL_AFTER = 400;
/** Besides the pictures, what tells by a number which step it shows. */
const NUMBERED = ["iteration-text", "story", "glass", "formula", "digits", "counterfactual"];

class RoutingPage {
  /** @param {any} root */
  constructor(root) {
    this.root = root;
    this.find = finders(root);
    this.state = new RoutingState();
    this.scenes = new Scenes();
    this.inks = new RoutingInks(root);
    /** How often everything was drawn. */
    this.count = 0;
    this.server = this.drawing = this.settings = null;
    /** The trace that is shown or waited for, and the view that was kept last. */
    this.asked = this.told = this.theme = this.listed = "";
    this.carrier = new StateSync("routing");
    this.undoing = new AbortController();
    root.linkPlain = () => this.linkPlain();
    this.build();
  }

  close() {
    this.undoing.abort();
    this.watching.disconnect();
    this.playback.pause();
    this.carrier.close();
  }

  build() {
    const { root, find, state } = this;
    const { element, part } = find;
    const { signal } = this.undoing;
    const choose = (values) => this.choose(values);
    this.figures = new Figures(element);
    this.digits = new DigitRow(element("digits"), (j) => choose({ j }));
    const places = {
      parents: part("parents"),
      pose: element("pose"),
      text: element("capsule-text"),
    };
    this.glass = new Inspector(places, (j) => choose({ j }));
    this.formula = new Formula(element("formula"));
    this.tree = new TreeFigure(find, choose);
    this.playback = new Playback({
      go: (t) => choose({ t }),
      now: () => state,
      changed: (playing) => {
        this.controls.showPlaying(playing);
        if (!playing) this.keep();
      },
    });
    this.controls = new Controls(find, this.acts(), signal);
    this.pointing = new Pointing(element, {
      scene: () => this.scene(),
      choose,
      paint: (names) => this.figures.paint(this.scene(), this.count, names),
    });
    offerFiles((name) => root.querySelector(`[data-export="${name}"]`), {
      scene: (scenes = this.scenes, inks = this.inks) => scenes.of(state, inks),
      width: (name) => this.figures.width(name),
    });
    this.other = new OtherDigit(find, {
      choose: (drawing) => this.replaceDrawing(drawing),
      trouble: (sentence) => this.trouble(sentence),
      draw: () => openDraw(this.server.base, this.drawing, this.settings),
    });
    this.watching = new ResizeObserver(() => this.fit() && this.show());
    for (const place of this.figures.places) this.watching.observe(place);
    lightSymbols(root);
    tendBoxes(root, signal);
    window.addEventListener("capsviz:class", () => this.adoptColours(true), { signal });
  }

  /** What the controls do. */
  acts() {
    const { state, playback } = this;
    return {
      play: () => state.data && playback.play(),
      pause: () => playback.pause(),
      step: (by) => this.stepTo(state.stepped(by)),
      scrub: (t) => this.stepTo(t),
      rounds: (more) => this.setRounds(state.r + more),
      prefer: (values) => {
        Object.assign(state.choices, values);
        this.show();
      },
      copyLink: () => this.copyLink(),
      saveNumbers: () => this.saveNumbers(),
    };
  }

  /** Everything at this moment; null while there is no trace. */
  scene() {
    return this.scenes.of(this.state, this.inks, this.pointing);
  }

  get view() {
    return this.state.view;
  }

  // --- what the page's script says

  update({ data, setStateValue }) {
    const { state } = this;
    const first = !this.server;
    this.server = data;
    const { drawing, settings, view, news } = this.carrier.reconcile(data.carried, setStateValue);
    if (first) this.adoptKind(data.routing, data.network.thing);
    if (data.samples !== this.listed) {
      this.listed = data.samples;
      this.other.load(data);
    }
    if (news.has("view")) this.want(readView(data.table, view));
    state.choices ??= readView(data.table);
    this.adoptColours();
    if (news.has("settings")) {
      this.settings = settings;
      state.adoptRounds(settings.iterations);
    }
    if (question(drawing, this.settings) !== this.asked) this.ask(drawing);
    else if (news.size) {
      state.adoptView();
      this.show();
    }
  }

  /** A view to be shown: of another drawing than it was set for, its colours and bands. */
  want(view) {
    const { shown } = this.carrier;
    const other = shown.get("drawing") > shown.get("view");
    this.state.wanted = other ? { ...view, iteration: -1, digit: -1, capsule: -1 } : view;
    this.told = JSON.stringify(view);
  }

  adoptKind(routing, thing) {
    const { root, find, state } = this;
    if (!state.adoptKind(routing, thing)) return;
    root.dataset.routing = routing;
    this.formula.adopt(state.kind);
    dressForKind(root, find, state);
  }

  adoptColours(anew = false) {
    const theme = themeKey(this.root);
    if (theme === this.theme && !anew) return;
    this.theme = theme;
    adoptTheme(this.root);
    this.inks = new RoutingInks(this.root);
    this.other.paint(this.inks.ink);
    this.fit();
    this.show();
  }

  /** Ask for a drawing's trace; the one that was asked for last is shown. */
  async ask(drawing) {
    const key = question(drawing, this.settings);
    this.asked = key;
    this.drawing = drawing;
    this.other.hear(drawing);
    try {
      const data = await fetchTrace(this.server.base, key);
      if (key !== this.asked) return;
      this.trouble("");
      this.adoptTrace(data);
    } catch (error) {
      if (key !== this.asked) return;
      this.asked = ""; // the next update tries again
      this.trouble(/** @type {Error} */ (error).message);
    }
  }

  /** @param {string} sentence none where all is well */
  trouble(sentence) {
    const { element } = this.find;
    setText(element("trouble"), sentence);
    element("trouble").hidden = !sentence;
  }

  adoptTrace(data) {
    this.adoptKind(data.routing, data.thing);
    this.digits.adopt(data.classes);
    this.glass.adopt(data.classes);
    this.pointing.forget();
    if (this.state.adoptTrace(data)) this.playback.pause();
    dressForGeometry(this.find, this.state);
    this.tree.ask(Boolean(this.state.kind.tree), this.server.base, this.asked, () => this.show());
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
    this.settings = { ...this.settings, iterations: rounds };
    this.carrier.change("settings", this.settings, SETTINGS_PAUSE);
  }

  /** Another drawing, here and on every other page. */
  replaceDrawing(drawing) {
    this.playback.pause();
    this.ask(drawing);
    this.carrier.change("drawing", drawing);
  }

  /** What a link to this page holds. */
  linkPlain() {
    const { drawing, settings, view } = this;
    return { page: "routing", drawing, settings, view };
  }

  copyLink() {
    const { element } = this.find;
    return copyLink(element("copy-link"), element("link-text"), this.linkPlain());
  }

  async saveNumbers() {
    const { state, server, asked } = this;
    if (!state.data || !asked) return;
    try {
      await saveNumbers(server.base, asked, state.r);
      this.trouble("");
    } catch (error) {
      this.trouble(/** @type {Error} */ (error).message);
    }
  }

  // --- drawing

  /** Every picture at the size it has on the page; whether one had another. */
  fit() {
    const scene = this.scene();
    if (!scene) return false;
    const row = this.digits.fit();
    return this.figures.fit(scene) || row;
  }

  /** Draw everything in this very task; `data-seq` changes when all of it is in place. */
  show() {
    const scene = this.scene();
    if (!scene) return;
    const { element } = this.find;
    this.count += 1;
    this.controls.show(scene, this.state.most);
    this.digits.show(scene);
    this.glass.show(scene);
    this.formula.show(scene);
    showCaptions(element, scene);
    this.pointing.tell();
    this.figures.paint(scene, this.count);
    this.tree.show(scene, this.state.choices);
    for (const name of NUMBERED) element(name).dataset.seq = String(this.count);
    if (!this.playback.playing) this.keep();
  }

  /** What is on the page stays, whatever becomes of the page, the server or the connection. */
  keep() {
    if (!this.state.data) return;
    const text = JSON.stringify(this.view);
    if (text === this.told) return;
    this.told = text;
    this.carrier.change("view", this.view, TELL_AFTER);
  }
}

export default mountPage(".cv-routing", "routingPage", RoutingPage);
