/* Texts of the Routing page about one image, without access to the page. */

import { list, number, text } from "../../browser/text.js";
import { flowPart } from "./flow.js";
import { evenCoupling, favourites, isEven, percent } from "./kinds/words.js";
import { tell } from "./scales.js";

/** Couplings are 32-bit floats: even ones may exceed the even share by rounding. */
const ROUNDING = 1 + 1e-6;

/** The number of a layer's positions, as a selector of messages. */
const placesOf = ({ whole }) => (whole ? "one" : "many");

/** Texts that depend on the positions of a network's capsules, by parts of the page. */
export function geometryWords(data, kind) {
  const { voter, whole, everywhere, types, grid, rows, field, core, thing } = data;
  const { digits, even, over } = data;
  const { totalMark, scales, measure, mark } = kind;
  const shared = { thing, types: String(types), voter, places: placesOf(data) };
  const image = whole ? "image-help-whole" : everywhere ? "image-help-frame" : "image-help";
  return {
    "capsules-help": text("capsules-help", { ...shared, measure, mark }),
    "image-help": text(image, { ...shared, field, core, total: totalMark }),
    "couplings-help": text("couplings-help", {
      ...shared,
      rows,
      grid,
      count: digits,
      even: tell(even, 3),
      colour: scales ? "vote" : over === "outputs" ? "share" : "weight",
    }),
  };
}

/**
 * Definitions of the page's terms for this network, in order of appearance.
 * @param {any} data
 * @param {import("./kinds/index.js").Kind} kind
 * @returns {[string, string][]}
 */
export function termWords(data, { logit, logitMeaning, agreement, shares, sharesSum }) {
  const { types, grid, rows, thing, over } = data;
  const places = placesOf(data);
  /** @type {[string, string][]} */
  const words = [
    [text("term-capsule"), text("term-capsule-meaning")],
    [text("term-pose"), text("term-pose-meaning")],
    [text("term-type"), text("term-type-meaning", { places, types: String(types), grid, rows })],
    [text("term-vote"), text("term-vote-meaning", { thing })],
    [
      text("term-coupling"),
      text("term-coupling-meaning", { thing, shares, sum: sharesSum ?? over }),
    ],
  ];
  if (logit) {
    const meaning = text(logitMeaning ?? "term-logit-meaning", { logit: text(logit, { thing }) });
    words.push([text("term-logit"), meaning]);
  }
  if (agreement) words.push([text("term-agreement"), text(agreement, { thing })]);
  return words;
}

/** Row and column of a capsule; messages omit them if it covers the whole image. */
function placeFields(data, place) {
  const { grid } = data;
  return { places: placesOf(data), row: Math.floor(place / grid), column: place % grid };
}

/** The inspected capsule: its name and its activation. */
export function glassWords({ data, i, kind }) {
  const activation = data.activation(i);
  const sureness = kind.apart ? "activation" : activation === undefined ? "length" : "both";
  return text("capsule-glass", {
    ...placeFields(data, data.place(i)),
    type: String(data.type(i)),
    known: sureness,
    length: tell(data.arrays.primary_lengths[i], 3),
    activation: tell(activation ?? 0, 3),
  });
}

/** The numbers of the capsule under the pointer, or else of the selected one. */
export function capsuleWords({ data, t, j, i: selected, hoverCapsule, kind }) {
  const i = hoverCapsule ?? selected;
  return text("capsule-chosen", {
    ...placeFields(data, data.place(i)),
    capsule: String(i),
    type: String(data.type(i)),
    coupling: tell(data.coupling(t, i, j), 3),
    vote: tell(data.voteLength(i, j), 3),
    added: tell(data.feed(t, i, j), 4),
    total: kind.totalMark,
  });
}

