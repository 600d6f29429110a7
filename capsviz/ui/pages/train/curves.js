/* The page's figures over time, fitted to their places, and what they are saved as. */

import { exportFigure } from "../../browser/export.js";
import { fitCanvas } from "../../browser/figure.js";
import { drawCurves, drawVotes, stepAt } from "./charts.js";

const HEIGHT = { accuracy: 150, loss: 150, r2: 120, votes: 170 };
const FACTORS = ["x", "y", "rotation", "size", "form"];

export class Curves {
  /**
   * @param {(name: string) => any} hook
   * @param {(name: string) => any} part
   * @param {(step: number) => void} go to a step that somebody points at
   */
  constructor(hook, part, go) {
    this.hook = hook;
    this.part = part;
    /** @type {any} */
    this.shown = null;
    this.watching = new ResizeObserver(() => this.repaint());
    this.watching.observe(hook("train-curve-accuracy").parentElement);
    for (const name of ["accuracy", "loss", "r2"]) {
      const canvas = hook(`train-curve-${name}`);
      canvas.addEventListener("pointerdown", (event) => {
        if (!this.shown) return;
        const { left, width } = canvas.getBoundingClientRect();
        go(stepAt(event.clientX - left, width, this.shown.last));
      });
    }
    const place = hook("train-page")?.querySelector('[data-export="curves"]');
    const root = hook("train-curve-accuracy").closest(".cv-train");
    exportFigure(
      place ?? root.querySelector('[data-export="curves"]'),
      "the curves",
      () => `train-${this.shown?.film.about.run ?? "run"}`,
      () => this.file(),
    );
  }

  close() {
    this.watching.disconnect();
  }

  show(film, beside, moment, inks) {
    const last = Math.max(1, film.last, beside?.last ?? 0);
    this.shown = { film, beside, moment, inks, last };
    this.repaint();
  }

  repaint() {
    if (!this.shown) return;
    const { film, moment, inks } = this.shown;
    this.paint("train-curve-accuracy", HEIGHT.accuracy, (g, w, h) =>
      drawCurves(g, w, h, this.page("accuracy")),
    );
    this.paint("train-curve-loss", HEIGHT.loss, (g, w, h) =>
      drawCurves(g, w, h, this.page("loss")),
    );
    const known = film.moments.some(({ r2 }) => r2);
    this.part("r2").hidden = !known;
    if (known) {
      this.part("r2-text").textContent =
        "R² of the true factors, read off the pose by a linear map";
      this.paint("train-curve-r2", HEIGHT.r2, (g, w, h) => drawCurves(g, w, h, this.page("r2")));
    }
    const at = film.moments.indexOf(moment);
    const votes = film.arrays.votes?.[at];
    if (!votes) return;
    const reach = film.arrays.votes.reduce(
      (most, each) => each.reduce((found, value) => Math.max(found, Math.abs(value)), most),
      0.1,
    );
    this.paint("train-votes", HEIGHT.votes, (g, w, h) =>
      drawVotes(g, w, h, {
        votes,
        couplings: film.arrays.vote_couplings[at],
        capsule: film.arrays.capsule[at],
        reach,
        inks,
      }),
    );
  }

  paint(name, height, draw) {
    const canvas = this.hook(name);
    const width = Math.floor(canvas.parentElement.clientWidth);
    if (!width) return;
    const context = fitCanvas(canvas, width, height);
    context.clearRect(0, 0, width, height);
    draw(context, width, height);
  }

  /** What one chart is drawn from. @param {"accuracy" | "loss" | "r2"} kind */
  page(kind) {
    const { film, beside, moment, inks, last } = this.shown;
    const curves = { accuracy: accuracyCurves, loss: lossCurves, r2: factorCurves }[kind];
    return {
      curves: [...curves(film, inks, []), ...(beside ? dashed(curves(beside, inks, [5, 4])) : [])],
      log: kind === "loss",
      at: moment.step,
      last,
      inks,
      unit: kind === "accuracy" ? (value) => `${100 * value} %` : String,
    };
  }

  file() {
    const { film, inks } = this.shown;
    const weight = film.about.settings.train.reconstruction_weight;
    return {
      width: 640,
      height: HEIGHT.accuracy + HEIGHT.loss,
      background: inks.paper,
      rows: [
        ["step", "margin", "reconstruction", "rate", "gradient", "accuracy"],
        ...film.lines.map((line) => [
          line.step,
          line.margin,
          weight * line.error,
          line.rate,
          line.norm,
          film.moments.find(({ step }) => step === line.step)?.accuracy ?? "",
        ]),
      ],
      draw: (g, width) => {
        drawCurves(g, width, HEIGHT.accuracy, this.page("accuracy"));
        g.save();
        g.translate(0, HEIGHT.accuracy);
        drawCurves(g, width, HEIGHT.loss, this.page("loss"));
        g.restore();
      },
    };
  }
}

/** The other run's curves have the colours of this one's: one word says how they differ. */
function dashed(curves) {
  return curves.map((curve, i) => ({ ...curve, name: i ? "" : "dashed: beside it" }));
}

function accuracyCurves({ moments }, inks, dash) {
  const points = (name) =>
    moments.filter((moment) => moment[name] != null).map((moment) => [moment.step, moment[name]]);
  return [
    { name: "held out", colour: inks.accent, points: points("accuracy"), dash },
    {
      name: "learnt from",
      colour: inks.second,
      points: points("training_accuracy"),
      dash: dash.length ? [2, 4] : [],
    },
  ];
}

function lossCurves({ lines, about }, inks, dash) {
  const weight = about.settings.train.reconstruction_weight;
  return [
    {
      name: "margin",
      colour: inks.accent,
      points: lines.map(({ step, margin }) => [step, margin]),
      dash,
    },
    {
      name: "reconstruction",
      colour: inks.second,
      points: lines.map(({ step, error }) => [step, weight * error]),
      dash,
    },
  ];
}

function factorCurves({ moments }, inks, dash) {
  const known = moments.filter(({ r2 }) => r2);
  const colours = [inks.accent, inks.second, inks.ink, inks.muted, inks.ink];
  return FACTORS.map((name, i) => ({
    name,
    colour: colours[i],
    points: known.map(({ step, r2 }) => [step, r2[name]]),
    dash: i === 4 ? [2, 3] : dash,
  }));
}
