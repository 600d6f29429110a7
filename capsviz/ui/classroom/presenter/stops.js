/* The stops of a lecture in order, and the projector's position among them. */

/**
 * @typedef {object} PlainStop as of `stops.py`
 * @property {string} title
 * @property {import("../presenter_requests.js").StopTarget} to
 *
 * @typedef {object} PlainSection as of `stops.py`
 * @property {string} title
 * @property {number} minutes
 * @property {string} notes HTML
 * @property {PlainStop[]} stops
 *
 * @typedef {object} PlainPlan as of `stops.py`
 * @property {string} name
 * @property {string} title
 * @property {PlainSection[]} sections
 *
 * @typedef {PlainStop & {section: number}} Placed
 *
 * @typedef {object} PlainLocation as of `shared_view.py`
 * @property {string} page
 * @property {string} lesson
 * @property {number} step
 */

/** @param {PlainPlan} plan @returns {Placed[]} */
export function inARow({ sections }) {
  return sections.flatMap(({ stops }, section) => stops.map((stop) => ({ ...stop, section })));
}

/**
 * The projector's stop after it has moved by itself: the next matching stop, or else the last one
 * before; if there is none, the current stop.
 * @param {Placed[]} stops
 * @param {number} index
 * @param {PlainLocation} location
 */
export function stopOf(stops, index, location) {
  const matches = ({ to }) => isAt(to, location);
  // A question or the board can be over any page.
  if (!stops[index].to.page || matches(stops[index])) return index;
  const after = stops.findIndex((stop, n) => n > index && matches(stop));
  if (after >= 0) return after;
  const before = stops.slice(0, index).findLastIndex(matches);
  return before >= 0 ? before : index;
}

/** @param {import("../presenter_requests.js").StopTarget} to @param {PlainLocation} place */
function isAt(to, { page, lesson, step }) {
  if (to.page !== page) return false;
  const view = to.things?.["view.learn"];
  return !view || (view.lesson === lesson && view.step === step);
}

/**
 * Stops of the "back" and "next" buttons; null at either end.
 * @param {Placed[]} stops
 * @param {number} index
 */
export function neighbours(stops, index) {
  return { before: stops[index - 1] ?? null, after: stops[index + 1] ?? null };
}
