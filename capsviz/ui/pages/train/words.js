/* Texts of the Train page about a moment. */

import { number, text } from "../../browser/text.js";

/** @param {any} about the run @param {boolean} [isLocal] whether it is one of this machine's */
export function stateWords({ state, busy, place, sentence, settings }, isLocal = false) {
  // Its process has not reported yet.
  const starts = { state: "starting", ahead: 0, fork: 0, run: "", step: 0, report: "none" };
  if (!state) return isLocal ? text("run-state", starts) : "";
  // Its process was killed: its last report is outdated.
  const now = busy || ["finished", "failed"].includes(state) ? state : "interrupted";
  if (now === "interrupted" && settings?.elsewhere) return text("run-elsewhere");
  const { run = "", step = 0 } = settings?.fork ?? {};
  return text("run-state", {
    ...{ state: now, run, step, fork: settings?.fork ? 1 : 0 },
    ahead: now === "waiting" ? place : 0,
    report: sentence || "none",
  });
}

/**
 * @param {{routing?: string, reconstruction_weight?: number}} changes of a fork
 * @param {Record<string, string>} routings titles
 */
export function forkWords({ routing, reconstruction_weight: weight }, routings) {
  if (!routing && weight === undefined) return text("unchanged");
  const kind = weight === undefined ? "routing" : routing ? "both" : "weight";
  return text("fork-changes", {
    kind,
    routing: routings[routing ?? ""] ?? "",
    weight: `${weight}`,
  });
}

/**
 * Text about a moment; a bundled film has no seconds, as another machine trained it.
 * @param {{step: number, seconds: number | null}} moment
 * @param {number} batch
 */
export function momentWords({ step, seconds }, batch) {
  return text("moment", { step, pictures: step * batch, seconds: secondsOf(seconds) });
}

/**
 * Text about a moment of parts, without a number of pictures, as batches differ in size.
 * @param {{step: number, seconds: number | null, beginning?: number}} moment
 * @param {number} restarts number of times that its objects restart
 */
export function partsMomentWords({ step, seconds, beginning }, restarts) {
  const values = { step, beginning: beginning ?? 0, restarts, seconds: secondsOf(seconds) };
  return text("moment-parts", values);
}

/** @param {number | null} seconds */
const secondsOf = (seconds) => (seconds == null ? "unknown" : String(Math.round(seconds)));

/**
 * Metrics of the objects, as shares.
 * @param {{beginning?: number, accuracy?: number, between?: number, within?: number}} moment
 */
export function objectWords({ beginning, accuracy, between, within }) {
  if (!beginning) return text("objects-none");
  return text("objects", {
    accuracy: accuracyWords(accuracy),
    between: number(between ?? 0, 2),
    within: number(within ?? 0, 2),
  });
}

/** @param {number | undefined | null} accuracy */
export function accuracyWords(accuracy) {
  return accuracy == null ? "" : text("share", { percent: number(100 * accuracy, 1) });
}

/** @param {number} share */
export const shareWords = (share) => text("share", { percent: number(100 * share) });

/** @param {Record<string, number> | null} line @param {number} weight of the reconstruction */
export function lossWords(line, weight) {
  return line ? text("loss", lossOf(line, weight)) : text("loss-none");
}

/** A number with so many significant digits. @param {number} value @param {number} digits */
export function preciseWords(value, digits) {
  const plain = value.toPrecision(digits);
  if (!/^-?[\d.]+$/.test(plain)) return plain;
  return number(Number(plain), plain.split(".")[1]?.length ?? 0);
}

/** The loss and its terms. @param {Record<string, number>} line @param {number} weight */
function lossOf({ margin, error }, weight) {
  const precise = (value) => preciseWords(value, 3);
  const weighed = weight * error;
  return {
    loss: precise(margin + weighed),
    margin: precise(margin),
    reconstruction: precise(weighed),
  };
}

/**
 * @param {Record<string, number> | null} line
 * @param {number} batch
 * @param {number} weight of the reconstruction
 */
export function stepWords(line, batch, weight) {
  if (!line) return text("step-none");
  return text("step", {
    ...lossOf(line, weight),
    step: String(line.step),
    batch: String(batch),
    weight: String(weight),
    error: number(line.error, 1),
    norm: preciseWords(line.norm, 3),
    rate: preciseWords(line.rate, 2),
  });
}

/**
 * Notice about the pinned picture, if it is the visitor's own.
 * @param {{own?: boolean}} about the run: `own` if it follows the visitor's picture
 * @param {{pin?: number, own?: boolean}} moment whether the pinned picture is the visitor's, and
 *     since which step
 * @param {boolean} later whether a later moment has such a picture
 */
export function pinWords(about, { pin, own }, later) {
  if (own) return pin ? text("own-from-step", { step: pin }) : text("own-from-start");
  if (!about.own) return "";
  return text(later ? "own-not-here" : "own-from-next");
}
