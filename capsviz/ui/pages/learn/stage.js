/* The stage of a step's figure: the figure, its state, and the button that saves it. */

import { scrollerOf } from "../../browser/dom.js";
import { exportButtons } from "../../browser/export.js";
import { zoomOf } from "../../browser/figure.js";
import { FIGURES } from "./figures/index.js";
import { saveFigure } from "./figures/save.js";
import { wordsOf } from "./words.js";

/**
 * A lesson's figure at a step: its own, or the one of the step before.
 * @param {any} lesson
 * @param {number} step
 * @returns {{kind: string, options: Record<string, any>}}
 */
export function figureAt(lesson, step) {
  const at = lesson.steps.slice(0, step + 1).findLastIndex((one) => one.figure);
  const { figure, options } = lesson.steps[at];
  return { kind: figure, options };
}

/**
 * Build a step's figure. Every step begins with a figure of its own, in the state that it needs.
 * @param {HTMLElement} host
 * @param {{lesson: any, step: number, course: any, extra: any, kept: any, report:
 *   (event: string) => void, changed: () => void}} given `kept` is a state from a link
 */
export function buildFigure(host, { lesson, step, course, extra, kept, report, changed }) {
  const { kind, options } = figureAt(lesson, step);
  const context = { t: wordsOf(course, kind), report, changed, extra };
  return new FIGURES[kind](host, context, options, kept);
}

/** Height of the page's header, with a margin. */
export const HEADER = 68;
/**
 * Scales to try: the largest, the step, and the number of smaller ones. Every second scale is tried
 * before those in between.
 */
const FIT = { most: 2.6, step: 0.05, smaller: 42 };
/** At smaller scales, letters shrink with their drawing, until they are as small as can be read. */
const MIN_SCALE = 0.7;
const [LETTERS, MIN_LETTERS] = [14, 12];

/**
 * Fitted size by figure: the figure, its room, its width, and the height that it got.
 * @type {WeakMap<HTMLElement, any[]>}
 */
const fitted = new WeakMap();

/**
 * @typedef {object} Fitted
 * @property {HTMLElement} host of the figure
 * @property {HTMLElement} bar that stays in view
 * @property {HTMLElement} task above the figure where there is one column
 */

/** Whether the figure stands beside the words. @param {HTMLElement} host */
function isBeside(host) {
  return getComputedStyle(host).position === "sticky";
}

/**
 * Scale a figure so that it fits one screen with its controls and its task, between the header (or
 * whatever is above the figure) and the bar that stays in view.
 * @param {HTMLElement} root the page
 * @param {Fitted} fitted
 */
export function fitFigure(root, { host, bar, task }) {
  const main = scrollerOf(root) ?? document.scrollingElement;
  const lesson = /** @type {HTMLElement} */ (bar.parentElement);
  const zoom = zoomOf(lesson);
  const head = lesson.firstElementChild.getBoundingClientRect().height;
  // The grid keeps the gap beneath its head, though the head is hidden.
  const gap = Number.parseFloat(getComputedStyle(lesson).rowGap);
  const start = (lesson.getBoundingClientRect().top + main.scrollTop) / zoom;
  const top = Math.max(HEADER, start);
  lesson.style.setProperty("--cv-top", `${Math.ceil(top)}px`);
  const foot = Number.parseFloat(getComputedStyle(bar).bottom) || 0;
  const beneath = host.getBoundingClientRect().top - task.getBoundingClientRect().top;
  const above = isBeside(host)
    ? Math.max(HEADER, start + head / zoom + gap)
    : HEADER + beneath / zoom;
  const room = innerHeight / zoom - above - foot - bar.offsetHeight;
  const look = () => [host.firstElementChild, room, host.clientWidth, heightOf(host)];
  const before = fitted.get(host);
  // A change of the figure's size triggers the observer, and often this code made the change.
  if (before && look().every((value, k) => value === before[k])) return;
  const draw = (k) => host.style.setProperty("--cv-fit", (FIT.most - k * FIT.step).toFixed(3));
  const fits = (k) => {
    draw(k);
    return heightOf(host) <= room;
  };
  // Panels wrap differently at other sizes, so that the largest fitting scale is searched from
  // above.
  let k = 0;
  while (k < FIT.smaller && !fits(k)) k += 2;
  if (k && !fits(k - 1)) draw(k);
  scaleLetters(host);
  fitted.set(host, look());
}

