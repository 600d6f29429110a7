/*
 * A film with one time for all figures. It does not depend on the film's source: the app and a
 * standalone file share it.
 */

import { finders, setText } from "../../browser/dom.js";
import { manageBoxes } from "../../browser/help.js";
import { colourTables, readColours } from "../../browser/picture.js";
import { PlayButton, speedChoice } from "../../browser/play.js";
import { text } from "../../browser/text.js";
import { checkWords, showChecks, showLayers } from "./checks.js";
import { Curves } from "./curves.js";
import { Guess } from "./guess.js";
import { isPartsRun, PartsView } from "./parts_run.js";
import { Pictures } from "./pictures.js";
import { exportMoment } from "./saved.js";
import {
  accuracyWords,
  lossWords,
  momentWords,
  partsMomentWords,
  pinWords,
  stepWords,
} from "./words.js";

/** Milliseconds that a film plays, and from one moment to the next at least. */
const [FILM, FRAME] = [24_000, 140];

export class Stage {
  /**
   * @param {any} root
   * @param {{onMove?: (step: number | null) => void, onPaint?: () => void, onGuess?: (question:
   *   number, guess: number | null) => void}} [callbacks] `onMove` is called with the step that the
   *   visitor went to or the film played to, null for the newest moment
   */
  constructor(root, { onMove = () => {}, onPaint = () => {}, onGuess = () => {} } = {}) {
    this.root = root;
    const { element, part } = finders(root);
    this.element = element;
    this.part = part;
    this.onMove = onMove;
    this.onPaint = onPaint;
    this.tables = new Map();
    /** @type {import("./film.js").Film | null} */
    this.film = null;
    /** @type {import("./film.js").Film | null} */
    this.comparison = null;
    this.index = 0;
    this.count = 0;
    this.timer = null;
    this.controller = new AbortController();
    this.pictures = new Pictures(element, part);
    this.curves = new Curves(element, part, (step) => this.goTo(step));
    this.parts = new PartsView(element);
    this.player = new PlayButton(element("train-play"), {
      play: () => this.play(),
      pause: () => this.stop(),
    });
    this.speed = speedChoice(element("train-speed"));
    for (const [name, offset] of Object.entries({ "train-back": -1, "train-on": 1 }))
      element(name).addEventListener("click", () => this.step(offset));
    this.guess = new Guess(element, part, {
      begin: (restart) => {
        this.halt();
        this.show(restart ? 0 : this.index);
      },
      play: () => this.play(),
      onGuess,
      onAnswer: () => {
        if (this.timer) this.onMove(this.moment?.step ?? null);
        this.halt();
      },
    });
    element("train-time").addEventListener("input", ({ target }) => {
      const index = Number(target.value); // read first: stop() moves the slider
      this.stop();
      this.show(index);
    });
    exportMoment(part("save-moment"), part("save-pictures"), this);
    manageBoxes(root, this.controller.signal);
    this.adopt();
  }

  close() {
    this.controller.abort();
    this.stop();
    this.guess.close();
    this.curves.close();
  }

  get moment() {
    return this.film?.moments[this.index] ?? null;
  }

  /** Adopt the page's colours if they have changed. */
  adopt() {
    const before = this.colours;
    this.colours = readColours(this.root, before);
    if (this.colours !== before) this.tables.clear();
    this.repaint();
  }

  /** Colour tables centred on the uniform coupling of this number of classes. */
  tablesFor(classes) {
    const { tables, colours } = this;
    if (!tables.has(classes)) tables.set(classes, colourTables(colours.scales, 1 / classes));
    return tables.get(classes);
  }

  /** @param {import("./film.js").Film | null} film another one */
  setFilm(film) {
    this.film = film;
    this.index = 0;
    this.guess.setFilm(film);
    if (!film) this.repaint();
  }

  // --- time

  goTo(step) {
    this.stop();
    if (this.film) this.show(this.film.indexAt(step));
  }

  /** Go to the newest moment. */
  toEnd() {
    this.index = Math.max(0, this.film.moments.length - 1);
  }

  /** Go a moment on or back. @param {number} offset */
  step(offset) {
    this.stop();
    this.show(this.index + offset);
  }

  show(index) {
    if (!this.film) return;
    const last = this.film.moments.length - 1;
    const before = this.index;
    this.index = Math.min(last, Math.max(0, index));
    if (this.index !== before) this.guess.hidesCurve = false;
    this.onMove(this.index === last ? null : this.moment.step);
    this.repaint();
  }

