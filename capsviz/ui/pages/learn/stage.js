/* The stage of a step's figure: the figure, its state, and the button that saves it. */

import { scrollerOf } from "../../browser/dom.js";
import { exportButtons } from "../../browser/export.js";
import { zoomOf } from "../../browser/figure.js";
import { areBarsAway, hideBars, noteScroll, pagesBarHeight, returnBars } from "./bars.js";
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
  const index = lesson.steps.slice(0, step + 1).findLastIndex((entry) => entry.figure);
  const { figure, options } = lesson.steps[index];
  return { kind: figure, options };
}

/**
 * Build a step's figure. Every step starts with a new figure, in its own initial state.
 * @param {HTMLElement} host
 * @param {{lesson: any, step: number, course: any, extra: any, state: any, report:
 *   (event: string) => void, onChange: () => void}} context `state` from a link or storage
 */
export function buildFigure(host, { lesson, step, course, extra, state, report, onChange }) {
  const { kind, options } = figureAt(lesson, step);
  const context = { t: wordsOf(course, kind), report, onChange, extra };
  return new FIGURES[kind](host, context, options, state);
}

/** Height of the page's header, with a margin; and the margin alone, without the header. */
export const HEADER = 68;
const EDGE = 8;
/** Narrower pages have one column, or two if the screen is too low for one. */
export const MIN_WIDE = 900;
/**
 * Scales to try: the largest, the step, and the number of smaller ones; the stride of the first
 * search, and its tolerance in pixels.
 */
const FIT = { most: 2.6, step: 0.05, smaller: 46, stride: 8, near: 5 };
const SCALE = "--cv-fit";
/** At smaller scales, letters shrink with their drawing down to the smallest readable size. */
const MIN_SCALE = 0.7;
const [LETTERS, MIN_LETTERS] = [14, 12];
/** From this scale on, letters grow with their drawing, up to this factor. */
const GROWTH = { from: 1.25, most: 1.35 };
/** Least area of drawings in two rows, as a share of that in one row. */
const MIN_TWO_ROWS_SHARE = 0.75;
/** Widths to try for the column of words, in em; the first at which they fit the screen is used. */
const COLUMNS = [18, 22, 26, 30, 36];

/**
 * Key of the last fit, by host: the figure, the available height, its width and its height.
 * @type {WeakMap<HTMLElement, any[]>}
 */
const fitted = new WeakMap();
/**
 * Key of a lesson's column of words: the figure, the screen and the modes.
 * @type {WeakMap<HTMLElement, any[]>}
 */
const columns = new WeakMap();

/**
 * @typedef {object} Fitted
 * @property {HTMLElement} host of the figure
 * @property {HTMLElement} bar fixed at the foot
 * @property {HTMLElement} task above the figure in a single column
 * @property {HTMLElement} words above the task
 */

/** Whether the figure is beside the words. @param {HTMLElement} host */
function isBeside(host) {
  return getComputedStyle(host).position === "sticky";
}

/** Whether it is beside them because the screen is too low for one column. @param {HTMLElement} host */
function isLow(host) {
  return isBeside(host) && host.closest(".cv-learn").clientWidth < MIN_WIDE;
}

/** The first pixel that no header covers. */
function headerEnd() {
  return areBarsAway() ? EDGE : HEADER;
}

/**
 * Widen the column of words until it fits the screen with its task, if possible; only once per step
 * and screen size, so that the words of an answer move nothing.
 * @param {HTMLElement} lesson
 * @param {Pick<Fitted, "host" | "task" | "words">} fitted
 * @param {number} end of the visible part, from the lesson's top
 */
