/* The alphabet of templates: a tile for each part, and sliders for the pose of the chosen one. */

import { make, makeButton, setText } from "../../browser/dom.js";
import { affine, poseOf } from "../../browser/parts_network/affine.js";
import { formatPoseValue, fullName } from "../../browser/sliders.js";
import { number, text } from "../../browser/text.js";
import { clearCanvas, partColour, partLetter, ringPart, THERE } from "./painting.js";
import { LIMITS } from "./stage.js";
import { carryFrom } from "./template_drag.js";

/** @typedef {import("./assembly.js").Assembly} Assembly */
/**
 * @typedef {{press: (m: number) => void, carry: (m: number, event: PointerEvent) => void,
 *   pose: (change: (x: number[]) => number[]) => void}} Acts a tile is pressed or carried to a
 *   place, the chosen part's pose is changed
 */

export class Alphabet {
  /**
   * @param {{tiles: HTMLElement, sliders: HTMLElement}} places
   * @param {number} parts
   * @param {import("./painting.js").Inks} inks
   * @param {Acts} acts
   */
  constructor({ tiles, sliders }, parts, inks, { press, carry, pose }) {
    this.tiles = Array.from({ length: parts }, (_, m) => {
      const canvas = make("canvas", { aria: { "aria-hidden": "true" } });
      const bar = make("span", { className: "cv-parts-bar" }, make("i"));
      // Its name says in words what the numbers that are seen are of.
      const spoken = make("span", { className: "cv-hidden" });
      const agreement = make("span", { className: "cv-parts-agreement", ariaHidden: "true" });
      const seen = ringPart(make("span", { ariaHidden: "true" }), m, parts);
      const inside = [seen, canvas, bar, spoken, agreement];
      const tile = makeButton("cv-framed cv-parts-tile", `part-${m}`, inside, () => press(m));
      tile.style.setProperty("--cv-own", partColour(m, parts));
      carryFrom(tile, (event) => carry(m, event));
      inks.draw(clearCanvas(canvas, 44), isolate(m), [22, 22, 22]);
      return { tile, agreement, spoken, ink: /** @type {HTMLElement} */ (bar.firstChild) };
    });
    tiles.replaceChildren(...this.tiles.map(({ tile }) => tile));
    this.sliders = Object.entries(LIMITS).map(([name, [min, max]]) => {
      const input = make("input", { type: "range", data: { testid: `pose-${name}` } });
      Object.assign(input, { min, max, step: 0.01 });
      input.addEventListener("input", () =>
        pose((x) => affine({ ...poseOf(x), [name]: Number(input.value) })),
      );
      return { name, input };
    });
    const labels = this.sliders.map(({ name, input }) => make("label", {}, fullName(name), input));
    sliders.replaceChildren(...labels);
  }

  /**
   * @param {Assembly} assembly
   * @param {number[] | null} agreed how far each part is where the object expects it
   */
  show({ made, chosen, together }, agreed) {
    made.forEach(({ d }, m) => {
      const { tile, ink, agreement, spoken } = this.tiles[m];
      ink.style.transform = `scaleX(${d.toFixed(3)})`;
      const fit = agreed && d >= THERE ? number(agreed[m], 0, { signed: true }) : "";
      setText(agreement, fit);
      tile.classList.toggle("cv-parts-off", Boolean(fit) && (agreed?.[m] ?? 0) <= -0.5);
      tile.setAttribute("aria-pressed", String(m === chosen && d >= THERE && !together));
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

/** One template in its frame, among parts that are not there. @param {number} m */
function isolate(m) {
  return Array.from({ length: m + 1 }, (_, at) => ({
    x: [0.95, 0, 0, 0, 0.95, 0],
    d: at === m ? 1 : 0,
  }));
}