  /** Play from the present moment, or from the first after the last. */
  play() {
    if (!this.film) return;
    const index = this.index >= this.film.moments.length - 1 ? 0 : this.index;
    this.stop();
    this.index = index;
    this.guess.hidesCurve = false;
    const pause = () => Math.max(FRAME, FILM / (this.film?.moments.length ?? 1)) / this.speed();
    const next = () => {
      if (!this.film || this.index >= this.film.moments.length - 1) return this.stop();
      this.index += 1;
      this.timer = setTimeout(next, pause()); // first: painting may stop the film
      this.onMove(this.moment?.step ?? null);
      this.repaint();
    };
    this.timer = setTimeout(next, pause());
    this.player.show(true);
    this.repaint();
  }

  stop() {
    if (!this.timer) return;
    this.halt();
    this.show(this.index);
  }

  /** Play no further. */
  halt() {
    clearTimeout(this.timer ?? undefined);
    this.timer = null;
    this.player.show(false);
  }

  // --- painting

  repaint() {
    this.slider();
    const { film, index, moment, element, part } = this;
    this.root.classList.toggle("cv-t-empty", !moment); // the old one belonged to another run
    this.root.classList.toggle("cv-t-of-parts", isPartsRun(film));
    if (!film || !moment) {
      // Rewound, or not begun: clear the moment's text.
      for (const node of [part("moment"), element("train-accuracy"), part("step-words")])
        setText(node, "");
      setText(element("train-loss"), lossWords(null, 0));
      this.onPaint();
      return;
    }
    const { settings } = film.about;
    this.guess.update(moment.step);
    // While the visitor guesses or the film plays, the future stays hidden.
    const { isOpen, hidesCurve, accuracyQuestion: question } = this.guess;
    const hidden = this.timer || isOpen;
    const until = hidesCurve ? 0 : hidden ? moment.step : Number.POSITIVE_INFINITY;
    const comparison = isPartsRun(this.comparison) === isPartsRun(film) ? this.comparison : null;
    const { inks } = this.colours;
    if (isPartsRun(film)) {
      setText(part("moment"), partsMomentWords(moment, settings.train.restarts));
      this.parts.show(film, index, this.tablesFor(1).ink);
      this.curves.show({ film, comparison, moment, inks, until, losses: until, question: null });
      return this.showNotice(film);
    }
    this.pictures.show(film, index, this.tablesFor(settings.model.classes));
    const losses = hidesCurve && question ? Number.POSITIVE_INFINITY : until; // they reveal no accuracy
    this.curves.show({ film, comparison, moment, inks, until, losses, question });
    setText(part("moment"), momentWords(moment, settings.train.batch));
    setText(element("train-accuracy"), accuracyWords(moment.accuracy));
    const plain = accuracyWords(moment.plain_accuracy);
    setText(part("plain"), plain && text("accuracy-plain", { accuracy: plain }));
    const line = film.line(moment.step);
    const weight = film.weightAt(moment.step);
    setText(element("train-loss"), lossWords(line, weight));
    const { checks = [] } = moment;
    setText(part("checks-line"), checkWords(checks));
    showChecks(element("train-checks"), checks);
    setText(part("step-words"), stepWords(line, settings.train.batch, weight));
    showLayers(element("train-layers"), moment.layers ?? []);
    this.showNotice(film);
  }

  /** Update the run's state and its curves without a new moment. */
  grow() {
    if (!this.film || !this.moment) return this.repaint();
    this.curves.grow();
    this.showNotice(this.film);
  }

  /**
   * Notices about the run that may change without a moment.
   * @param {import("./film.js").Film} film
   */
  showNotice(film) {
    const later = film.moments.slice(this.index).some(({ own }) => own);
    setText(this.part("pin-words"), pinWords(film.about, this.moment, later));
    this.element("train-time").dataset.seq = String(++this.count);
    this.onPaint();
  }

  slider() {
    const time = this.element("train-time");
    time.max = String(Math.max(0, (this.film?.moments.length ?? 1) - 1));
    time.value = String(this.index);
    if (this.moment)
      time.setAttribute("aria-valuetext", text("moment-step", { step: String(this.moment.step) }));
    this.part("step").hidden = !this.film;
  }
}
