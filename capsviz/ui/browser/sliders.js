/*
 * Sliders, one per dimension of an output capsule's pose.
 *
 *   const sliders = new DimensionSliders(container, { onChange(pose, index) { ... } });
 *   sliders.show(capsule, pose, mean, std);   // new originals, without offsets
 *
 * Their number is the pose's number of dimensions.
 *
 * `onChange` runs inside the `input` event, once per event: decoding takes half a millisecond, so
 * the picture is redrawn before the browser's next frame. `show` does not call it. Copy the pose to
 * store it: the sliders modify it later.
 */

import { make, makeButton, setText } from "./dom.js";
import { text as message, number } from "./text.js";

const ARIA_HIDDEN = { "aria-hidden": "true" };
/** Numbers of rows in two columns; the smallest sufficient one is used. */
const ROWS = [8, 16, 32];

/**
 * Measured effects of class k's dimensions for `DimensionSliders.label`; empty if the measured
 * network lacks the class, since another network may be loading.
 */
export function dimensionLabels(statistics, k) {
  const labels = statistics.labels[k] ?? [];
  const names = numberedNames(labels);
  return labels.map((label, d) => {
    const text = labelWords(label.text);
    return {
      text: label.confirmed ? message("dimension-sure", { name: text }) : text,
      title: label.confirmed ? message("dimension-confirmed", { name: text }) : text,
      ...names[d],
    };
  });
}

/** @param {string} name as of Python */
const dimensionName = (name) => message("dimension-name", { key: name.replaceAll(" ", "-"), name });

/**
 * A label of Python, translated, such as "loosely width (R² 0.41, r 0.38)".
 * @param {string} label
 */
export function labelWords(label) {
  const result = label
    .replace(/^loosely /, "")
    .replace(/\b([xy]|[a-z]{2,}([ -][a-z]+)*)\b/g, dimensionName)
    .replace(/\d+\.(\d+)/g, (value, behind) => number(Number(value), behind.length));
  return label.startsWith("loosely ") ? message("dimension-loose", { name: result }) : result;
}

/**
 * Short names of dimensions; several with one name are numbered.
 * @param {{text: string}[]} labels
 * @returns {{name: string, place: number, count: number}[]} `place` is 1..`count`
 */
function numberedNames(labels) {
  const names = labels.map(({ text }) => dimensionName(plainName(text)));
  return names.map((name, d) => {
    const sameName = names.flatMap((each, i) => (each === name ? [i] : []));
    return { name, place: sameName.indexOf(d) + 1, count: sameName.length };
  });
}

/** A dimension's name, with its number among those of the same name. */
export function shortName({ name, place, count }) {
  return count > 1 ? message("dimension-place", { name, place, count }) : name;
}

