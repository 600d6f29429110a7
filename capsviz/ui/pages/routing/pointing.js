/* Pointing at the Routing page's pictures by pointer and arrow keys. */

import { setText } from "../../browser/dom.js";
import { ARROW_KEYS, pointOn } from "../../browser/figure.js";
import { setSymbols } from "../../browser/symbols.js";
import { text } from "../../browser/text.js";
import { cloudFrame } from "./cloud.js";
import { flowHit } from "./flow.js";
import { mosaicHit, mosaicLayout, roundHit, roundsLayout, typesLayout } from "./image.js";
import { capsuleWords, flowWords, pixelWords } from "./words.js";

/** Largest distance between pointer and vote, in pixels. */
const HIT_RADIUS = 12;
/** By row, column and type. */
const CAPSULE_KEYS = {
  ArrowUp: [-1, 0, 0],
  ArrowDown: [1, 0, 0],
  ArrowLeft: [0, -1, 0],
  ArrowRight: [0, 1, 0],
  PageUp: [0, 0, -1],
  PageDown: [0, 0, 1],
};

const clampIndex = (value, count) => Math.min(count - 1, Math.max(0, value));

/** The capsule that a key moves to from another; null for other keys. */
export function nextCapsule(data, i, key) {
  if (!(key in CAPSULE_KEYS)) return null;
  const [rowStep, columnStep, typeStep] = CAPSULE_KEYS[key];
  const { grid, rows, types } = data;
  const [row, column] = [Math.floor(data.place(i) / grid), data.place(i) % grid];
  const place = clampIndex(row + rowStep, rows) * grid + clampIndex(column + columnStep, grid);
  return data.capsule(place, clampIndex(data.type(i) + typeStep, types));
}

/** The vote for the selected digit nearest to a point of the cloud; null if none is near. */
function nearestVote(scene, { x, y, width, height }) {
  const { data, j } = scene;
  const points = data.arrays.cloud_points;
  const { screen } = cloudFrame(width, height, scene);
  let [best, nearest] = [null, HIT_RADIUS ** 2];
  for (let i = 0; i < data.capsules; i++) {
    const from = 2 * (j * data.capsules + i);
    const [px, py] = screen([points[from], points[from + 1]]);
    const distance = (px - x) ** 2 + (py - y) ** 2;
    if (distance < nearest) [best, nearest] = [i, distance];
  }
  return best;
}

export class Pointing {
  /** @param {import("./index.js").RoutingPage} page */
  constructor(page) {
    const { element } = page;
    this.element = element;
    this.page = page;
    this.hoverCapsule = this.flowHover = this.pixel = this.lit = null;
    this.listenToCapsules(element("couplings"), (scene, { x, y, width }) =>
      mosaicHit(mosaicLayout(width, scene.data), scene.data, x, y),
    );
    this.listenToCapsules(element("cloud"), nearestVote);
    element("couplings").addEventListener("keydown", (event) => this.walkCapsules(event));
    this.listenToDigit(element("digit"));
    this.listenToTypes(element("types"));
    this.listenToFlow(element("flow"));
    this.listenToRounds(element("rounds"));
  }

  /** @param {string[]} names of pictures to be painted anew */
  paint(names) {
    this.page.figures.paint(this.page.scene(), this.page.count, names);
  }

  /** Forget the pointer's position when the pictures change. */
  forget() {
    this.hoverCapsule = this.pixel = this.lit = this.flowHover = null;
  }

  listenToCapsules(canvas, find) {
    const hit = (event) => {
      const scene = this.page.scene();
      return scene && find(scene, pointOn(canvas, event));
    };
    canvas.addEventListener("pointermove", (event) => this.hover(hit(event)));
    canvas.addEventListener("pointerleave", () => this.hover(null));
    canvas.addEventListener("click", (event) => {
      const i = hit(event);
      if (i !== null) this.page.choose({ i });
    });
  }

