/* Lessons 5, 8 and 9, and the gallery: routing by hand. */

import { make, makeButton, setText } from "../../../browser/dom.js";
import { PlayButton } from "../../../browser/play.js";
import { list } from "../../../browser/text.js";
import { ROUTE, ROUTE_PHASES, routeInput, routeSteps, routeTell } from "../models/route.js";
import { Film, Glide } from "./animation.js";
import { figureNumber, vectorText } from "./shapes.js";
import { VotesFigure } from "./votes.js";

/** The paper's number of iterations, after which playing ends. */
const LAST_ITERATION = 3;
/** Milliseconds per iteration and per phase while it plays, and of a change of couplings. */
const PLAY_TIMES = { iteration: 1200, step: 600 };
const TRANSITION_TIME = 500;

export class RouteFigure extends VotesFigure {
  static toy = ROUTE;

  build() {
    this.buildPlanes();
    const columns = this.parents.length === 2 ? ["b", "c", "a"] : ["c"];
    this.numbered = !this.options.finished && this.parents.length === 2;
    this.buildShares({ numbered: this.numbered });
    this.statusLine();
    this.glide = new Glide(([c, s, v]) => this.drawPlanes(c, s, v));
    this.film = new Film({
      advance: () => this.advance(),
      show: (playing) => this.playButton.show(playing),
    });
    this.buildControls();
    this.buildTable({ columns });
    if (this.counter) this.veil(this.counter.parentElement, this.lead);
  }

  buildControls() {
    const { finished, mistake, negate, next, preset } = this.options;
    const play = this.leadButton("", () => {}, "route-play");
    this.playButton = new PlayButton(play, {
      play: () => this.play(),
      pause: () => this.film.pause(),
    });
    if (finished) this.buildIterations();
    else {
      this.leadButton(this.t("step"), () => this.do("step"), "route-step");
      this.button(this.t("restart"), () => this.do("restart"), "route-restart");
    }
    if (!mistake && !negate && preset !== "misled" && this.parents.length === 2) {
      this.presetButtons("cluster", "mirror", "undecided");
    }
    if (this.options.switch === "compete") {
      this.toggle(this.t("compete"), "compete", "compete", "compete");
    }
    if (negate) this.button(this.t("negate"), () => this.do("negate"), "negate");
    if (mistake) this.toggle(this.t(`mistake-${mistake}`));
    if (next) this.button(this.t("next"), () => this.do("next"), "next-picture");
    this.resetButton();
  }

  buildIterations() {
    const icon = (text, label, amount, testid) => {
      const change = () => this.do("iterate", this.state.iteration + amount);
      return makeButton("cv-icon", testid, text, change, { aria: { "aria-label": label } });
    };
    this.counter = make("output", { data: { testid: "route-iterations" } });
    const label = this.t("iterations");
    const aria = { role: "group", "aria-label": label };
    const less = icon("−", this.t("less"), -1, "route-less");
    const more = icon("+", this.t("more"), 1, "route-more");
    const parts = [less, this.counter, more, make("span", {}, label)];
    this.controls.append(make("span", { className: "cv-stepper-row", aria }, ...parts));
  }

  /** Play; at the end, start over. */
  play() {
    if (this.atEnd) this.do(this.options.finished ? "iterate" : "restart", 1);
    this.film.play(this.options.finished ? PLAY_TIMES.iteration : PLAY_TIMES.step);
  }

  /** Whether the paper's number of iterations is reached. */
  get atEnd() {
    const { iteration, phase } = this.state;
    return (
      iteration > LAST_ITERATION ||
      (iteration === LAST_ITERATION && phase === ROUTE_PHASES.length - 1)
    );
  }

  /** @returns {boolean} whether there are further phases */
  advance() {
    if (!this.host.contains(this.stage) || this.atEnd) return false;
    if (this.options.finished) this.do("iterate", this.state.iteration + 1);
    else this.do("step");
    return !this.atEnd;
  }

  draw() {
    const { phase, iteration, part, parent } = this.state;
    const steps = routeSteps(this.state, this.options);
    const current = steps[steps.length - 1];
    const computed = { b: true, c: phase >= 1, s: phase >= 2, v: phase >= 3, a: phase >= 4 };
    // The previous iteration's values stay until this iteration's are computed.
    const latest = (name) => (computed[name] ? current : steps[steps.length - 2])?.[name];
    this.glide.to([latest("c"), latest("s"), latest("v")], this.film.playing ? TRANSITION_TIME : 0);
    if (this.numbered) this.shares.showNumbers({ b: latest("b"), a: latest("a") });
    const { finished } = this.options;
    this.table.show(current, computed, { part, parent }, finished ? "" : ROUTE_PHASES[phase]);
    if (this.counter) setText(this.counter, String(iteration));
    setText(this.status, this.statusText());
    const tell = routeTell(steps, this.options);
    if (tell) this.showTell(this.t(tell.name), figureNumber(tell.value), tell.bad);
  }

  statusText() {
    const { phase, iteration, picture } = this.state;
    const { finished, next } = this.options;
    const texts = [this.t("iteration", { number: iteration })];
    if (next) texts.unshift(this.t("picture", { number: picture }));
    if (!finished) texts.push(this.t(`phase-${ROUTE_PHASES[phase]}`));
    return list(texts, "dots");
  }

  values() {
    const { phase, part: i, parent: j } = this.state;
    const steps = routeSteps(this.state, this.options);
    const current = steps[steps.length - 1];
    const name = `${i + 1}${this.parents[j]}`;
    const values = {
      b: `${figureNumber(current.b[i][j])}  (${name})`,
      c: `${figureNumber(current.c[i][j])}  (${name})`,
      s: `${vectorText(current.s[j])}  (${this.parents[j]})`,
      v: `${vectorText(current.v[j])}  (${this.parents[j]})`,
      a: `${figureNumber(current.a[i][j])}  (${name})`,
    };
    const vote = routeInput(this.state, this.options)[i][j];
    const computed = Object.entries(values).filter(
      ([symbol]) => ROUTE_PHASES.indexOf(symbol) <= phase,
    );
    return { u_hat: `${vectorText(vote)}  (${name})`, ...Object.fromEntries(computed) };
  }
}
