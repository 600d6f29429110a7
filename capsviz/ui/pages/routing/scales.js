/* Colours of the Routing page: the shared scales. */

import { svgNumber } from "../../browser/export.js";
import { cssColours, cssText, Inks, mixColours } from "../../browser/picture.js";
import { number } from "../../browser/text.js";

/** Steps on each side of neutral. */
const SCALE_STEPS = 128;
const MAX_ZOOM = 1.25;
/** Font size in pictures, in pixels. */
export const LABEL_SIZE = 11;

export class RoutingInks extends Inks {
  constructor(root) {
    super(root);
    const all = (name) => cssColours(root, `--cv-${name}`);
    this.inkColour = all("ink")[0];
    this.panelColour = all("panel")[0];
    this.couplings = new DivergingColours(all("below"), all("above"));
    this.signed = new DivergingColours(all("less"), all("more"));
    /** Enlargement of pictures' letters in class mode, where the page's are larger too. */
    const size = parseFloat(getComputedStyle(root).fontSize);
    this.zoom = Math.min(MAX_ZOOM, Math.max(1, size / 14));
  }

  font(size, weight = "") {
    return super.font(Number(svgNumber(size * this.zoom)), weight);
  }
}

/** Colours for -1 .. 1, neutral at 0. */
class DivergingColours {
  constructor(low, high) {
    this.rgb = [];
    for (let step = -SCALE_STEPS; step <= SCALE_STEPS; step++) {
      const colour = mixColours(step < 0 ? low : high, Math.abs(step) / SCALE_STEPS);
      this.rgb.push(colour.map(Math.round));
    }
    this.css = this.rgb.map(cssText);
  }

  index(position) {
    const bounded = Math.max(-1, Math.min(1, position));
    return Math.round(bounded * SCALE_STEPS) + SCALE_STEPS;
  }

  at(position) {
    return this.css[this.index(position)];
  }

  rgbAt(position) {
    return this.rgb[this.index(position)];
  }
}

/** A number with three digits and a typographic minus sign. */
export function tell(value, digits = 2) {
  return number(value, digits, { grouping: false });
}

const MAX_DIGITS = 12;

/**
 * Numbers and their result with enough digits that the result can be computed again from the numbers
 * as shown.
 * @param {number[]} terms
 * @param {(terms: number[]) => number} combine
 * @param {number} [minimum] digits of the terms
 * @param {number} [digits] of the result
 * @returns {{terms: string[], result: string}}
 */
export function agreeing(terms, combine, minimum = 2, digits = 3) {
  const result = tell(combine(terms), digits);
  for (let count = minimum; ; count++) {
    const rounded = combine(terms.map((term) => Number(term.toFixed(count))));
    if (tell(rounded, digits) === result || count === MAX_DIGITS)
      return { terms: terms.map((term) => tell(term, count)), result };
  }
}

/*
 * Colour scales of couplings. Each maps the value of a capsule, a type or a pixel to a position in
 * -1 .. 1, with the same limits for all iterations, so that their colours can be compared.
 */
class ValueScale {
  /** @param {(value: number) => number} position */
  constructor(colours, position, ticks) {
    this.colours = colours;
    this.position = position;
    this.ticks = ticks;
  }

  colour(value) {
    return this.colours.at(this.position(value));
  }

  /** Ratio to the uniform coupling, in octaves; few values exceed the ends. */
  static relative(colours, uniform, limit) {
    // A mean coupling may be near 1 if couplings are no shares of a vote.
    const octaves = Math.max(Math.min(limit, -Math.log2(uniform)), 0.05);
    const [low, high] = [uniform * 2 ** -octaves, uniform * 2 ** octaves];
    return new ValueScale(
      colours,
      (value) => Math.log2(Math.max(value, 1e-9) / uniform) / octaves,
      [
        [-1, `\u2264 ${tell(low, 3)}`],
        [0, number(Number(uniform.toPrecision(2)))],
        [1, `\u2265 ${tell(high, 3)}`],
      ],
    );
  }

