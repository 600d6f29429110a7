/* The alphabet of templates: a tile for each part, and sliders for the pose of the chosen one. */

import { make, makeButton, setText } from "../../browser/dom.js";
import { affine, poseOf } from "../../browser/parts_network/affine.js";
import { formatPoseValue, fullName } from "../../browser/sliders.js";
import { number, text } from "../../browser/text.js";
import { clearCanvas, PRESENT_FROM, partColour, partLetter, ringPart } from "./painting.js";
import { LIMITS } from "./stage.js";
import { dragFrom } from "./template_drag.js";

export class Alphabet {
  /** @param {import("./index.js").PartsPage} page */
  constructor(page) {
    const { parts } = page.network;
    this.page = page;
    this.tiles = Array.from({ length: parts }, (_, m) => {
      const canvas = make("canvas", { aria: { "aria-hidden": "true" } });
      const bar = make("span", { className: "cv-parts-bar" }, make("i"));
      // Screen readers get the visible numbers with their meaning.
      const spoken = make("span", { className: "cv-hidden" });
      const agreement = make("span", { className: "cv-parts-agreement", ariaHidden: "true" });
      const letter = ringPart(make("span", { ariaHidden: "true" }), m, parts);
      const content = [letter, canvas, bar, spoken, agreement];
      const tile = makeButton("cv-framed cv-parts-tile", `part-${m}`, content, () => this.press(m));
      tile.style.setProperty("--cv-own", partColour(m, parts));
      dragFrom(tile, (event) => this.carry(m, event));
      const single = [];
      single[m] = { x: [0.95, 0, 0, 0, 0.95, 0], d: 1 };
      page.inks.draw(clearCanvas(canvas, 44), single, [22, 22, 22]);
      return { tile, agreement, spoken, ink: /** @type {HTMLElement} */ (bar.firstChild) };
    });
    page.element("tiles").replaceChildren(...this.tiles.map(({ tile }) => tile));
    this.sliders = Object.entries(LIMITS).map(([name, [min, max]]) => {
      const input = make("input", { type: "range", data: { testid: `pose-${name}` } });
      Object.assign(input, { min, max, step: 0.01 });
      input.addEventListener("input", () => this.pose({ [name]: Number(input.value) }));
      return { name, input };
    });
    const labels = this.sliders.map(({ name, input }) => make("label", {}, fullName(name), input));
    page.part("sliders").replaceChildren(...labels);
  }

  /** Hold a part that is there; else, or once more, have it come or go. @param {number} m */
  press(m) {
    const { page } = this;
    const { assembly } = page;
    const isOther = m !== assembly.selected || assembly.holdsObject;
    if (assembly.isPresent(m) && isOther) page.choose(m);
    else page.edit(() => assembly.toggle(m));
  }

  /** Carry a part to a place. @param {number} m @param {PointerEvent} event */
  carry(m, event) {
    const { page } = this;
    const point = page.stage.pointOf(event);
    if (point.every((value) => Math.abs(value) < 1))
      page.edit(() => page.assembly.placeAt(m, point));
  }

  /** Change the chosen part's pose. @param {Record<string, number>} values */
  pose(values) {
    const { assembly } = this.page;
    const { parts, selected } = assembly;
    const x = affine({ ...poseOf(parts[selected].x), ...values });
    this.page.edit(() => assembly.setPose(selected, x));
  }

  /** @param {number[] | null} agreements how far each part is where the object expects it */
  show(agreements) {
    const { parts, selected, holdsObject } = this.page.assembly;
    parts.forEach(({ d }, m) => {
      const { tile, ink, agreement, spoken } = this.tiles[m];
      ink.style.transform = `scaleX(${d.toFixed(3)})`;
      const label =
        agreements && d >= PRESENT_FROM ? number(agreements[m], 0, { signed: true }) : "";
      setText(agreement, label);
      tile.classList.toggle("cv-parts-off", Boolean(label) && (agreements?.[m] ?? 0) <= -0.5);
      tile.setAttribute(
        "aria-pressed",
        String(m === selected && d >= PRESENT_FROM && !holdsObject),
      );
      const values = { letter: partLetter(m), presence: number(d, 2), agreement: label };
      setText(spoken, label ? text("part-agrees", values) : text("part-there", values));
    });
    const pose = poseOf(parts[selected].x);
    for (const { name, input } of this.sliders) {
      input.value = String(pose[name]);
      input.setAttribute("aria-valuetext", formatPoseValue(pose[name]));
    }
  }
}
