/* Texts of the Routing page about one image. Nothing here touches the page. */

import { classPlural, speak } from "../../browser/classes.js";
import { flowPart } from "./flow.js";
import { favourites, isEven, percent } from "./kinds/words.js";
import { tell } from "./scales.js";

/** Said where no place of the image feeds a digit more than another. */
export const NO_PLACE = "Every capsule sees all of it: what feeds a class has no place in it.";

/** Words that depend on where a network's capsules sit, by the parts of the page they go to. */
export function geometryWords(
  { voter, whole, everywhere, types, grid, rows, field, core, thing, digits },
  { totalMark, scales },
) {
  const sees = everywhere
    ? `A ${voter} sees the whole image, but the ${core} × ${core} pixels of its frame move it most.`
    : `A ${voter} sees ${field} × ${field} pixels.`;
  const share = scales
    ? `The colour is what its vote adds to the ${thing}, or how long the vote is that it sends.`
    : `The colour is the share that each gives to the ${thing}; without any preference it is 1/${digits}.`;
  if (whole)
    return {
      "feed-map": `Each tile is one of the ${types} capsules, in the colours of the large picture below`,
      "image-title": "the image",
      "image-help": `Each of the ${types} capsules sees all of the image: what feeds a ${thing} has no place in it.`,
      by: "type",
      "capsules-help": `${types} ${voter}s. ${share}`,
    };
  return {
    "feed-map": `Each picture maps which parts of the image feed that ${thing}`,
    "image-title": "what feeds",
    "image-help":
      `${sees} What each place adds to ${totalMark} is spread ` +
      `evenly over ${everywhere ? "these" : "the pixels it sees"}: red adds, blue takes away. Point ` +
      `at the image to light the capsules that ${everywhere ? "have a pixel there" : "see a pixel"}.`,
    by: "type and place",
    "capsules-help": `${types} types of ${voter}, each at ${rows} × ${grid} places. ${share}`,
  };
}

/**
 * Definitions of the page's terms for this network, in order of appearance.
 * @returns {[string, string][]}
 */
export function termWords(
  { whole, types, grid, rows, thing },
  { logit, agreement, shares, sharesSum = "its shares add up to 1" },
) {
  const type = whole
    ? `each of the ${types} capsules is of a type of its own: it looks for another thing`
    : `capsules that look for the same thing, one at each of ${rows} × ${grid} places; there are ${types} types`;
  /** @type {[string, string][]} */
  const words = [
    ["capsule", "a group of neurons that describe one thing together, by several numbers"],
    ["pose", "these numbers: how the thing is there, where, how large, how slanted"],
    ["type", type],
    ["vote û", "the pose of a digit that a capsule's own pose speaks for, by a learnt matrix"],
    ["coupling c", `the share of itself that a capsule gives to a digit; ${sharesSum}`],
  ];
  if (shares !== "couplings") words[4][1] += `. This routing calls them ${shares}`;
  if (logit) words.push(["logit b", `what the couplings are made from, by softmax: ${logit}`]);
  if (agreement) words.push(["agreement a", agreement]);
  return words.map(([name, meaning]) => [name, speak(meaning, thing)]);
}

/** Position of a capsule, unless it covers the whole image. */
function whereabouts({ whole, grid }, place, row, column) {
  return whole ? "" : `${row}${Math.floor(place / grid)}${column}${place % grid}`;
}

/** The capsule under the glass: which one, and what says how sure it is. */
export function glassWords({ data, i, kind }) {
  const activation = data.activation(i);
  const where = whereabouts(data, data.place(i), " at row ", ", column ");
  const length = kind.apart ? "" : `; length ${tell(data.arrays.primary_lengths[i], 3)}`;
  const active =
    activation === undefined ? "" : `${length ? "," : ";"} activation ${tell(activation, 3)}`;
  return `type ${data.type(i)}${where}${length}${active}`;
}

/** The numbers of the capsule that the pointer is on, or else of the chosen one. */
export function capsuleWords({ data, t, j, i: chosen, hoverCapsule, kind }) {
  const i = hoverCapsule ?? chosen;
  return (
    `capsule ${i}, type ${data.type(i)}${whereabouts(data, data.place(i), ", row ", ", column ")}: ` +
    `c = ${tell(data.coupling(t, i, j), 3)}, its vote ${tell(data.voteLength(i, j), 3)} long, ` +
    `adds ${tell(data.feed(t, i, j), 4)} to ${kind.totalMark}`
  );
}