  static absolute(colours, uniform) {
    return new ValueScale(
      colours,
      (value) =>
        value < uniform ? value / uniform - 1 : (value - uniform) / Math.max(1 - uniform, 1e-6),
      [
        [-1, "0"],
        [0, number(Number(uniform.toPrecision(2)))],
        [1, "1"],
      ],
    );
  }

  static fromZero(colours, limit) {
    const maximum = Math.max(limit, 1e-6);
    return new ValueScale(colours, (value) => value / maximum, [
      [0, "0"],
      [1, tell(maximum, maximum < 1 ? 3 : 1)],
    ]);
  }

  static signed(colours, limit) {
    const maximum = Math.max(limit, 1e-6);
    const text = tell(maximum, maximum < 0.1 ? 4 : maximum < 1 ? 3 : 1);
    return new ValueScale(colours, (value) => value / maximum, [
      [-1, `\u2212${text}`],
      [0, "0"],
      [1, `+${text}`],
    ]);
  }
}

/**
 * The scales of all coupling pictures, for the first `rounds` iterations.
 *
 * @returns {{capsule: ValueScale, type: ValueScale, value: (t, i, j) => number,
 *   typeValue: (t, type, j) => number}}
 */
export function couplingScales(kind, data, rounds, inks) {
  const uniform = data.even;
  const first = (name) => data.first(name, rounds);
  const octaves = (name) =>
    data.limit(`octaves:${name}:${rounds}`, () =>
      first(name).map((value) => Math.log2(Math.max(value, 1e-9) / uniform)),
    );
  const sizeLimit = (name, share) => data.limit(`size:${name}:${rounds}`, () => first(name), share);
  const valueLimit = (name, value) =>
    data.limit(`${name}:${rounds}`, () => {
      const values = [];
      for (let t = 0; t < rounds; t++)
        for (let i = 0; i < data.capsules; i++)
          for (let j = 0; j < data.digits; j++) values.push(value(t, i, j));
      return values;
    });
  const coupling = (t, i, j) => data.coupling(t, i, j);
  const weightedLength = (t, i, j) => data.weight(t, i, j) * data.voteLength(i, j);
  const sized = data.against ? ValueScale.signed : ValueScale.fromZero;
  const feed = (t, i, j) => data.feed(t, i, j);
  const type = (name) => (t, k, j) => data.part(name, t, k, j);
  const share = { value: coupling, typeValue: type("type_couplings") };
  const absolute = ValueScale.absolute(inks.couplings, uniform);
  switch (kind) {
    case "absolute":
      return { ...share, capsule: absolute, type: absolute };
    case "weighted":
      return {
        capsule: sized(inks.couplings, valueLimit("weighted", weightedLength)),
        type: sized(inks.couplings, sizeLimit("type_flow", 1)),
        value: weightedLength,
        typeValue: type("type_flow"),
      };
    case "feed":
      return {
        capsule: ValueScale.signed(inks.signed, valueLimit("feed", feed)),
        type: ValueScale.signed(inks.signed, sizeLimit("type_feed", 1)),
        value: feed,
        typeValue: type("type_feed"),
      };
    default:
      return {
        ...share,
        capsule: ValueScale.relative(inks.couplings, uniform, octaves("couplings")),
        type: ValueScale.relative(inks.couplings, uniform, octaves("type_couplings")),
      };
  }
}

/** The scale of contributions to a digit capsule, on the image. */
export function overlayScale(kind, data, rounds, inks) {
  const first = (name) => data.first(name, rounds);
  if (kind === "couplings") {
    const limit = data.limit(
      `octaves:place_couplings:${rounds}`,
      () => first("place_couplings").map((value) => Math.log2(Math.max(value, 1e-9) / data.even)),
      1,
    );
    return ValueScale.relative(inks.couplings, data.even, limit);
  }
  const limit = data.limit(`place_feed:${rounds}`, () => first("place_feed"), 1);
  return ValueScale.signed(inks.signed, limit);
}
