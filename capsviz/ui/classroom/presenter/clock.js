/* The clock of a lecture against its plan. Times are in seconds. */

/** Deviation from the plan that is not reported. */
const TOLERANCE = 30;

/**
 * Planned start of each stop and end of the last one. The stops of a section share its minutes
 * evenly.
 * @param {{minutes: number, stops: any[]}[]} sections
 * @returns {number[]} one more than there are stops
 */
export function planTimes(sections) {
  const times = [0];
  let begins = 0;
  for (const { minutes, stops } of sections) {
    const each = (minutes * 60) / stops.length;
    for (let n = 1; n <= stops.length; n++) times.push(begins + n * each);
    begins += minutes * 60;
  }
  return times;
}

/**
 * Delay of a lecture against its plan: negative if it is ahead, 0 during its stop's time.
 * @param {number} passed
 * @param {number[]} times
 * @param {number} index the current stop
 */
export function delay(passed, times, index) {
  if (passed > times[index + 1]) return passed - times[index + 1];
  return Math.min(0, passed - times[index]);
}

/** "12:05", over an hour "1:02:05". @param {number} seconds */
export function clockText(seconds) {
  const total = Math.max(0, Math.floor(seconds));
  const two = (n) => String(n).padStart(2, "0");
  const hours = Math.floor(total / 3600);
  const minutes = Math.floor(total / 60) % 60;
  return hours ? `${hours}:${two(minutes)}:${two(total % 60)}` : `${minutes}:${two(total % 60)}`;
}

/**
 * Key of the words for the delay, and its minutes.
 * @param {number} late delay in seconds, from `delay`
 * @returns {{name: "on-time" | "late" | "early", minutes: number}}
 */
export function delayName(late) {
  const minutes = Math.max(1, Math.round(Math.abs(late) / 60));
  if (Math.abs(late) <= TOLERANCE) return { name: "on-time", minutes: 0 };
  return { name: late > 0 ? "late" : "early", minutes };
}
