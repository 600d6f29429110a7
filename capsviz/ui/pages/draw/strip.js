/* The routing strip: after each iteration the ten lengths, and who sends how much where. */

import { make, put, svgMake } from "../../browser/dom.js";
import { CAPSULES } from "../../browser/message.js";
import { COUPLING_MARKS, CouplingPicture, couplingPlace } from "../../browser/picture.js";
import { stepWords } from "./words.js";

/** Most iterations there can be. */
const STEPS = 10;
/** Above this many iterations the strip's steps become narrow. */
const MOST_WIDE = 5;

/** @typedef {ReturnType<typeof buildStep>} Step */

/**
 * @param {HTMLElement} place
 * @returns {Step[]}
 */
export function buildStrip(place) {
  const steps = Array.from({ length: STEPS }, (_, t) => buildStep(t));
  place.append(...steps.map(({ step }) => step));
  return steps;
}

function buildStep(t) {
  const hidden = { "aria-hidden": "true" };
  const paths = ["cv-bar-other", "cv-bar-chosen", "cv-bar-winner"].map((name) =>
    svgMake("path", { class: name }),
  );
  const view = { viewBox: "0 0 100 100", preserveAspectRatio: "none", ...hidden };
  const digits = Array.from({ length: CAPSULES }, (_, k) => make("span", {}, String(k)));
  const canvas = make("canvas", { data: { testid: `couplings-${t + 1}` }, aria: hidden });
  const name = make("span", { className: "cv-step-name" });
  const step = make(
    "div",
    {
      className: "cv-step",
      hidden: true,
      data: { testid: `iteration-${t + 1}` },
      aria: { role: "listitem" },
    },
    name,
    canvas,
    make(
      "div",
      { className: "cv-step-bars" },
      svgMake("svg", view, ...paths),
      make("div", { className: "cv-step-digits", aria: hidden }, ...digits),
    ),
  );
  return { step, name, paths, picture: new CouplingPicture(canvas) };
}

/**
 * Draw a reply's iterations.
 * @param {HTMLElement} place
 * @param {Step[]} steps
 * @param {any} reply
 * @param {{shown: number, iterates: boolean, table: Uint32Array}} how
 */
export function showStrip(place, steps, reply, { shown, iterates, table }) {
  const { iterations, lengths, couplings, inCapsules, verdict } = reply;
  place.classList.toggle("cv-strip-many", iterations > MOST_WIDE);
  steps.forEach(({ step, name, paths, picture }, t) => {
    if (step.hidden !== t >= iterations) step.hidden = t >= iterations;
    if (step.hidden) return;
    put(name, iterates ? `iteration ${t + 1}` : "one pass");
    barPaths(lengths[t], verdict.digit, shown).forEach((bars, kind) => {
      paths[kind].setAttribute("d", bars);
    });
    picture.show(couplings, table, t * inCapsules);
  });
}

/**
 * Bars in a field of 100 x 100: of the others, of the capsule that is shown, of the winner.
 * @param {number[]} lengths
 * @param {number | null} winner
 * @param {number} shown
 */
export function barPaths(lengths, winner, shown) {
  const bars = ["", "", ""];
  lengths.forEach((length, k) => {
    const height = 100 * length;
    const kind = k === winner ? 2 : k === shown ? 1 : 0;
    bars[kind] += `M${10 * k + 1.5} 100v-${height}h7v${height}z`;
  });
  return bars;
}

/**
 * Say what each iteration ends with, for whoever only listens.
 * @param {Step[]} steps
 * @param {any} reply
 */
export function nameSteps(steps, { lengths, measure }) {
  lengths.forEach((found, t) => {
    steps[t].step.setAttribute("aria-label", stepWords(found, t, measure));
  });
}

/**
 * The legend of the coupling pictures.
 * @param {HTMLElement} bar
 * @param {number[][]} colours
 */
export function showScale(bar, colours) {
  const marks = COUPLING_MARKS.map((value) => {
    const mark = make("span", {}, String(value));
    mark.style.left = `${100 * couplingPlace(value)}%`;
    return mark;
  });
  bar.replaceChildren(...marks);
  const stops = colours.map((colour) => `rgb(${colour.join(" ")})`);
  bar.style.background = `linear-gradient(90deg, ${stops.join(", ")})`;
}