/** The numbers of the band that the pointer is on, or else of the chosen capsule's. */
export function flowWords(scene) {
  const { data, t, j, i, from, flowHover } = scene;
  const { name, count } = flowPart(scene);
  const places = from === "places";
  const { side, at } = flowHover ?? { side: "left", at: places ? data.place(i) : data.type(i) };
  const tag = (k) =>
    places ? `place ${Math.floor(k / data.grid)}, ${k % data.grid}` : `type ${k}`;
  if (side === "left")
    return `${tag(at)} to ${data.name(j)}: ${tell(data.part(name, t, at, j), 3)}`;
  const most = Array.from({ length: count }, (_, k) => k)
    .sort((one, other) => data.part(name, t, other, at) - data.part(name, t, one, at))
    .slice(0, 3)
    .map((k) => `${tag(k)} (${tell(data.part(name, t, k, at), 3)})`);
  return `most to ${data.name(at)}: ${most.join(", ")}`;
}

export function pixelWords(data, pixel) {
  if (!pixel) return "";
  const seen = data.placesAt(...pixel).size;
  const [row, column] = pixel;
  const how = data.everywhere ? "in the frame of" : "seen from";
  return `row ${row}, column ${column}: ${how} ${seen} places, ${seen * data.types} capsules`;
}

export function summaryWords(scene) {
  const { data, t } = scene;
  const most = tell(Math.log2(data.digits), 3);
  return (
    `${favourites(scene)}; the entropy of their couplings is ` +
    `${tell(data.arrays.entropy[t], 3)} of at most ${most} bit.`
  );
}

export function cloudWords({ data, t, j, kind }) {
  const { cloud_explained: explained, cloud_in_plane: kept } = data.arrays;
  const name = kind.vectors[kind.vectors.length - 1] === "v" ? "v" : kind.total;
  const spread = (k) => tell(data.spread(k, j), 3);
  return (
    `The two axes are the directions in which these votes differ most. They hold ${percent(explained[2 * j] + explained[2 * j + 1])} of the votes' variance ` +
    `and ${percent(kept[t * data.digits + j])} of ${name}'s length. Spread of the coupled votes: ` +
    (kind.onePass ? `${spread(t)}.` : `${spread(0)} at iteration 1, ${spread(t)} now.`)
  );
}

/** The least and the largest coupling to the followed digit. */
export function couplingRange({ data, t, j }) {
  let [low, high] = [1, 0];
  for (let i = 0; i < data.capsules; i++) {
    const value = data.coupling(t, i, j);
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return [low, high];
}

/** Names of the pictures for screen readers. */
export function pictureNames(scene) {
  const { data, t, j, i, kind } = scene;
  const [low, high] = couplingRange(scene).map((value) => tell(value, 3));
  const total = tell(data.totalLength(t, j));
  const chosen = `capsule ${i}, ${tell(data.coupling(t, i, j), 3)}`;
  return {
    couplings: `couplings of ${data.capsules} capsules to ${data.name(j)}, from ${low} to ${high}; chosen: ${chosen}`,
    cloud: `votes for ${data.name(j)}; ${kind.total} has length ${total}, v ${tell(data.size(t, j))}`,
    flow: `flow to the ${classPlural(data.thing)}; the length of ${kind.total} of ${data.name(j)} is ${total}`,
  };
}

/** One step of the film, in a sentence with this picture's numbers. */
export function stepWords({ data, t, r, j, kind }) {
  const lengthOf = (k) => tell(data.length(k, j));
  const whole = data.capsules.toLocaleString("en");
  const even = kind.even?.(data) ?? 1 / data.digits;
  if (t === 0 && r > 1 && isEven(data)) {
    const first = data.coupling(0, 0, 0);
    // Couplings that need not sum to 1, such as sigmoids, are no shares.
    const gives =
      Math.abs(first - even) < 1e-3 || kind.even
        ? "gives each digit the same share of its vote"
        : `has a coupling of ${tell(first, 3)} to each digit`;
    return (
      `At first every ${data.voter} ${gives}. ` +
      `The votes for ${data.name(j)} add up to a capsule of ${kind.measure} ${lengthOf(0)}.`
    );
  }
  let more = 0;
  for (let i = 0; i < data.capsules; i++) if (data.coupling(t, i, j) > even) more += 1;
  const giving = `${more.toLocaleString("en")} of ${whole} ${data.voter}s`;
  const name = data.name(j);
  const give = `give ${name} more than an even share of their vote (${tell(even, 3)})`;
  if (t === 0) return `${giving} ${give}: ${kind.measure} ${lengthOf(0)}.`;
  return (
    `${giving} ${kind.favour?.(name) ?? give}: ` +
    `its ${kind.measure} goes from ${lengthOf(t - 1)} to ${lengthOf(t)}.`
  );
}
