/**
 * Parts of a reply, and the pairs of capsules to look at.
 *
 * @typedef {object} Reply as `deriveSplit` makes it
 * @property {number} iterations after which the result is taken
 * @property {number[][]} lengths after each iteration, of each capsule
 * @property {number[]} winners the two longest capsules
 * @property {number[]} shown the capsule assigned to each digit
 * @property {boolean} forced whether the visitor chose those
 * @property {(number | null)[]} labels classes of the digits, if known
 * @property {number[]} ink what either paints of the ink, and what neither does
 * @property {number[] | null} errors
 * @property {number[] | null} ious
 * @property {number[] | null} probabilities of the plain CNN
 * @property {boolean} empty whether there is no ink: then nothing is read
 * @property {number[]} predicted the digits that the sentence names, the longer first
 * @property {Uint8Array} image
 * @property {Uint8Array} decoded of all capsules, one after the other
 * @property {Uint8Array} shares of the two
 * @property {Float32Array} couplings iterations x 2 x places
 * @property {Float32Array} feeds likewise
 * @property {Uint8Array[] | null} parts the digits alone, where they are known
 */

/**
 * The k-th part of an array of equal parts, such as pictures.
 * @template {Uint8Array | Float32Array} A
 * @param {A} array
 * @param {number} k
 * @param {number} size of a part
 * @returns {A}
 */
export function partOf(array, k, size) {
  return /** @type {A} */ (array.subarray(k * size, (k + 1) * size));
}

/**
 * The numbers of an iteration's places, for each of the two capsules.
 * @param {Float32Array} values iterations x 2 x places
 * @param {number} t
 * @param {number} places
 */
export function placeValues(values, t, places) {
  return [partOf(values, 2 * t, places), partOf(values, 2 * t + 1, places)];
}

/**
 * The iteration of the maps: the requested one, or the last if the answer has fewer.
 * @param {number | null} requested
 * @param {number} iterations
 */
export function mapRound(requested, iterations) {
  return Math.min(requested ?? iterations, iterations);
}

/**
 * The two capsules to look at after one was pointed at: the first click changes the first of
 * the pair, the next the second.
 * @param {number[]} shown
 * @param {number} slot which of the two changes next
 * @param {number} k
 * @returns {{pair: number[] | null, slot: number}} null where nothing changes
 */
export function choosePair(shown, slot, k) {
  if (shown.includes(k)) return { pair: null, slot: 1 - shown.indexOf(k) };
  const pair = [...shown];
  pair[slot] = k;
  return { pair, slot: 1 - slot };
}

/**
 * The pair with another capsule for one of the two; if that is the other one, they are swapped.
 * @param {number[]} shown
 * @param {number} index which of the two
 * @param {number} capsule
 */
export function namePair(shown, index, capsule) {
  const pair = [...shown];
  if (pair[1 - index] === capsule) pair[1 - index] = pair[index];
  pair[index] = capsule;
  return pair;
}

/**
 * The longest capsule and the shortest, whose class is absent.
 * @param {Reply} reply
 */
export function absentPair({ lengths, iterations, winners, shown }) {
  const last = lengths[iterations - 1];
  const others = last.map((_, j) => j).filter((j) => !winners.includes(j));
  const shortest = others.reduce((a, b) => (last[a] < last[b] ? a : b));
  const [first] = winners;
  return shown.indexOf(first) === 1 ? [shortest, first] : [first, shortest];
}
