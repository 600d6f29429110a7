/*
 * The Train page: a run, with one time for all figures. Updates are polled during training; a visitor
 * at an earlier moment stays there.
 */

import { Page, showPage } from "../../browser/page.js";
import { RunActions } from "./actions.js";
import { listenToControls, showControls } from "./controls.js";
import { FilmFeed } from "./feed.js";
import { Film } from "./film.js";
import { showNetworks } from "./networks.js";
import { Runs, writeRunToAddress } from "./runs.js";
import { Stage } from "./stage.js";

/** Pause in ms before the view is sent to the session. */
const SEND_DELAY = 400;

export class TrainPage extends Page {
  static page = "train";

  /** @param {any} root */
  constructor(root) {
    super(root);
    this.actions = new RunActions(this);
    root.classQuestion = () => this.stage?.guess.classQuestion ?? null;
  }

  close() {
    super.close();
    this.actions.close();
    this.stage?.close();
  }

  linkPlain() {
    const view = this.readView(this.view);
    return { page: "train", drawing: null, settings: null, view };
  }

  // --- building, once

  /** @param {import("./runs.js").TrainPageData} data */
  build(data) {
    this.view = this.readView();
    this.runs = new Runs(this);
    this.stage = new Stage(this.root, {
      onMove: (step) => this.change({ step }),
      onGuess: (question, guess) => this.change({ question, guess }),
      onPaint: () => showControls(this),
    });
    this.feed = new FilmFeed(this);
    listenToControls(this, data.choices);
  }

  /** @returns {Film | null} */
  get film() {
    return this.stage?.film ?? null;
  }

  /** Whether the run on display belongs to this machine. */
  get isLocal() {
    return this.runs.find(this.view.run)?.film === false;
  }

  /** Whether another browser started it: only that one may rewind, rename and delete it. */
  get isForeign() {
    return this.runs.find(this.view.run)?.owned === false;
  }

  // --- called by the page's script

  colour() {
    this.stage.adopt();
  }

  adopt({ view, drawing, news }, before) {
    const data = this.server;
    this.drawing = drawing;
    const previousView = this.view;
    if (news.has("view")) this.view = this.readView(view);
    if (before) {
      if (news.has("view")) this.showView(previousView);
      return this.stage.adopt();
    }
    this.list(data.runs);
    if (data.allowed) this.relist();
    const run = [data.asked, this.view.run].find((name) => this.runs.find(name));
    this.open(run ?? data.runs[0]?.name ?? "", this.view.step);
    if (run && this.view.against) this.compare(this.view.against);
  }

  /** @param {any[]} runs */
  list(runs) {
    if (this.view.against && !runs.some(({ name }) => name === this.view.against)) {
      this.change({ against: "" });
      this.stage.comparison = null;
    }
    this.runs.show(runs, this.view.run, this.view.against);
  }

  // --- the run, and its updates

  /** @param {string} name @param {number | null} [step] @param {boolean} [autoplay] where it is over */
  async open(name, step = null, autoplay = true) {
    this.feed.stop();
    writeRunToAddress(name);
    this.stage.stop();
    const question = name === this.view.run ? {} : { question: null, guess: null };
    this.change({ run: name, step, ...question });
    this.stage.setFilm(null);
    this.element("train-name").value = name;
    this.element("train-run").value = name;
    if (!name) return showControls(this);
    await this.feed.ask();
    if (step !== null || !autoplay || !this.film || this.film.about.busy) return;
    // A finished run opens at its end, with the curve hidden until the guess.
    if (this.stage.guess.open()) return this.stage.repaint();
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) this.stage.play();
  }

  /** @param {any} update @param {boolean} first whether it is the first of this run */
  take(update, first) {
    const { film, stage } = this;
    const newest = this.view.step === null;
    if (film && film.about.state !== update.header.state) this.relist();
    // It was rewound or renamed: the known part is outdated.
    const restarted = update.header.moments[0]?.step === 0 && film?.moments.length;
    if (!film || restarted) {
      stage.setFilm(new Film(update));
      stage.guess.adopt(this.view.question, this.view.guess, newest);
    } else film.add(update);
    if (first && !newest) stage.index = this.film.indexAt(this.view.step);
    if (newest && !stage.timer) stage.toEnd();
    if (update.header.moments.length) stage.repaint();
    else stage.grow();
  }

  /** Compare another run with this one. @param {string} against none where it is "" */
  async compare(against) {
    this.change({ against });
    this.element("train-against").value = against;
    const update = against ? await this.feed.fetch(against) : null;
    this.stage.comparison = update ? new Film(update) : null;
    this.stage.repaint();
  }

  /** Show the view after another script has changed it. @param {any} previousView */
  showView(previousView) {
    const { run, step, against, question, guess } = this.view;
    if (run === previousView.run) this.stage.guess.adopt(question, guess, step === null);
    if (run !== previousView.run) this.open(run, step, false);
    else if (step !== null) this.stage.goTo(step);
    else this.stage.show(Infinity);
    if (against !== previousView.against) this.compare(against);
  }

  stayAtNewest() {
    this.stage.stop();
    this.change({ step: null });
  }

  /** List all runs, and which of them belong to this browser. */
  async relist() {
    const { owner } = this.runs;
    const reply = await this.engine.train({ do: "list", owner }).catch(() => null);
    if (!reply) return;
    this.list(reply.runs);
    this.part("networks").hidden = reply.networks.length === 0;
    const remove = (network) => this.actions.act("remove", { network });
    await showNetworks(this.element("train-networks"), reply.networks, this.server.base, remove);
    showControls(this);
  }

  /** @param {Record<string, any>} part of the view */
  change(part) {
    this.view = { ...this.view, ...part };
    this.sync.change("view", this.readView(this.view), SEND_DELAY);
  }
}

export default showPage(TrainPage);
