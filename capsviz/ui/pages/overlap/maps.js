/* Which primary capsules went where: three maps of places, beneath them the digits' outlines. */

import { setText } from "../../browser/dom.js";
import { densityOf } from "../../browser/figure.js";
import { couplingPlace, cssText, mixColours } from "../../browser/picture.js";
import { text } from "../../browser/text.js";
import { drawPlaces, inkEdges } from "./pictures.js";
import { mapRound, placeValues } from "./reply.js";
import { mapNames, mapNote } from "./words.js";

const SIDE = 180;
/** Factor of 0.1 at the ends of the colour scale: means over types vary less than couplings do. */
const FACTOR = 2.5;

/**
 * @typedef {{map: string, map_iteration: number | null}} MapView
 * @typedef {Record<string, number>} Geometry of the primary capsules
 */

export class Maps {
  /**
   * @param {import("../../browser/dom.js").Find} find
   * @param {Geometry} geometry
   * @param {(change: Partial<MapView>) => void} onChange
   */
  constructor({ element, part }, geometry, onChange) {
    const [kind, iteration] = [element("map-kind"), element("map-iteration")];
    this.canvases = [0, 1, 2].map((k) => element(`map-${k}`));
    this.names = [0, 1, 2].map((k) => part(`map-name-${k}`));
    this.kind = kind;
    this.iteration = iteration;
    this.output = part("map-iteration");
    this.note = element("map-note");
    this.geometry = geometry;
    /** @type {(palette: import("./palette.js").Palette) => ReturnType<typeof mapFigures>} */
    this.figuresIn = () => [];
    kind.addEventListener("change", () => onChange({ map: kind.value }));
    iteration.addEventListener("input", () => {
      const value = Number(iteration.value);
      onChange({ map_iteration: value === Number(iteration.max) ? null : value });
    });
  }

  /**
   * @param {import("./reply.js").Reply} reply
   * @param {import("./palette.js").Palette} palette
   * @param {MapView} view
   */
  show(reply, palette, view) {
    const rounds = reply.iterations;
    const iteration = mapRound(view.map_iteration, rounds);
    this.kind.value = view.map;
    this.iteration.max = String(rounds);
    this.iteration.value = String(iteration);
    this.iteration.disabled = rounds === 1;
    setText(this.output, text("map-iteration-of", { iteration, count: rounds }));
    const couplings = view.map === "couplings";
    const values = placeValues(reply[view.map], iteration - 1, this.geometry.grid ** 2);
    this.figuresIn = (colours) => mapFigures(reply, values, couplings, this.geometry, colours);
    const ratio = densityOf(this.canvases[0]);
    this.figuresIn(palette).forEach(({ name, ...figure }, k) => {
      const canvas = this.canvases[k];
      const size = Math.round((canvas.clientWidth || SIDE) * ratio);
      if (canvas.width !== size) canvas.width = canvas.height = size;
      drawPlaces(canvas.getContext("2d"), size, figure, ratio);
      canvas.setAttribute("aria-label", name);
      setText(this.names[k], name);
    });
    setText(this.note, mapNote(reply.shown, couplings, iteration - 1, values));
  }
}

/**
 * The three maps: of the first capsule, of the second, and of their difference.
 * @param {import("./reply.js").Reply} reply
 * @param {Float32Array[]} values of the places, for both
 * @param {boolean} couplings or else what they feed
 * @param {Geometry} geometry
 * @param {import("./palette.js").Palette} palette
 */
function mapFigures(reply, values, couplings, geometry, palette) {
  const names = mapNames(reply.shown, couplings);
  const colour = couplings ? couplingColour(palette) : feedColour(palette, reply.feeds);
  // The larger of the two in its colour, as strong as the lead over the other.
  const lead = values[0].map((value, k) => value - values[1][k]);
  const outlines = outlinesOf(reply, geometry.side, palette);
  const outlinesFor = (k) => (reply.parts ? [outlines[k]] : outlines);
  const thin = outlines.map((line) => ({ ...line, colour: palette.css.ink, width: 1 }));
  return [
    { values: values[0], colour, outlines: outlinesFor(0) },
    { values: values[1], colour, outlines: outlinesFor(1) },
    { values: lead, colour: leadColour(palette, lead), outlines: thin },
  ].map((map, k) => ({ ...map, geometry, paper: palette.css.paper, name: names[k] }));
}

function couplingColour({ scales }) {
  return (value) => cssText(mixColours(scales.couplings, couplingPlace(value, 0.1, FACTOR)));
}

function feedColour({ scales }, feeds) {
  const maximum = Math.max(1e-6, ...feeds.map(Math.abs));
  return (value) => cssText(mixColours(scales.difference, 0.5 + (0.5 * value) / maximum));
}

function leadColour({ inks }, lead) {
  const maximum = Math.max(1e-6, ...lead.map(Math.abs));
  return (value) => {
    const ink = inks.inks[value > 0 ? 0 : 1];
    const strength = Math.abs(value) / maximum;
    return cssText(inks.paper.map((p, c) => p + strength * (ink[c] - p)));
  };
}

/**
 * Outlines of the two digits, or of the one picture with both.
 * @param {import("./reply.js").Reply} reply
 * @param {number} side
 * @param {import("./palette.js").Palette} palette
 */
function outlinesOf({ parts, image }, side, { two, css }) {
  if (!parts) return [{ lines: inkEdges(image, side), colour: css.ink, width: 1.5 }];
  return two.map((colour, k) => ({ lines: inkEdges(parts[k], side), colour, width: 1.5 }));
}
