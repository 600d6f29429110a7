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
/** How much of a window's height other things take, and how many figures share the rest. */
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
    this.shown = null;
    this.watching = new ResizeObserver(() => this.repaint());
    for (const name of ["accuracy", "sse"])
      this.watching.observe(element(`train-curve-${name}`).parentElement);
    for (const name of [...CHARTS, ...PARTS_CHARTS]) {
      scrubChart(element(`train-curve-${name}`), CURVE_ROOM, (share) => {
        if (this.shown) go(stepAt(share, this.shown.last));
      });
    }
    const run = () => `train-${this.shown?.film.about.run ?? "run"}`;
    const files = (what, file, figure) => ({
      name: `save-${what}`,
      title: text(`file-${what}`),
      file,
      figure: (root) => figure(new Inks(root)),
    });
    offerFiles(part, [
      files("curves", run, (inks) => this.file(inks)),
      files(
        "votes",
        () => `${run()}-${this.shown?.moment.step}-votes`,
        (inks) => this.votesFile(inks),
      ),
    ]);
  }

  close() {
    this.watching.disconnect();
  }

  /**
   * @param {{film: any, beside: any, moment: any, inks: any, until: number, losses: number,
   *   asks: import("./charts.js").Asked | null}} shown `beside` is another run, or null; `moment`
   *   the page's; `until` the last step to draw, `losses` that of the losses
   */
  show(shown) {
    const { film, beside } = shown;
    this.shown = { ...shown, lines: film.lastSteps.lines, last: lastStep(film, beside) };
    this.repaint();
  }

  /** New lines may have come without a moment: unchanged charts stay as painted. */
  grow() {
    if (!this.shown) return;
    const { film, beside, last, lines } = this.shown;
    this.shown.last = lastStep(film, beside);
    this.shown.lines = film.lastSteps.lines;
    if (this.shown.last !== last) this.repaint();
    else if (this.shown.lines !== lines && !isPartsRun(film)) this.paintCurve("loss");
  }

  repaint() {
    if (!this.shown) return;
    const { film } = this.shown;
    const known = film.moments.some(({ r2 }) => r2);
    const charts = isPartsRun(film)
      ? PARTS_CHARTS
      : CHARTS.filter((kind) => kind !== "r2" || known);
    this.part("r2").hidden = !known;
    for (const kind of charts) this.paintCurve(kind);
    const cloud = this.cloud();
    if (!cloud) return;
    const draw = (g, w, h) => drawVotes(g, w, h, cloud);
    const votes = this.element("train-votes");
    paintFigure(votes, () => heightOf(votes, "votes"), draw);
  }

  /** @param {string} kind */
  paintCurve(kind) {
    const asks = kind === "accuracy" ? this.shown.asks : null;
    const draw = (g, w, h) => drawCurves(g, w, h, { ...this.page(kind), asks });
    const canvas = this.element(`train-curve-${kind}`);
    paintFigure(canvas, () => heightOf(canvas, kind), draw);
  }

  /** The votes of the moment, on one scale for the whole film; null if it has none. */
  cloud() {
    const { film, moment, inks } = this.shown;
    const { votes, vote_couplings, capsule } = film.arrays;
    const at = film.moments.indexOf(moment);
    if (!votes?.[at]) return null;
    const reach = votes.reduce(
      (most, each) => each.reduce((found, value) => Math.max(found, Math.abs(value)), most),
      0.1,
    );
    return { votes: votes[at], couplings: vote_couplings[at], capsule: capsule[at], reach, inks };
  }

  /** Data of one chart. @param {string} kind */
  page(kind, inks = this.shown.inks) {
    const { film, beside, moment, last, losses } = this.shown;
    const until = kind === "loss" ? losses : this.shown.until;
    const curves = CURVES[kind];
    const own = curves(film, inks, []).map((curve) => ({
      ...curve,
      points: curve.points.filter(([step]) => step <= until),
    }));
    return {
      curves: [...own, ...(beside ? dashCurves(curves(beside, inks, [5, 4])) : [])],
      // It is told beside the chart, too: a guess hides those of other moments alone.
      reached: kind === "accuracy" ? moment.accuracy : null,
      chance: kind === "accuracy" ? 1 / film.about.settings.model.classes : null,
      log: LOG_CHARTS.includes(kind),
      at: moment.step,
      last,
      inks,
      unit: SHARE_CHARTS.includes(kind) ? shareWords : markWords,
    };
  }

  file(inks) {
    const { film } = this.shown;
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
        drawCurves(g, width, HEIGHT.accuracy, this.page("accuracy", inks));
        g.save();
        g.translate(0, HEIGHT.accuracy);
        drawCurves(g, width, HEIGHT.loss, this.page("loss", inks));
        g.restore();
      },
    };
  }

  votesFile(inks) {
    const { film, moment } = this.shown;
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
  const room = (innerHeight / zoomOf(canvas) - others) / count;
  return Math.max(HEIGHT[kind], Math.round(room));
}

function lastStep(film, beside) {
  return Math.max(1, film.end, beside?.end ?? 0);
}

/** The other run's curves have the same colours: one word says how they differ. */
function dashCurves(curves) {
  return curves.map((curve, i) => ({ ...curve, name: i ? "" : text("dashed") }));
}

/** A curve through the moments or lines that have a number. @returns {Curve} */
function curveOf(steps, name, read, colour, dash) {
  const all = steps.map((each) => [each.step, read(each)]);
  const points = all.filter(([, value]) => value != null);
  return { name: text(`curve-${name}`), colour, points, dash };
}

function accuracyCurves({ moments }, inks, dash) {
  const plain = curveOf(moments, "cnn", (one) => one.plain_accuracy, inks.ink, [7, 3]);
  const learnt = dash.length ? [2, 4] : [];
  return [
    curveOf(moments, "held-out", (one) => one.accuracy, inks.accent, dash),
    curveOf(moments, "learnt", (one) => one.training_accuracy, inks.second, learnt),
    ...(plain.points.length ? [plain] : []),
  ];
}

export function errorCurves({ moments }, inks, dash) {
  return [curveOf(moments, "sse", (one) => one.sse, inks.accent, dash)];
}

export function objectCurves({ moments }, inks, dash) {
  return [
    curveOf(moments, "matching", (one) => one.accuracy, inks.accent, dash),
    curveOf(moments, "between", (one) => one.between, inks.second, dash),
    curveOf(moments, "within", (one) => one.within, inks.ink, dash),
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
