/* The routing strip: after each iteration the lengths, and who sends how much where. */

import { make, setText, svgMake } from "../../browser/dom.js";
import { MAX_SHOWN_ITERATIONS } from "../../browser/permalink.js";
import { CouplingPicture, tilesOf } from "../../browser/picture.js";
import { text } from "../../browser/text.js";
import { numberTypes } from "../../browser/type_numbers.js";
import { stepWords } from "./words.js";

/** Above this many iterations the strip's steps become narrow. */
const MAX_WIDE_STEPS = 3;

/** @typedef {ReturnType<typeof buildStep>} Step */

/** Most classes with a one-letter sign below their bar. */
const MAX_SIGNS = 10;

/**
 * @param {HTMLElement} container
 * @param {string[]} classes what each is called
 * @returns {Step[]}
 */
export function buildStrip(container, classes) {
  const unlabelled = classes.length > MAX_SIGNS || classes.some((name) => name.length > 1);
  const steps = Array.from({ length: MAX_SHOWN_ITERATIONS }, (_, t) =>
    buildStep(t, unlabelled ? [] : classes),
  );
  container.replaceChildren(...steps.map(({ step }) => step));
  return steps;
}

function buildStep(t, classes) {
  const hidden = { "aria-hidden": "true" };
  const paths = ["cv-bar-other", "cv-bar-chosen", "cv-bar-winner"].map((name) =>
    svgMake("path", { class: name }),
  );
  const view = { viewBox: "0 0 100 100", preserveAspectRatio: "none", ...hidden };
  const digits = classes.map((name) => make("span", {}, name));
  const canvas = make("canvas", { data: { testid: `couplings-${t + 1}` }, aria: hidden });
  const mark = make("i", { className: "cv-told-cell", aria: hidden });
  const [columns, rows] = ["columns", "rows"].map((direction) =>
    make("div", { className: `cv-step-${direction}`, aria: hidden }),
  );
  const name = make("span", { className: "cv-step-name cv-small cv-muted" });
  const step = make(
    "div",
    {
      className: "cv-step",
      hidden: true,
      data: { testid: `iteration-${t + 1}` },
      aria: { role: "listitem" },
    },
    name,
    make(
      "div",
      { className: "cv-step-map" },
      columns,
      rows,
      make("div", { className: "cv-step-tiles" }, canvas, mark),
    ),
    make(
      "div",
      { className: "cv-step-bars" },
      svgMake("svg", view, ...paths),
      make("div", { className: "cv-step-digits", aria: hidden, hidden: !digits.length }, ...digits),
    ),
  );
  return {
    ...{ step, name, paths, canvas, mark, columns, rows },
    picture: /** @type {CouplingPicture | null} */ (null),
    inCapsules: 0,
  };
}

/**
 * Draw a reply's iterations.
 * @param {HTMLElement} container
 * @param {Step[]} steps
 * @param {any} reply
 * @param {{capsule: number, iterates: boolean, table: Uint32Array, tiles?: number[]}} options
 */
export function showStrip(container, steps, reply, { capsule, iterates, table, tiles }) {
  const { iterations, lengths, couplings, inCapsules, verdict } = reply;
  container.classList.toggle("cv-strip-many", iterations > MAX_WIDE_STEPS);
  steps.forEach((shownStep, t) => {
    const { step, name, paths, canvas } = shownStep;
    if (step.hidden !== t >= iterations) step.hidden = t >= iterations;
    if (step.hidden) return;
    setText(
      name,
      iterates ? text("iteration-number", { iteration: t + 1 }) : text("iteration-only"),
    );
    barPaths(lengths[t], verdict.digit, capsule).forEach((bars, kind) => {
      if (paths[kind].getAttribute("d") !== bars) paths[kind].setAttribute("d", bars);
    });
    if (shownStep.inCapsules !== inCapsules) {
      const { types, grid, rows } = tilesOf(inCapsules, tiles);
      shownStep.picture = new CouplingPicture(canvas, types, grid, rows);
      shownStep.inCapsules = inCapsules;
      numberTypes(shownStep.picture, shownStep.columns, shownStep.rows);
    }
    shownStep.picture.show(couplings, table, t * inCapsules);
  });
}

/**
 * Bars in a square of 100 x 100: of the others, of the capsule that is shown, of the winner.
 * @param {number[]} lengths
 * @param {number | null} winner
 * @param {number} capsule
 */
export function barPaths(lengths, winner, capsule) {
  const bars = ["", "", ""];
  const pitch = 100 / lengths.length;
  lengths.forEach((length, k) => {
    const height = Number((100 * length).toFixed(2));
    const kind = k === winner ? 2 : k === capsule ? 1 : 0;
    bars[kind] += `M${pitch * (k + 0.15)} 100v-${height}h${0.7 * pitch}v${height}z`;
  });
  return bars;
}

/**
 * Label each iteration with its result, for screen readers.
 * @param {Step[]} steps
 * @param {any} reply
 */
export function nameSteps(steps, { lengths, measure, classes }) {
  lengths.forEach((values, t) => {
    steps[t].step.setAttribute("aria-label", stepWords(values, t, measure, classes));
  });
}