/**
 * Fit again whenever the screen or anything else on it changes size.
 * @param {() => void} fit
 * @param {Element[]} parts whose sizes are observed
 * @param {AbortSignal} signal ends it
 */
export function fitAlways(fit, parts, signal) {
  window.addEventListener("resize", fit, { signal });
  const sizes = new ResizeObserver(fit);
  for (const part of parts) sizes.observe(part);
  const modes = new MutationObserver(fit);
  modes.observe(document.documentElement, { attributeFilter: ["class", "style"] });
  signal.addEventListener("abort", () => {
    sizes.disconnect();
    modes.disconnect();
  });
}

/**
 * Bring a figure under its words into sight, with its task, whenever it is worked, so that cause
 * and effect are seen together.
 * @param {HTMLElement} root the page
 * @param {Fitted} fitted
 * @param {AbortSignal} signal ends it
 */
export function keepInSight(root, { host, bar, task }, signal) {
  const show = () => {
    if (isBeside(host)) return;
    const zoom = zoomOf(bar);
    const away = task.getBoundingClientRect().top - HEADER * zoom;
    const end = host.getBoundingClientRect().bottom - bar.getBoundingClientRect().top;
    if (away >= 0 && end <= 1) return;
    (scrollerOf(root) ?? window).scrollBy({ top: away, behavior: "instant" });
  };
  for (const type of ["click", "input", "keydown"]) {
    host.addEventListener(type, show, { signal });
    bar.addEventListener(
      type,
      (event) => {
        if (/** @type {Element} */ (event.target).closest(".cv-lead")) show();
      },
      { signal },
    );
  }
  // Not as soon as a handle is taken: the browser has yet to learn that the finger drags.
  host.addEventListener(
    "pointermove",
    () => {
      if (host.querySelector(".cv-dragging")) show();
    },
    { signal },
  );
}

/** Height without the folds that a reader has opened. @param {HTMLElement} host */
function heightOf(host) {
  const opened = [...host.querySelectorAll("details[open]:not(.cv-export)")]; // whose list floats
  const more = opened.map((fold) => {
    const [whole, summary] = [fold, fold.querySelector("summary")];
    return /** @type {HTMLElement} */ (whole).offsetHeight - summary.offsetHeight;
  });
  return host.offsetHeight - more.reduce((sum, height) => sum + height, 0);
}

/** Tell drawings their scale, for the size of their letters. @param {HTMLElement} host */
function scaleLetters(host) {
  for (const svg of host.querySelectorAll("svg.cv-panel-svg")) {
    const width = svg.getBoundingClientRect().width / zoomOf(svg);
    const drawn = width / /** @type {SVGSVGElement} */ (svg).viewBox.baseVal.width;
    const shrunk = Math.max(MIN_SCALE, drawn || 1);
    const scale = Math.min(shrunk, ((drawn || 1) * LETTERS) / MIN_LETTERS).toFixed(3);
    /** @type {SVGSVGElement} */ (svg).style.setProperty("--cv-scale", scale);
  }
}

/**
 * The button that saves a figure, beside its controls.
 * @param {{host: HTMLElement, controls: HTMLElement, network: string}} figure
 * @param {{title: string, name: string}} file `name` without its ending
 */
export function offerFigure({ host, controls, network }, { title, name }) {
  const save = (kind) => () => saveFigure(host, { title, name, network }, kind);
  exportButtons(controls, title, { svg: save("svg"), png: save("png") });
}
