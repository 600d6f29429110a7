/* Texts of the Train page about a moment. */

const STATES = {
  waiting: "waits for its turn",
  starting: "is about to start",
  running: "is training",
  paused: "stands still",
  finished: "is finished",
  interrupted: "was interrupted; start goes on",
  failed: "was stopped",
};

/**
 * @param {any} about whether it belongs to this machine @param {boolean} [ours] whether it is one
 *     of this machine's
 */
export function stateWords({ state, busy, place, sentence, settings }, ours = false) {
  if (!state) return ours ? STATES.starting : ""; // its process has not reported yet
  // Its process was killed: its last report is outdated.
  const now = busy || ["finished", "failed"].includes(state) ? state : "interrupted";
  if (now === "interrupted" && settings?.elsewhere) {
    return "was interrupted; capsviz train goes on with it by --resume";
  }
  const line = now === "waiting" && place > 0 ? `, ${place} before it` : "";
  const fork = settings?.fork;
  const from = fork ? `, a fork of ${fork.run} at step ${fork.step.toLocaleString("en")}` : "";
  return `${STATES[now] ?? state}${line}${from}${sentence ? `: ${sentence}` : ""}`;
}

/**
 * @param {{routing?: string, reconstruction_weight?: number}} changes of a fork
 * @param {Record<string, string>} routings titles
 */
export function forkWords({ routing, reconstruction_weight: weight }, routings) {
  const words = [
    ...(routing ? [routings[routing]] : []),
    ...(weight === undefined ? [] : [`weight ${weight}`]),
  ];
  return words.length ? `with ${words.join(", ")}` : "as it is";
}

/**
 * A bundled film was trained on another machine: it has no seconds.
 * @param {{step: number, seconds: number | null}} moment
 * @param {number} batch
 */
export function momentWords({ step, seconds }, batch) {
  const pictures = (step * batch).toLocaleString("en");
  const time = seconds == null ? "" : `, ${Math.round(seconds)} s`;
  return `step ${step.toLocaleString("en")}, ${pictures} pictures${time}`;
}

/**
 * Text about a moment of parts, whose batches differ in size, so that it names no number of
 * pictures.
 * @param {{step: number, seconds: number | null, beginning?: number}} moment
 * @param {number} restarts number of times that its objects restart
 */
export function partsMomentWords({ step, seconds, beginning }, restarts) {
  const stage = beginning ? `objects, beginning ${beginning} of ${restarts}` : "parts";
  const time = seconds == null ? "" : `, ${Math.round(seconds)} s`;
  return `step ${step.toLocaleString("en")}, ${stage}${time}`;
}

/**
 * Metrics of the objects, as shares.
 * @param {{beginning?: number, accuracy?: number, between?: number, within?: number}} moment
 */
export function objectWords({ beginning, accuracy, between, within }) {
  if (!beginning) return "The parts learn first; objects begin once these are held fixed.";
  return (
    `Objects are the classes for ${accuracyWords(accuracy)} of held-out pictures, by best matching; entropy ` +
    `between pictures ${between?.toFixed(2)}, within one ${within?.toFixed(2)} of the largest.`
  );
}

/** @param {number | undefined | null} accuracy */
export function accuracyWords(accuracy) {
  return accuracy == null ? "" : `${(100 * accuracy).toFixed(1)} %`;
}

/** @param {Record<string, number> | null} line @param {number} weight of the reconstruction */
export function lossWords(line, weight) {
  if (!line) return "no step is done yet";
  const weighed = weight * line.error;
  const of = (value) => value.toPrecision(3);
  return `loss ${of(line.margin + weighed)} = margin ${of(line.margin)} + reconstruction ${of(weighed)}`;
}

/**
 * @param {Record<string, number> | null} line
 * @param {number} batch
 * @param {number} weight of the reconstruction
 */
export function stepWords(line, batch, weight) {
  if (!line) return "Before the first step all weights are as they were drawn.";
  return (
    `Step ${line.step}: ${batch} pictures went forward. ${lossWords(line, weight)} ` +
    `(${weight} × ${line.error.toFixed(1)} summed squared pixels). Back came a gradient ` +
    `of length ${line.norm.toPrecision(3)}; Adam moved the weights at a rate of ${line.rate.toPrecision(2)}.`
  );
}

/**
 * Notice about the pinned picture, if it is the visitor's own.
 * @param {{own?: boolean}} about a run: whether it is to follow one
 * @param {{pin?: number, own?: boolean}} moment whether the pinned picture is the visitor's, and
 *     since which step
 * @param {boolean} later whether a later moment follows one
 */
export function pinWords(about, { pin, own }, later) {
  if (own) {
    const since = pin ? `from step ${pin.toLocaleString("en")} on` : "from the start";
    return `Your drawing, followed ${since}.`;
  }
  if (!about.own) return "";
  return later
    ? "This moment keeps no weights to read your drawing with. Rewind follows it from the start."
    : "Your drawing is followed from the next moment on.";
}
