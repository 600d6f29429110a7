/* EM routing by hand, in its lesson and in the gallery. */

import { setAttributes, setText, svgMake } from "../../../browser/dom.js";
import { list } from "../../../browser/text.js";
import { EM, EM_PHASES, emSteps, emTell } from "../models/em.js";
import { figureNumber, svgText, vectorText } from "./shapes.js";
import { VotesFigure } from "./votes.js";

export class EmFigure extends VotesFigure {
  static toy = EM;

  build() {
    this.buildPlanes();
    this.clusters = this.planes.map((plane) => cluster(plane));
    const totals = [
      ["mu", "μ"],
      ["sigma", "σ"],
    ];
    this.buildShares();
    this.statusLine();
    this.leadButton(this.t("step"), () => this.do("step"), "route-step");
    this.button(this.t("restart"), () => this.do("restart"), "route-restart");
    const { mistake } = this.options;
    if (mistake) this.toggle(this.t(`mistake-${mistake}`));
    else this.presetButtons("cluster", "mirror");
    this.resetButton();
    this.buildTable({ columns: ["r"], shares: "r", totals });
  }

  draw() {
    const { phase, iteration, part, parent } = this.state;
    const steps = emSteps(this.state, this.options);
    const now = steps[steps.length - 1];
    const before = steps[steps.length - 2];
    const known = { r: true, mu: phase >= 1, sigma: phase >= 1 };
    const found = phase >= 1 ? now : before;
    const active = phase >= 2 ? now.a : before?.a;
    const most = Math.max(...(active ?? []));
    this.showVotes(now.r);
    this.clusters.forEach((each, j) => {
      each.show(found?.mu[j], found?.sigma[j]);
      each.say(active ? `a = ${figureNumber(active[j])}` : "", active?.[j] === most);
    });
    const { r, mu, sigma } = now;
    this.table.show({ r, mu, sigma }, known, { part, parent }, EM_PHASES[phase]);
    const words = [this.t("iteration", { number: iteration }), this.t(`phase-${EM_PHASES[phase]}`)];
    setText(this.status, list(words, "dots"));
    const tell = emTell(this.state, this.options);
    if (tell) this.showTell(this.t(tell.name), figureNumber(tell.value), tell.bad);
  }

  values() {
    const { phase, part: i, parent: j } = this.state;
    const steps = emSteps(this.state, this.options);
    const now = steps[steps.length - 1];
    const of = `${i + 1}${this.parents[j]}`;
    return {
      r: `${figureNumber(now.r[i][j])}  (${of})`,
      ...(phase >= 1 && {
        mu: `${vectorText(now.mu[j])}  (${this.parents[j]})`,
        sigma: `${vectorText(now.sigma[j])}  (${this.parents[j]})`,
      }),
      ...(phase >= 2 && {
        cost: `${figureNumber(now.cost[j])}  (${this.parents[j]})`,
        act: `${figureNumber(now.a[j])}  (${this.parents[j]})`,
      }),
    };
  }
}

/** The cluster in a parent's plane: its mean, its spread, its activation. */
export function cluster({ svg, side, unit }) {
  const middle = side / 2;
  // Votes beneath them can still be gripped.
  const through = { "pointer-events": "none" };
  const line = { class: "cv-line cv-accent", "stroke-width": 2 };
  const spread = svgMake("ellipse", { ...line, ...through, "data-shows": "sigma cost" });
  const mean = svgMake("circle", {
    ...{ r: 5, class: "cv-fill cv-accent", ...through },
    "data-shows": "mu",
  });
  const look = { kind: "cv-strong", anchor: "end", "data-shows": "act" };
  const words = svgText(side - 10, side - 10, look);
  svg.append(spread, mean, words);
  return {
    show(mu, sigma) {
      for (const node of [spread, mean]) node.style.display = mu ? "" : "none";
      if (!mu) return;
      const place = { cx: middle + unit * mu[0], cy: middle - unit * mu[1] };
      const size = { rx: unit * sigma[0], ry: unit * sigma[1] };
      for (const [name, value] of Object.entries({ ...place, ...size })) {
        spread.setAttribute(name, value.toFixed(2));
      }
      setAttributes(mean, { cx: place.cx.toFixed(2), cy: place.cy.toFixed(2) });
    },
    say(text, winner) {
      setText(words, text);
      for (const node of [spread, mean]) {
        node.classList.toggle("cv-accent", winner);
        node.classList.toggle("cv-second", !winner);
      }
    },
  };
}
