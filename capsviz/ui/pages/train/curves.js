/* The page's figures over time, fitted to their boxes, and their files. */

import { scrubChart } from "../../browser/chart.js";
import { offerFiles } from "../../browser/export.js";
import { paintFigure, zoomOf } from "../../browser/figure.js";
import { couplingOf, Inks } from "../../browser/picture.js";
import { text } from "../../browser/text.js";
import { CURVE_ROOM, drawCurves, drawVotes, markWords, stepAt } from "./charts.js";
import { isPartsRun } from "./parts_run.js";
import { pictureSource } from "./saved.js";
import { shareWords } from "./words.js";

/** @typedef {import("./charts.js").Curve} Curve */

const HEIGHT = { accuracy: 162, loss: 162, r2: 134, votes: 150, sse: 170, objects: 170 };
/** Height of the other content in pixels, and the number of figures that share the rest. */
const OTHER_HEIGHTS = { accuracy: [340, 2], loss: [340, 2], r2: [340, 2], votes: [648, 1] };
/** Charts of a run that learns parts, and of any other. */
const PARTS_CHARTS = ["sse", "objects"];
const CHARTS = ["accuracy", "loss", "r2"];
/** Charts on a log scale; and charts of shares. */
const LOG_CHARTS = ["loss", "sse"];
const SHARE_CHARTS = ["accuracy", "objects"];
const MOMENT_SERIES = ["accuracy", "training_accuracy", "plain_accuracy"];
const FACTORS = ["x", "y", "rotation", "size", "form"];

export class Curves {
  /**
   * @param {(name: string) => any} element
   * @param {(name: string) => any} part
   * @param {(step: number) => void} go to the step under the pointer
   */
  constructor(element, part, go) {
    this.element = element;
    this.part = part;
    /** @type {any} */
    this.state = null;
    this.resizeObserver = new ResizeObserver(() => this.repaint());
    for (const name of ["accuracy", "sse"])
      this.resizeObserver.observe(element(`train-curve-${name}`).parentElement);
    for (const name of [...CHARTS, ...PARTS_CHARTS]) {
      scrubChart(element(`train-curve-${name}`), CURVE_ROOM, (share) => {
        if (this.state) go(stepAt(share, this.state.last));
      });
    }
    const run = () => `train-${this.state?.film.about.run ?? "run"}`;
    const files = (name, file, figure) => ({
      name: `save-${name}`,
      title: text(`file-${name}`),
      file,
      figure: (root) => figure(new Inks(root)),
    });
    offerFiles(part, [
      files("curves", run, (inks) => this.file(inks)),
      files(
        "votes",
        () => `${run()}-${this.state?.moment.step}-votes`,
        (inks) => this.votesFile(inks),
      ),
    ]);
  }

  close() {
    this.resizeObserver.disconnect();
  }

  /**
   * @param {{film: any, comparison: any, moment: any, inks: any, until: number, losses: number,
   *   question: import("./charts.js").AccuracyQuestion | null}} state with another run
   *   for comparison, or null; the page's moment; `until` the last step to draw, `losses` that of the losses
   */
  show(state) {
    const { film, comparison } = state;
    this.state = { ...state, lines: film.lastSteps.lines, last: lastStep(film, comparison) };
    this.repaint();
  }

  /** Show new lines that came without a moment; unchanged charts are not repainted. */
  grow() {
    if (!this.state) return;
    const { film, comparison, last, lines } = this.state;
    this.state.last = lastStep(film, comparison);
    this.state.lines = film.lastSteps.lines;
    if (this.state.last !== last) this.repaint();
    else if (this.state.lines !== lines && !isPartsRun(film)) this.paintCurve("loss");
  }

  repaint() {
    if (!this.state) return;
    const { film } = this.state;
    const hasFactors = film.moments.some(({ r2 }) => r2);
    const charts = isPartsRun(film)
      ? PARTS_CHARTS
      : CHARTS.filter((kind) => kind !== "r2" || hasFactors);
    this.part("r2").hidden = !hasFactors;
    for (const kind of charts) this.paintCurve(kind);
    const cloud = this.cloud();
    if (!cloud) return;
    const draw = (g, w, h) => drawVotes(g, w, h, cloud);
    const votes = this.element("train-votes");
    paintFigure(votes, () => heightOf(votes, "votes"), draw);
  }

  /** @param {string} kind */
  paintCurve(kind) {
    const question = kind === "accuracy" ? this.state.question : null;
    const draw = (g, w, h) => drawCurves(g, w, h, { ...this.chartData(kind), question });
    const canvas = this.element(`train-curve-${kind}`);
    paintFigure(canvas, () => heightOf(canvas, kind), draw);
  }

  /** The moment's votes, on one scale for the film; null if it has none. */
  cloud() {
    const { film, moment, inks } = this.state;
    const { votes, vote_couplings, capsule } = film.arrays;
    const index = film.moments.indexOf(moment);
    if (!votes?.[index]) return null;
    const extent = votes.reduce(
      (maximum, list) =>
        list.reduce((largest, value) => Math.max(largest, Math.abs(value)), maximum),
      0.1,
    );
    return {
      votes: votes[index],
      couplings: vote_couplings[index],
      capsule: capsule[index],
      extent,
      inks,
    };
  }

