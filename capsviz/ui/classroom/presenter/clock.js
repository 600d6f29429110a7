/* The clock of a lecture, against its plan. Times are in seconds. */

/** So far ahead of the plan or behind it, nothing is said. */
const ON_TIME = 30;

/**
 * When each stop begins and the last one ends, as planned: the stops of a section share its
 * minutes evenly.
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
 * How far a lecture is behind its plan: negative where it is ahead, 0 while its stop lasts.
 * @param {number} passed
 * @param {number[]} times
 * @param {number} at which stop
 */
export function delay(passed, times, at) {
  if (passed > times[at + 1]) return passed - times[at + 1];
  return Math.min(0, passed - times[at]);
}

/** "12:05", over an hour "1:02:05". @param {number} seconds */
export function clockText(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (n) => String(n).padStart(2, "0");
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/**
 * Which words tell how the lecture stands to its plan, and the minutes in them.
 * @param {number} late as `behind` gives it
 * @returns {{name: "on-time" | "late" | "early", minutes: number}}
 */
export function standing(late) {
  const minutes = Math.max(1, Math.round(Math.abs(late) / 60));
  if (Math.abs(late) <= ON_TIME) return { name: "on-time", minutes: 0 };
  return { name: late > 0 ? "late" : "early", minutes };
}
