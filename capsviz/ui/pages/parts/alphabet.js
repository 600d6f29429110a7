/* The alphabet of templates: a tile for each part, and sliders for the pose of the chosen one. */

import { make, makeButton, setText } from "../../browser/dom.js";
import { affine, poseOf } from "../../browser/parts_network/affine.js";
import { formatPoseValue, fullName } from "../../browser/sliders.js";
import { number, text } from "../../browser/text.js";
import { clearCanvas, PRESENT_FROM, partColour, partLetter, ringPart } from "./painting.js";
import { LIMITS } from "./stage.js";
import { carryFrom } from "./template_drag.js";

export class Alphabet {
  /** @param {import("./index.js").PartsPage} page */
  constructor(page) {
    const { parts } = page.network;
    this.page = page;
    this.tiles = Array.from({ length: parts }, (_, m) => {
      const canvas = make("canvas", { aria: { "aria-hidden": "true" } });
      const bar = make("span", { className: "cv-parts-bar" }, make("i"));
      // Its name says in words what the numbers that are seen are of.
      const spoken = make("span", { className: "cv-hidden" });
      const agreement = make("span", { className: "cv-parts-agreement", ariaHidden: "true" });
      const seen = ringPart(make("span", { ariaHidden: "true" }), m, parts);
      const inside = [seen, canvas, bar, spoken, agreement];
      const tile = makeButton("cv-framed cv-parts-tile", `part-${m}`, inside, () => this.press(m));
      tile.style.setProperty("--cv-own", partColour(m, parts));
      carryFrom(tile, (event) => this.carry(m, event));
      const alone = [];
      alone[m] = { x: [0.95, 0, 0, 0, 0.95, 0], d: 1 };
      page.inks.draw(clearCanvas(canvas, 44), alone, [22, 22, 22]);
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
    const other = m !== assembly.chosen || assembly.together;
    if (assembly.isThere(m) && other) page.choose(m);
    else page.edit(() => assembly.toggle(m));
  }

  /** Carry a part to a place. @param {number} m @param {PointerEvent} event */
  carry(m, event) {
    const { page } = this;
    const place = page.stage.placeOf(event);
    if (place.every((at) => Math.abs(at) < 1)) page.edit(() => page.assembly.lay(m, place));
  }

  /** Change the chosen part's pose. @param {Record<string, number>} values */
  pose(values) {
    const { assembly } = this.page;
    const { made, chosen } = assembly;
    const x = affine({ ...poseOf(made[chosen].x), ...values });
    this.page.edit(() => assembly.put(chosen, x));
  }

  /** @param {number[] | null} agreed how far each part is where the object expects it */
  show(agreed) {
    const { made, chosen, together } = this.page.assembly;
    made.forEach(({ d }, m) => {
      const { tile, ink, agreement, spoken } = this.tiles[m];
      ink.style.transform = `scaleX(${d.toFixed(3)})`;
      const fit = agreed && d >= PRESENT_FROM ? number(agreed[m], 0, { signed: true }) : "";
      setText(agreement, fit);
      tile.classList.toggle("cv-parts-off", Boolean(fit) && (agreed?.[m] ?? 0) <= -0.5);
      tile.setAttribute("aria-pressed", String(m === chosen && d >= PRESENT_FROM && !together));
      const told = { letter: partLetter(m), presence: number(d, 2), agreement: fit };
      setText(spoken, fit ? text("part-agrees", told) : text("part-there", told));
    });
    const pose = poseOf(made[chosen].x);
    for (const { name, input } of this.sliders) {
      input.value = String(pose[name]);
      input.setAttribute("aria-valuetext", formatPoseValue(pose[name]));
    }
  }
}