function fitWords(lesson, { host, task, words }, end) {
  const modes = document.documentElement.className;
  const key = [host.firstElementChild, end, lesson.clientWidth, modes];
  const previous = columns.get(lesson);
  if (previous && key.every((value, k) => value === previous[k])) return;
  columns.set(lesson, key);
  const top = lesson.getBoundingClientRect().top;
  const bottomOf = (node) => node.getBoundingClientRect().bottom - top;
  const visible = [[...words.children].findLast((node) => !node.matches(".cv-papers"))];
  if (task.firstChild) visible.push(task);
  for (const letters of COLUMNS) {
    lesson.style.setProperty("--cv-words", `${letters}em`);
    if (Math.max(...visible.map(bottomOf)) <= end) return;
  }
  lesson.style.setProperty("--cv-words", `${COLUMNS[0]}em`);
}

/**
 * Scale a figure to fit one screen with its controls and its task, between the header (or the
 * content above the figure) and the fixed bar.
 * @param {HTMLElement} root the page
 * @param {Fitted} fitted
 */
export function fitFigure(root, { host, bar, task, words }) {
  const main = scrollerOf(root) ?? document.scrollingElement;
  const lesson = /** @type {HTMLElement} */ (bar.parentElement);
  const zoom = zoomOf(lesson);
  const head = lesson.firstElementChild.getBoundingClientRect().height;
  // The grid has the gap below its head even if the head is hidden.
  const gap = Number.parseFloat(getComputedStyle(lesson).rowGap);
  const start = (lesson.getBoundingClientRect().top + main.scrollTop) / zoom;
  const top = Math.max(HEADER, start);
  lesson.style.setProperty("--cv-top", `${Math.ceil(top)}px`);
  const pages = pagesBarHeight();
  const barBottom = Number.parseFloat(getComputedStyle(bar).bottom) || 0;
  const foot = areBarsAway() ? barBottom + pages : barBottom;
  const low = isLow(host);
  if (isBeside(host) && !low) {
    const end = innerHeight - zoom * (start + foot + bar.offsetHeight);
    fitWords(lesson, { host, task, words }, end);
  }
  lesson.style.setProperty("--cv-task", low ? `${task.offsetHeight}px` : "");
  const offset = host.getBoundingClientRect().top - task.getBoundingClientRect().top;
  const topEdge = isBeside(host)
    ? Math.max(HEADER, start + head / zoom + gap)
    : HEADER + offset / zoom;
  const available = innerHeight / zoom - topEdge - foot - bar.offsetHeight;
  // Height without the app's bars, which are hidden while a figure that needs it is used.
  const fullHeight = low
    ? innerHeight / zoom - 2 * EDGE - task.offsetHeight - (foot - pages)
    : available + HEADER - EDGE + pages;
  const heights = low ? [fullHeight] : isBeside(host) ? [available] : [available, fullHeight];
  const measureKey = () => [host.firstElementChild, available, host.clientWidth, heightOf(host)];
  const previous = fitted.get(host);
  // A change of the figure's size triggers the observer, often after a change by this code.
  if (previous && measureKey().every((value, k) => value === previous[k])) return;
  const breaks = [...host.querySelectorAll(".cv-break")];
  const arrange = (isBroken) => {
    for (const node of breaks) node.toggleAttribute("hidden", !isBroken);
  };
  const search = (isBroken) => {
    arrange(isBroken);
    heights.some((height) => findScale(host, height));
  };
  if (breaks.length && isBeside(host)) {
    search(false);
    const [row, scale] = [drawnArea(host), host.style.getPropertyValue(SCALE)];
    search(true);
    if (drawnArea(host) < MIN_TWO_ROWS_SHARE * row) {
      arrange(false);
      host.style.setProperty(SCALE, scale);
    }
  } else search(true);
  scaleLetters(host);
  fitted.set(host, measureKey());
}

/**
 * Draw a figure at the largest scale at which it fits. Its height decreases with the scale except
 * for a few pixels: in narrower panels, words may need another line. Bisection finds a scale that
 * nearly fits; a linear search from it finds one that fits.
 * @param {HTMLElement} host
 * @param {number} available
 * @returns {boolean} whether there is one
 */