  /** Data of one chart. @param {string} kind */
  chartData(kind, inks = this.state.inks) {
    const { film, comparison, moment, last, losses } = this.state;
    const until = kind === "loss" ? losses : this.state.until;
    const curves = CURVES[kind];
    const current = curves(film, inks, []).map((curve) => ({
      ...curve,
      points: curve.points.filter(([step]) => step <= until),
    }));
    return {
      curves: [...current, ...(comparison ? dashCurves(curves(comparison, inks, [5, 4])) : [])],
      // Not hidden by a guess, which hides other moments only: the page shows it as text too.
      accuracy: kind === "accuracy" ? moment.accuracy : null,
      chance: kind === "accuracy" ? 1 / film.about.settings.model.classes : null,
      log: LOG_CHARTS.includes(kind),
      step: moment.step,
      last,
      inks,
      unit: SHARE_CHARTS.includes(kind) ? shareWords : markWords,
    };
  }

  file(inks) {
    const { film } = this.state;
    const moments = new Map(film.moments.map((moment) => [moment.step, moment]));
    return {
      width: 640,
      height: HEIGHT.accuracy + HEIGHT.loss,
      axes: { x: text("file-axis-step"), y: text("file-axis-losses") },
      ...pictureSource(film),
      rows: [
        ["step", "margin", "reconstruction", "rate", "gradient", ...MOMENT_SERIES, ...FACTORS],
        ...film.lines.map((line) => {
          const moment = moments.get(line.step) ?? {};
          return [
            line.step,
            line.margin,
            film.weightAt(line.step) * line.error,
            line.rate,
            line.norm,
            ...MOMENT_SERIES.map((name) => moment[name] ?? ""),
            ...FACTORS.map((name) => moment.r2?.[name] ?? ""),
          ];
        }),
      ],
      draw: (g, width) => {
        drawCurves(g, width, HEIGHT.accuracy, this.chartData("accuracy", inks));
        g.save();
        g.translate(0, HEIGHT.accuracy);
        drawCurves(g, width, HEIGHT.loss, this.chartData("loss", inks));
        g.restore();
      },
    };
  }

  votesFile(inks) {
    const { film, moment } = this.state;
    const cloud = this.cloud();
    const { votes = [], couplings = [] } = cloud ?? {};
    return {
      width: 480,
      height: 240,
      axes: { x: text("file-axis-along"), y: text("file-axis-across") },
      ...pictureSource(film, moment.step),
      rows: [
        [text("file-axis-along"), text("file-axis-across"), "coupling"],
        ...[...couplings].map((root, i) => [votes[2 * i], votes[2 * i + 1], couplingOf(root)]),
      ],
      draw: (g, width, height) => cloud && drawVotes(g, width, height, { ...cloud, inks }),
    };
  }
}

/** With it figures end where the window does. @param {Element} canvas @param {string} kind */
function heightOf(canvas, kind) {
  if (!OTHER_HEIGHTS[kind]) return HEIGHT[kind];
  const [others, count] = OTHER_HEIGHTS[kind];
  const height = (innerHeight / zoomOf(canvas) - others) / count;
  return Math.max(HEIGHT[kind], Math.round(height));
}

function lastStep(film, comparison) {
  return Math.max(1, film.end, comparison?.end ?? 0);
}

/** The other run's curves: dashed, with one legend entry for all. */
function dashCurves(curves) {
  return curves.map((curve, i) => ({ ...curve, name: i ? "" : text("dashed") }));
}

/** A curve through the moments or lines that have a number. @returns {Curve} */
function curveOf(steps, name, getValue, colour, dash) {
  const all = steps.map((each) => [each.step, getValue(each)]);
  const points = all.filter(([, value]) => value != null);
  return { name: text(`curve-${name}`), colour, points, dash };
}

function accuracyCurves({ moments }, inks, dash) {
  const plain = curveOf(moments, "cnn", (moment) => moment.plain_accuracy, inks.ink, [7, 3]);
  const learnt = dash.length ? [2, 4] : [];
  return [
    curveOf(moments, "held-out", (moment) => moment.accuracy, inks.accent, dash),
    curveOf(moments, "learnt", (moment) => moment.training_accuracy, inks.second, learnt),
    ...(plain.points.length ? [plain] : []),
  ];
}

export function errorCurves({ moments }, inks, dash) {
  return [curveOf(moments, "sse", (moment) => moment.sse, inks.accent, dash)];
}

export function objectCurves({ moments }, inks, dash) {
  return [
    curveOf(moments, "matching", (moment) => moment.accuracy, inks.accent, dash),
    curveOf(moments, "between", (moment) => moment.between, inks.second, dash),
    curveOf(moments, "within", (moment) => moment.within, inks.ink, dash),
  ];
}

function lossCurves(film, inks, dash) {
  const { lines } = film;
  const weighed = ({ step, error }) => film.weightAt(step) * error;
  return [
    curveOf(lines, "margin", ({ margin }) => margin, inks.accent, dash),
    curveOf(lines, "reconstruction", weighed, inks.second, dash),
  ];
}

function factorCurves({ moments }, inks, dash) {
  const colours = [inks.accent, inks.second, inks.ink, inks.muted, inks.ink];
  return FACTORS.map((name, i) =>
    curveOf(moments, name, ({ r2 }) => r2?.[name], colours[i], i === 4 ? [2, 3] : dash),
  );
}

/** @type {Record<string, (film: any, inks: any, dash: number[]) => Curve[]>} */
const CURVES = {
  accuracy: accuracyCurves,
  loss: lossCurves,
  r2: factorCurves,
  sse: errorCurves,
  objects: objectCurves,
};