/** A dimension's name from its label, without numbers. @param {string} label */
export function plainName(label) {
  return label.replace(/^loosely |( \(|:).*$/g, "");
}

/** A measure's full name: "x" is not clear in a screen reader. @param {string} name */
export function fullName(name) {
  return message("measure-name", { key: name.replaceAll(" ", "-"), name });
}

/** Range of a slider: the values of real digits, extended to the current value. */
function dimensionRange(value, mean, std, deviations = 3) {
  const [low, high] =
    mean === undefined || mean === null
      ? [value - 0.5, value + 0.5]
      : [mean - deviations * std, mean + deviations * std];
  const margin = 0.02 * (high - low);
  return [Math.min(low, value - margin), Math.max(high, value + margin)];
}

export function formatPoseValue(value) {
  return number(value, 2);
}

export class DimensionSliders {
  /**
   * @param {HTMLElement} container cleared and filled; two columns if it is wide enough
   * @param {{
   *   onChange?: (pose: Float32Array, index: number) => void,
   *   onCommit?: (pose: Float32Array) => void,
   *   dimensions?: number, what?: "dimension" | "factor",
   *   format?: (value: number, d: number) => string, ends?: boolean,
   * }} options `index` is -1 when several values changed at once; `onCommit` runs at the end of a
   *   drag and after each key and reset; `what` the sliders are for; `ends` adds space for a
   *   picture at both ends of each row
   */
  constructor(
    container,
    {
      onChange = () => {},
      onCommit = () => {},
      dimensions = 16,
      what = "dimension",
      format = formatPoseValue,
      ends = false,
    } = {},
  ) {
    this.onChange = onChange;
    this.onCommit = onCommit;
    this.what = what;
    this.format = format;
    this.ends = ends;
    this.capsule = -1;
    this.pose = this.original = this.low = this.high = new Float32Array();
    this.rows = [];
    this.list = make("div", {
      className: "cv-sliders-list",
      aria: { role: "group", "aria-label": message("sliders", { what }) },
    });
    const reset = () => this.reset();
    this.resetAll = makeButton(
      "cv-sliders-reset",
      `reset-${what}s`,
      message("sliders-reset"),
      reset,
    );
    container.classList.add("cv-sliders");
    container.classList.toggle("cv-sliders-ends", ends);
    container.replaceChildren(this.list, this.resetAll);
    this.build(dimensions);
  }

  /** Build the sliders, at 0. */
  build(dimensions) {
    this.pose = new Float32Array(dimensions);
    this.original = new Float32Array(dimensions);
    this.low = new Float32Array(dimensions).fill(-0.5);
    this.high = new Float32Array(dimensions).fill(0.5);
    this.rows = [];
    // A CSS rule that counts them by ":has" would be checked for each new element of the page.
    const perColumn = Math.ceil(dimensions / 2);
    const rows = this.what === "factor" ? perColumn : (ROWS.find((n) => n >= perColumn) ?? ROWS[2]);
    this.list.style.setProperty("--rows", String(rows));
    this.list.replaceChildren(...Array.from(this.pose, (_, d) => this.buildRow(d)));
    for (let d = 0; d < dimensions; d++) this.draw(d);
  }

  buildRow(d) {
    const { what } = this;
    const number = make("span", { className: "cv-slider-index", aria: ARIA_HIDDEN }, String(d));
    const label = make("span", { className: "cv-slider-label" });
    const input = make("input", {
      type: "range",
      step: "any",
      data: { testid: `${what}-${d}` },
      aria: { "aria-label": message("slider-number", { what, number: d }) },
    });
    const mark = make("span", { className: "cv-slider-mark" });
    const track = make("span", { className: "cv-slider-track" }, input, mark);
    const value = make("output", { className: "cv-slider-value" });
    const undo = {
      type: "button",
      className: "cv-slider-undo",
      title: message("slider-reset", { what }),
      aria: { "aria-label": message("slider-reset-number", { what, number: d }) },
    };
    const reset = make("button", undo, "\u21ba");
    const ends = (this.ends ? ["low", "high"] : []).map((end) =>
      make("span", { className: `cv-digit cv-slider-${end}` }),
    );
    const parts = [number, label, track, value, reset, ...ends];
    const row = make("div", { className: "cv-slider", data: { dimension: String(d) } }, ...parts);

    input.addEventListener("input", () => this.move(d, Number(input.value)));
    input.addEventListener("change", () => this.onCommit(this.pose));
    input.addEventListener("dblclick", () => this.resetOne(d));
    input.addEventListener("keydown", (event) => this.key(event, d));
    reset.addEventListener("click", () => this.resetOne(d));
    this.rows.push({ row, label, input, value, track, reset, ends });
    return row;
  }

  /** Set one dimension, as its slider does. */
  move(d, value) {
    this.pose[d] = value;
    this.draw(d);
    this.onChange(this.pose, d);
  }

  key(event, d) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const span = this.high[d] - this.low[d];
    const fine = event.shiftKey ? 500 : 50;
    const steps = {
      ArrowLeft: -span / fine,
      ArrowDown: -span / fine,
      ArrowRight: span / fine,
      ArrowUp: span / fine,
      PageDown: -span / 10,
      PageUp: span / 10,
    };
    if (event.key === "Backspace" || event.key === "Delete") {
      event.preventDefault();
      this.resetOne(d);
    } else if (event.key in steps) {
      event.preventDefault();
      const value = this.pose[d] + steps[event.key];
      this.move(d, Math.min(this.high[d], Math.max(this.low[d], value)));
      this.onCommit(this.pose);
    }
  }

  /**
   * Show a capsule's pose as the new original. An equal pose changes nothing, so that a visitor's
   * changes survive updates without a new result.
   *
   * @param {number} capsule
   * @param {ArrayLike<number>} pose
   * @param {ArrayLike<number> | null} [mean] over the training digits of this class
   * @param {ArrayLike<number> | null} [std]
   */
  show(capsule, pose, mean = null, std = null) {
    if (pose.length !== this.pose.length) {
      this.build(pose.length);
      this.capsule = -1;
    }
    const count = this.pose.length;
    const measured = mean !== null && std !== null;
    // Detects another network with an equal pose, and statistics that arrive later.
    const range = measured ? `${mean} ${std}` : "";
    let same = capsule === this.capsule && range === this.range;
    for (let d = 0; same && d < count; d++) same = Math.fround(pose[d]) === this.original[d];
    if (same) return;
    this.capsule = capsule;
    this.range = range;
    for (let d = 0; d < count; d++) {
      this.original[d] = this.pose[d] = pose[d];
      [this.low[d], this.high[d]] = dimensionRange(
        this.original[d],
        measured ? mean[d] : null,
        measured ? std[d] : null,
      );
      this.draw(d);
    }
  }

  /** Set another pose without changing the originals. Ranges are extended if needed. */
  set(pose) {
    for (let d = 0; d < this.pose.length; d++) {
      this.pose[d] = pose[d];
      this.low[d] = Math.min(this.low[d], this.pose[d]);
      this.high[d] = Math.max(this.high[d], this.pose[d]);
      this.draw(d);
    }
    this.onChange(this.pose, -1);
  }

  reset() {
    this.pose.set(this.original);
    for (let d = 0; d < this.pose.length; d++) this.draw(d);
    this.onChange(this.pose, -1);
    this.onCommit(this.pose);
  }

  resetOne(d) {
    this.move(d, this.original[d]);
    this.onCommit(this.pose);
  }

  get isChanged() {
    return this.pose.some((value, d) => value !== this.original[d]);
  }

  /**
   * Show labels of the dimensions. An empty list reserves space for labels that arrive later.
   *
   * @param {({text: string, title?: string} | null)[] | null} labels
   */
  label(labels) {
    this.list.classList.toggle("cv-sliders-labelled", Boolean(labels));
    const letters = Math.max(0, ...(labels ?? []).map((label) => label?.text?.length ?? 0));
    this.list.style.setProperty("--letters", String(letters));
    this.rows.forEach(({ label, input }, d) => {
      const { text = "", title = "" } = labels?.[d] ?? {};
      setText(label, text);
      label.title = title || text;
      const args = { what: this.what, number: d };
      const name = text ? "slider-named" : "slider-number";
      input.setAttribute("aria-label", message(name, { ...args, name: text }));
    });
  }

  /** Show the rows in another order, such as by effect; `null` for the default. */
  sort(order) {
    const rows = [...(order ?? this.rows.keys())].map((d) => this.rows[d].row);
    // The tab key follows the order of elements; moved elements lose the focus.
    if (rows.every((row, i) => row === this.list.children[i])) return;
    const focused = /** @type {HTMLElement | null} */ (this.list.querySelector(":focus"));
    this.list.replaceChildren(...rows);
    focused?.focus({ preventScroll: true });
  }

  /** Update one row to the pose, only where it has changed. */
  draw(d) {
    const { row, input, value, track } = this.rows[d];
    const [low, high] = [this.low[d], this.high[d]];
    const share = (x) => ((x - low) / (high - low)).toFixed(4);
    if (input.min !== String(low) || input.max !== String(high)) {
      input.min = String(low);
      input.max = String(high);
    }
    if (Number(input.value) !== this.pose[d]) input.value = String(this.pose[d]);
    const text = this.format(this.pose[d], d);
    setText(value, text);
    const original = this.format(this.original[d], d);
    input.setAttribute("aria-valuetext", message("slider-value", { value: text, original }));
    track.style.setProperty("--at", share(this.pose[d]));
    track.style.setProperty("--original", share(this.original[d]));
    row.classList.toggle("cv-slider-moved", this.pose[d] !== this.original[d]);
  }
}