function findScale(host, available) {
  const excess = (k) => {
    host.style.setProperty(SCALE, (FIT.most - k * FIT.step).toFixed(3));
    return heightOf(host) - available;
  };
  let [low, k] = [0, 0];
  while (k < FIT.smaller && excess(k) > FIT.near) {
    [low, k] = [k, Math.min(k + FIT.stride, FIT.smaller)];
  }
  while (k - low > 1) {
    const middle = (low + k) >> 1;
    if (excess(middle) > FIT.near) low = middle;
    else k = middle;
  }
  while (excess(k) > 0) {
    if (k === FIT.smaller) return false;
    k += 1;
  }
  return true;
}

/** Area of a figure's drawings. @param {HTMLElement} host */
function drawnArea(host) {
  const boxes = [...host.querySelectorAll("svg.cv-panel-svg")].map((svg) =>
    svg.getBoundingClientRect(),
  );
  return boxes.reduce((sum, { width, height }) => sum + width * height, 0);
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
 * Scroll to a figure below its words, with its task, whenever it is used, so that cause and effect
 * are visible together.
 * @param {HTMLElement} root the page
 * @param {Fitted} fitted
 * @param {AbortSignal} signal ends it
 */
export function keepInSight(root, { host, bar, task }, signal) {
  const scroller = scrollerOf(root) ?? document.documentElement;
  const lesson = bar.parentElement;
  returnBars(scroller, lesson, signal);
  const show = () => {
    const low = isLow(host);
    if (isBeside(host) && !low) return;
    const zoom = zoomOf(bar);
    const end = () => (low ? innerHeight : bar.getBoundingClientRect().top);
    const distance = () =>
      (task.firstChild ? task : host).getBoundingClientRect().top - headerEnd() * zoom;
    const height = () => host.getBoundingClientRect().bottom - distance();
    if (distance() >= 0 && host.getBoundingClientRect().bottom <= end() + 1) return;
    if (height() > end() + 1) hideBars();
    scroller.scrollBy({ top: distance(), behavior: "instant" });
    noteScroll(scroller.scrollTop);
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
  // Not when a handle is pressed: the browser does not yet know that the finger drags.
  host.addEventListener(
    "pointermove",
    () => {
      if (host.querySelector(".cv-dragging")) show();
    },
    { signal },
  );
}

/** Height without the content of open folds. @param {HTMLElement} host */
function heightOf(host) {
  const opened = [...host.querySelectorAll("details[open]:not(.cv-export)")]; // its list floats
  const heights = opened.map((fold) => {
    const [details, summary] = [fold, fold.querySelector("summary")];
    return /** @type {HTMLElement} */ (details).offsetHeight - summary.offsetHeight;
  });
  return host.offsetHeight - heights.reduce((sum, height) => sum + height, 0);
}

/** Set the drawings' scale, for the size of their letters. @param {HTMLElement} host */
function scaleLetters(host) {
  for (const svg of host.querySelectorAll("svg.cv-panel-svg")) {
    const width = svg.getBoundingClientRect().width / zoomOf(svg);
    const drawnScale = width / /** @type {SVGSVGElement} */ (svg).viewBox.baseVal.width;
    const grown = Math.min(GROWTH.most, Math.max(1, (drawnScale || 1) / GROWTH.from));
    const shrunk = Math.max(MIN_SCALE, (drawnScale || 1) / grown);
    const scale = Math.min(shrunk, ((drawnScale || 1) * LETTERS) / MIN_LETTERS).toFixed(3);
    /** @type {SVGSVGElement} */ (svg).style.setProperty("--cv-scale", scale);
  }
}

/**
 * Add the buttons that save a figure to its controls.
 * @param {{host: HTMLElement, controls: HTMLElement, network: string}} figure
 * @param {{title: string, name: string}} file `name` without extension
 */
export function offerFigure({ host, controls, network }, { title, name }) {
  const save = (kind) => () => saveFigure(host, { title, name, network }, kind);
  exportButtons(controls, title, { svg: save("svg"), png: save("png") });
}
