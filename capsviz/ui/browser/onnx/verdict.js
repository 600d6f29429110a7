/* One honest sentence about a reading, as `judge` in capsviz/analysis/verdict.py has it. */

const WORDS = "two three four five six seven eight nine ten eleven".split(" ");

/**
 * @typedef {{present: number, second: number, misfit: number}} Limits of a verdict
 * @typedef {Pick<import("../classes.js").NetworkData, "classes" | "thing" | "digits" | "measure" |
 *   "measures" | "most" | "little" | "shares" | "limits">} Words what a network's numbers are called
 */

/** The two largest, of equal ones the later. @param {ArrayLike<number>} lengths */
function twoLargest(lengths) {
  let [first, second] = [-1, -1];
  for (let k = 0; k < lengths.length; k++) {
    if (first < 0 || lengths[k] >= lengths[first]) [first, second] = [k, first];
    else if (second < 0 || lengths[k] >= lengths[second]) second = k;
  }
  return [first, second];
}

/**
 * @param {boolean} empty whether the network saw no ink at all
 * @param {ArrayLike<number>} lengths after the last iteration
 * @param {number | null} misfit summed squared pixel error of the winner's reconstruction
 * @param {Words} network
 * @returns {import("../engine/message.js").VerdictWords}
 */
export function judge(empty, lengths, misfit, network) {
  const { classes, thing, measure, measures, most, little, limits } = network;
  const nothing = { digit: null, runner_up: null };
  if (empty) return { kind: "empty", ...nothing, text: `no ${thing}: the canvas is empty.` };
  const [first, second] = twoLargest(lengths);
  const [one, other] = [classes[first], classes[second]];
  const [longest, next] = [lengths[first].toFixed(2), lengths[second].toFixed(2)];
  const both = { digit: first, runner_up: second };
  if (lengths[second] >= limits.second) {
    const count = WORDS[classes.length - 2] ?? String(classes.length);
    const shared = network.shares ? ` (all ${count} share 1).` : ".";
    const text = `${one} or ${other}: ${measures} ${longest} and ${next}, both plausible${shared}`;
    return { kind: "two", ...both, text };
  }
  if (lengths[first] < limits.present) {
    const text = `no ${thing}: ${little}, the ${most} is ${one} with ${longest}.`;
    return { kind: "none", ...nothing, text };
  }
  if (misfit !== null && misfit > limits.misfit) {
    const none = network.digits ? "no digit" : "none of its classes";
    const text =
      `${one}, ${measure} ${longest}, but its reconstruction does not fit the input: ` +
      `perhaps ${none} at all.`;
    return { kind: "misfit", ...both, text };
  }
  const text = `${one}, ${measure} ${longest}; runner-up ${other}, ${measure} ${next}.`;
  return { kind: "clear", ...both, text };
}