/** The numbers of the band under the pointer, or else of the selected capsule's band. */
export function flowWords(scene) {
  const { data, t, j, i, from, flowHover } = scene;
  const { name, count } = flowPart(scene);
  const places = from === "places";
  const { side, index } = flowHover ?? {
    side: "left",
    index: places ? data.place(i) : data.type(i),
  };
  const tag = (k) =>
    places
      ? text("flow-place", { row: Math.floor(k / data.grid), column: k % data.grid })
      : text("flow-type", { type: String(k) });
  if (side === "left") {
    const value = tell(data.part(name, t, index, j), 3);
    return text("flow-band", { part: tag(index), name: data.name(j), value });
  }
  const strongest = Array.from({ length: count }, (_, k) => k)
    .sort((a, b) => data.part(name, t, b, index) - data.part(name, t, a, index))
    .slice(0, 3)
    .map((k) => text("with-value", { name: tag(k), value: tell(data.part(name, t, k, index), 3) }));
  return text("flow-most", { name: data.name(index), parts: list(strongest, "unit") });
}

export function pixelWords(data, pixel) {
  if (!pixel) return "";
  const places = data.placesAt(...pixel).size;
  const [row, column] = pixel;
  const sight = data.everywhere ? "frame" : "field";
  const capsules = String(places * data.types);
  return text("pixel", { row, column, sight, places: String(places), capsules });
}

export function summaryWords(scene) {
  const { data, t } = scene;
  return text("summary", {
    over: data.over,
    favourites: favourites(scene),
    entropy: tell(data.arrays.entropy[t], 3),
    most: tell(Math.log2(data.digits), 3),
  });
}

export function cloudWords({ data, t, j, kind }) {
  const { cloud_explained: explained, cloud_in_plane: inPlane } = data.arrays;
  const spread = (k) => tell(data.spread(k, j), 3);
  return text("cloud-line", {
    variance: percent(explained[2 * j] + explained[2 * j + 1]),
    kept: percent(inPlane[t * data.digits + j]),
    vector: kind.vectors[kind.vectors.length - 1] === "v" ? "v" : kind.total,
    rounds: kind.onePass ? "one" : "many",
    spread: spread(t),
    first: spread(0),
  });
}

/** The smallest and the largest coupling to the selected digit. */
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
  const { total } = kind;
  const [name, length] = [data.name(j), tell(data.totalLength(t, j))];
  return {
    couplings: text("couplings-picture-now", {
      count: String(data.capsules),
      name,
      low,
      high,
      capsule: String(i),
      coupling: tell(data.coupling(t, i, j), 3),
    }),
    cloud: text("cloud-picture-now", { name, total, length, size: tell(data.size(t, j)) }),
    flow: text("flow-picture-now", { thing: data.thing, name, total, length }),
  };
}

/** One step of the film as a sentence with this picture's numbers. */
export function stepWords({ data, t, r, j, kind }) {
  const { thing } = data;
  const { measure } = kind;
  const lengthOf = (k) => tell(data.length(k, j));
  const even = evenCoupling(data, kind);
  const isShare = data.over === "outputs";
  const values = { thing, voter: data.voter, name: data.name(j), measure };
  if (t === 0 && isEven(data)) {
    const first = data.coupling(0, 0, 0);
    return text(isShare ? "step-even" : "step-coupled", {
      ...values,
      rounds: r > 1 ? "many" : "one",
      coupling: tell(first, 3),
      value: lengthOf(0),
    });
  }
  let above = 0;
  for (let i = 0; i < data.capsules; i++) if (data.coupling(t, i, j) > ROUNDING * even) above += 1;
  if (t === 0 && isShare && !above)
    return text("step-same", {
      ...values,
      rounds: r > 1 ? "many" : "one",
      coupling: tell(even, 3),
      value: lengthOf(0),
    });
  const isLater = t > 0;
  const previous = isLater ? lengthOf(t - 1) : "";
  return text(isLater ? (kind.favour ?? "step-more") : "step-uneven", {
    ...values,
    over: data.over,
    more: number(above),
    whole: number(data.capsules),
    even: tell(even, 3),
    value: lengthOf(t),
    before: previous,
    moves: previous === lengthOf(t) ? "no" : "yes",
  });
}