  listenToDigit(canvas) {
    const pixel = (event) => {
      const { data } = this.page.scene() ?? {};
      if (!data) return;
      const { x, y, width } = pointOn(canvas, event);
      const cell = width / data.side;
      const [row, column] = [Math.floor(y / cell), Math.floor(x / cell)];
      const inside = row >= 0 && column >= 0 && row < data.side && column < data.side;
      this.point(inside ? [row, column] : null);
    };
    for (const name of ["pointermove", "pointerdown"]) canvas.addEventListener(name, pixel);
    for (const name of ["pointerleave", "blur"])
      canvas.addEventListener(name, () => this.point(null));
    canvas.addEventListener("keydown", (event) => this.walkPixels(event));
  }

  listenToTypes(canvas) {
    canvas.addEventListener("click", (event) => {
      const { data, i } = this.page.scene() ?? {};
      if (!data) return;
      const { x, y, width, height } = pointOn(canvas, event);
      const layout = typesLayout(width, height, data);
      const j = Math.floor((x - layout.left) / layout.cellWidth);
      const type = Math.floor((y - layout.top) / layout.cellHeight);
      if (j < 0 || j >= data.digits || type >= data.types) return;
      this.page.choose(type < 0 ? { j } : { j, i: data.capsule(data.place(i), type) });
    });
  }

  listenToRounds(canvas) {
    canvas.addEventListener("click", (event) => {
      const { data, r } = this.page.scene() ?? {};
      if (!data) return;
      const { x, y, width } = pointOn(canvas, event);
      const t = roundHit(roundsLayout(width, data, r), r, x, y);
      if (t !== null) this.page.choose({ t });
    });
  }

  listenToFlow(canvas) {
    const hit = (event) => {
      const scene = this.page.scene();
      return scene && flowHit(pointOn(canvas, event), scene);
    };
    const follow = (target) => {
      if (target?.side === this.flowHover?.side && target?.index === this.flowHover?.index) return;
      this.flowHover = target;
      this.showNumbers();
      this.paint(["flow"]);
    };
    canvas.addEventListener("pointermove", (event) => follow(hit(event)));
    canvas.addEventListener("pointerleave", () => follow(null));
    canvas.addEventListener("click", (event) => {
      const target = hit(event);
      if (target?.side === "right") this.page.choose({ j: target.index });
    });
  }

  hover(target) {
    // Nothing is found outside all capsules.
    const i = Number.isInteger(target) ? target : null;
    if (i === this.hoverCapsule || !this.page.scene()) return;
    this.hoverCapsule = i;
    this.showNumbers();
    this.paint(["digit", "couplings", "types", "cloud"]);
  }

  /** The numbers of the capsule or band under the pointer, or else of the selected one. */
  showNumbers() {
    const scene = this.page.scene();
    setSymbols(this.element("couplings-text"), capsuleWords(scene));
    setText(this.element("flow-text"), flowWords(scene));
    setText(
      this.element("pixel-text"),
      scene.data.whole ? text("no-place") : pixelWords(scene.data, this.pixel),
    );
  }

  point(pixel) {
    const { data } = this.page.scene() ?? {};
    if (!data || data.whole || String(pixel) === String(this.pixel)) return;
    this.pixel = pixel;
    this.lit = pixel ? data.placesAt(...pixel) : null;
    this.showNumbers();
    this.paint(["digit", "couplings", "cloud"]);
  }

  walkPixels(event) {
    const { data } = this.page.scene() ?? {};
    if (event.key === "Escape") this.point(null);
    if (!data || !(event.key in ARROW_KEYS)) return;
    event.preventDefault();
    event.stopPropagation();
    const middle = Math.floor(data.side / 2);
    const [row, column] = this.pixel ?? [middle, middle];
    const [columnStep, rowStep] = this.pixel ? ARROW_KEYS[event.key] : [0, 0];
    this.point([clampIndex(row + rowStep, data.side), clampIndex(column + columnStep, data.side)]);
  }

  walkCapsules(event) {
    const scene = this.page.scene();
    const i = scene && nextCapsule(scene.data, scene.i, event.key);
    if (i === null) return;
    event.preventDefault();
    event.stopPropagation();
    this.page.choose({ i });
  }
}
