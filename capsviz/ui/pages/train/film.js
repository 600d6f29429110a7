/**
 * A run in the browser: its moments, its lines, and its updates.
 *
 * @typedef {object} Moment
 * @property {number} step
 * @property {number | null} seconds of training
 * @property {number} [accuracy]
 * @property {number} [training_accuracy]
 * @property {number} [plain_accuracy] of a plain CNN trained on the same data
 * @property {number} [winner]
 * @property {number} [pin] step of the first moment with its pinned picture
 * @property {boolean} [own] whether that is the visitor's own
 * @property {{name: string, verdict: string, says: string, values: Record<string, any>}[]} checks
 * @property {{name: string, gradient: number, update: number, weight: number}[]} [layers]
 * @property {{is: number, read: number, by: number}[]} [worst]
 * @property {Record<string, number> | null} [r2]
 */

import { wordNames } from "../../browser/names.js";

/** Fields of a line of numbers, in order; LINE in films.py. */
const LINE = ["step", "margin", "error", "rate", "norm", "seconds"];
/** Arrays whose length differs between moments. */
const RAGGED_ARRAYS = ["worst"];
/** Arrays that only the first moment has. */
const FIRST_ARRAYS = ["ten_input", "ten_labels"];
/** The pinned picture, in the first moment that follows it. */
const PINNED_ARRAY = "pinned_input";

export class Film {
  /** @param {{header: any, arrays: Record<string, any>}} reply all of a run */
  constructor(reply) {
    /** @type {Moment[]} */
    this.moments = [];
    /** @type {Record<string, number>[]} */
    this.lines = [];
    /** @type {Record<string, any[]>} by name, one array for each moment */
    this.arrays = {};
    /** @type {Record<string, any>} */
    this.first = {};
    /** @type {Map<number, Uint8Array>} pinned pictures, by the step of their first moment */
    this.pins = new Map();
    /** @type {any} */
    this.about = {};
    this.add(reply);
  }

  /** The last known steps: a moment is written after its line. */
  get lastSteps() {
    const lastStepOf = (list) => list.at(-1)?.step ?? -1;
    return { moments: lastStepOf(this.moments), lines: lastStepOf(this.lines) };
  }

  /** The last step with any data. */
  get lastStep() {
    return Math.max(this.moments.at(-1)?.step ?? -1, this.lines.at(-1)?.step ?? -1);
  }

  /** Weight of the reconstruction in a step's loss: up to a fork, that of the run before it. */
  weightAt(step) {
    const { fork, train } = this.about.settings;
    const [, weight] = fork?.weights?.find(([until]) => step <= until) ?? [];
    return weight ?? train.reconstruction_weight;
  }

  /** End of the step axis: during training the next moment, so that it rarely changes. */
  get end() {
    const { busy, state, settings } = this.about;
    return busy && state !== "paused"
      ? Math.ceil(this.lastStep / settings.every) * settings.every
      : this.lastStep;
  }

  /** Add an update. @param {{header: any, arrays: Record<string, any>}} reply */
  add({ header, arrays }) {
    const { moments, ...about } = header;
    this.about = wordNames(about);
    const sizes = Object.fromEntries(header.arrays.map(([name, , shape]) => [name, shape]));
    for (const name of FIRST_ARRAYS) if (arrays[name]) this.first[name] = arrays[name];
    for (const [name, values] of Object.entries(arrays)) {
      if (name === "lines" || name === PINNED_ARRAY || FIRST_ARRAYS.includes(name)) continue;
      this.arrays[name] ??= [];
      this.arrays[name].push(...parts(name, values, moments, sizes[name]));
    }
    const pins = header.pins ?? [0]; // bundled films follow one picture
    const size = (arrays[PINNED_ARRAY]?.length ?? 0) / pins.length;
    pins.forEach((step, i) => {
      if (size) this.pins.set(step, arrays[PINNED_ARRAY].subarray(size * i, size * (i + 1)));
    });
    this.moments.push(...moments);
    const lines = arrays.lines ?? [];
    for (let start = 0; start < lines.length; start += LINE.length) {
      this.lines.push(Object.fromEntries(LINE.map((name, i) => [name, lines[start + i]])));
    }
  }

  /** The pinned picture of a moment. @param {Moment} moment */
  pinnedPicture({ pin = 0 }) {
    return this.pins.get(pin ?? 0) ?? null;
  }

  /** The moment at or before a step. @param {number | null} step */
  indexAt(step) {
    if (step === null) return this.moments.length - 1;
    const index = this.moments.findLastIndex((moment) => moment.step <= step);
    return Math.max(0, index);
  }

  /** The line of a moment's own step, or the one before. @param {number} step */
  line(step) {
    return this.lines.findLast((line) => line.step <= step) ?? null;
  }
}

function parts(name, values, moments, shape) {
  if (!RAGGED_ARRAYS.includes(name)) {
    const size = values.length / Math.max(1, shape[0]);
    return moments.map((_, i) => values.subarray(size * i, size * (i + 1)));
  }
  const size = shape.slice(1).reduce((product, each) => product * each, 1);
  let from = 0;
  return moments.map(({ worst = [] }) => {
    const rows = values.subarray(size * from, size * (from + worst.length));
    from += worst.length;
    return rows;
  });
}
