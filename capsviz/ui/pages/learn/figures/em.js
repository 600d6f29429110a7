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
    const current = steps[steps.length - 1];
    const previous = steps[steps.length - 2];
    const computed = { r: true, mu: phase >= 1, sigma: phase >= 1 };
    const clusters = phase >= 1 ? current : previous;
    const active = phase >= 2 ? current.a : previous?.a;
    const maximum = Math.max(...(active ?? []));
    this.showVotes(current.r);
    this.clusters.forEach((shape, j) => {
      shape.show(clusters?.mu[j], clusters?.sigma[j]);
      shape.say(active ? `a = ${figureNumber(active[j])}` : "", active?.[j] === maximum);
    });
    const { r, mu, sigma } = current;
    this.table.show({ r, mu, sigma }, computed, { part, parent }, EM_PHASES[phase]);
    const texts = [this.t("iteration", { number: iteration }), this.t(`phase-${EM_PHASES[phase]}`)];
    setText(this.status, list(texts, "dots"));
    const tell = emTell(this.state, this.options);
    if (tell) this.showTell(this.t(tell.name), figureNumber(tell.value), tell.bad);
  }

  values() {
    const { phase, part: i, parent: j } = this.state;
    const steps = emSteps(this.state, this.options);
    const current = steps[steps.length - 1];
    const name = `${i + 1}${this.parents[j]}`;
    return {
      r: `${figureNumber(current.r[i][j])}  (${name})`,
      ...(phase >= 1 && {
        mu: `${vectorText(current.mu[j])}  (${this.parents[j]})`,
        sigma: `${vectorText(current.sigma[j])}  (${this.parents[j]})`,
      }),
      ...(phase >= 2 && {
        cost: `${figureNumber(current.cost[j])}  (${this.parents[j]})`,
        act: `${figureNumber(current.a[j])}  (${this.parents[j]})`,
      }),
    };
  }
}

/** The cluster in a parent's plane: its mean, spread and activation. */
export function cluster({ svg, side, unit }) {
  const middle = side / 2;
  // Votes below them can still be dragged.
  const inert = { "pointer-events": "none" };
  const line = { class: "cv-line cv-accent", "stroke-width": 2 };
  const spread = svgMake("ellipse", { ...line, ...inert, "data-shows": "sigma cost" });
  const mean = svgMake("circle", {
    ...{ r: 5, class: "cv-fill cv-accent", ...inert },
    "data-shows": "mu",
  });
  const attributes = { kind: "cv-strong", anchor: "end", "data-shows": "act" };
  const label = svgText(side - 10, side - 10, attributes);
  svg.append(spread, mean, label);
  return {
    show(mu, sigma) {
      for (const node of [spread, mean]) node.style.display = mu ? "" : "none";
      if (!mu) return;
      const center = { cx: middle + unit * mu[0], cy: middle - unit * mu[1] };
      const size = { rx: unit * sigma[0], ry: unit * sigma[1] };
      for (const [name, value] of Object.entries({ ...center, ...size })) {
        spread.setAttribute(name, value.toFixed(2));
      }
      setAttributes(mean, { cx: center.cx.toFixed(2), cy: center.cy.toFixed(2) });
    },
    say(text, winner) {
      setText(label, text);
      for (const node of [spread, mean]) {
        node.classList.toggle("cv-accent", winner);
        node.classList.toggle("cv-second", !winner);
      }
    },
  };
}
