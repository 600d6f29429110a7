/*
 * A film on the page, with one time for all its figures. It does not depend on the film's source,
 * so that the app and a standalone file share it.
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
   * @param {{moved?: (step: number | null) => void, painted?: () => void, guessed?: (question:
   *   number, guess: number | null) => void}} [heard] `moved` is called with the step that the
   *   visitor went to or the film played to, null for the newest moment
   */
  constructor(root, { moved = () => {}, painted = () => {}, guessed = () => {} } = {}) {
    this.root = root;
    const { element, part } = finders(root);
    this.element = element;
    this.part = part;
    this.moved = moved;
    this.painted = painted;
    this.tables = new Map();
    /** @type {import("./film.js").Film | null} */
    this.film = null;
    /** @type {import("./film.js").Film | null} */
    this.beside = null;
    this.at = 0;
    this.count = 0;
    this.playing = null;
    this.ending = new AbortController();
    this.pictures = new Pictures(element, part);
    this.curves = new Curves(element, part, (step) => this.goTo(step));
    this.parts = new PartsView(element);
    this.player = new PlayButton(element("train-play"), {
      play: () => this.play(),
      pause: () => this.stop(),
    });
    this.speed = speedChoice(element("train-speed"));
    for (const [name, by] of Object.entries({ "train-back": -1, "train-on": 1 }))
      element(name).addEventListener("click", () => this.step(by));
    this.guess = new Guess(element, part, {
      begin: (anew) => {
        this.halt();
        this.show(anew ? 0 : this.at);
      },
      look: () => this.play(),
      guessed,
      came: () => {
        if (this.playing) this.moved(this.moment?.step ?? null);
        this.halt();
      },
    });
    element("train-time").addEventListener("input", ({ target }) => {
      const at = Number(target.value); // before stopping moves the slider to where it played
      this.stop();
      this.show(at);
    });
    exportMoment(part("save-moment"), part("save-pictures"), this);
    manageBoxes(root, this.ending.signal);
    this.adopt();
  }

  close() {
    this.ending.abort();
    this.stop();
    this.guess.close();
    this.curves.close();
  }

  get moment() {
    return this.film?.moments[this.at] ?? null;
  }

  /** The page's colours, which may have changed. */
  adopt() {
    const before = this.colours;
    this.colours = readColours(this.root, before);
    if (this.colours !== before) this.tables.clear();
    this.repaint();
  }

  /** Colour tables whose centre is the uniform coupling of so many classes. */
  tablesFor(classes) {
    const { tables, colours } = this;
    if (!tables.has(classes)) tables.set(classes, colourTables(colours.scales, 1 / classes));
    return tables.get(classes);
  }

  /** @param {import("./film.js").Film | null} film another one */
  put(film) {
    this.film = film;
    this.at = 0;
    this.guess.setFilm(film);
    if (!film) this.repaint();
  }

  // --- time

  goTo(step) {
    this.stop();
    if (this.film) this.show(this.film.at(step));
  }

  /** Go to the newest moment. */
  toEnd() {
    this.at = Math.max(0, this.film.moments.length - 1);
  }

  /** Go a moment on or back. @param {number} by */
  step(by) {
    this.stop();
    this.show(this.at + by);
  }

  show(at) {
    if (!this.film) return;
    const last = this.film.moments.length - 1;
    const before = this.at;
    this.at = Math.min(last, Math.max(0, at));
    if (this.at !== before) this.guess.opens = false;
    this.moved(this.at === last ? null : this.moment.step);
    this.repaint();
  }

  /** Play on, or from the first moment where this is the last. */
  play() {
    if (!this.film) return;
    const at = this.at >= this.film.moments.length - 1 ? 0 : this.at;
    this.stop();
    this.at = at;
    this.guess.opens = false;
    const pause = () => Math.max(FRAME, FILM / (this.film?.moments.length ?? 1)) / this.speed();
    const next = () => {
      if (!this.film || this.at >= this.film.moments.length - 1) return this.stop();
      this.at += 1;
      this.playing = setTimeout(next, pause()); // before painting, which may halt it
      this.moved(this.moment?.step ?? null);
      this.repaint();
    };
    this.playing = setTimeout(next, pause());
    this.player.show(true);
    this.repaint();
  }

  stop() {
    if (!this.playing) return;
    this.halt();
    this.show(this.at);
  }

  /** Play no further. */
  halt() {
    clearTimeout(this.playing ?? undefined);
    this.playing = null;
    this.player.show(false);
  }

  // --- painting

  repaint() {
    this.slider();
    const { film, at, moment, element, part } = this;
    this.root.classList.toggle("cv-t-empty", !moment); // the old one belonged to another run
    this.root.classList.toggle("cv-t-of-parts", isPartsRun(film));
    if (!film || !moment) {
      // Rewound, or not begun: clear the moment's text.
      for (const place of [part("moment"), element("train-accuracy"), part("step-words")])
        setText(place, "");
      setText(element("train-loss"), lossWords(null, 0));
      this.painted();
      return;
    }
    const { settings } = film.about;
    this.guess.see(moment.step);
    // While the visitor guesses or the film plays, the future stays hidden.
    const { covers, opens, asks } = this.guess;
    const hides = this.playing || covers;
    const until = opens ? 0 : hides ? moment.step : Number.POSITIVE_INFINITY;
    const beside = isPartsRun(this.beside) === isPartsRun(film) ? this.beside : null;
    const { inks } = this.colours;
    if (isPartsRun(film)) {
      setText(part("moment"), partsMomentWords(moment, settings.train.restarts));
      this.parts.show(film, at, this.tablesFor(1).ink);
      this.curves.show({ film, beside, moment, inks, until, losses: until, asks: null });
      return this.showNotice(film);
    }
    this.pictures.show(film, at, this.tablesFor(settings.model.classes));
    const losses = opens && asks ? Number.POSITIVE_INFINITY : until; // they tell no accuracy
    this.curves.show({ film, beside, moment, inks, until, losses, asks });
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

  /** No moment came, but the state of the run may have changed, and its curves may be longer. */
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
    const later = film.moments.slice(this.at).some(({ own }) => own);
    setText(this.part("pin-words"), pinWords(film.about, this.moment, later));
    this.element("train-time").dataset.seq = String(++this.count);
    this.painted();
  }

  slider() {
    const time = this.element("train-time");
    time.max = String(Math.max(0, (this.film?.moments.length ?? 1) - 1));
    time.value = String(this.at);
    if (this.moment)
      time.setAttribute("aria-valuetext", text("moment-step", { step: String(this.moment.step) }));
    this.part("step").hidden = !this.film;
  }
}
