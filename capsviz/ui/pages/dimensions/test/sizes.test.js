/* Networks whose pictures and poses have other sizes than the paper's, one after the other. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { PixelPicture } from "../../../browser/picture.js";
import { DimensionSliders } from "../../../browser/sliders.js";
import { CapsuleRow } from "../capsules.js";
import { DecodedCapsules } from "../decoded.js";
import { betweenRows } from "../files.js";
import { SweepGrid } from "../grid.js";
import { sweepHit, sweepLayout } from "../sweep.js";

/** As much of an element as the modules touch. */
class Element {
  dataset = {};
  style = { setProperty() {} };
  classList = { add() {}, remove() {}, toggle() {} };
  children = [];
  attributes = {};
  textContent = "";
  constructor() {
    this.context = new Proxy(
      { canvas: this, createImageData: (w, h) => ({ data: new Uint8ClampedArray(4 * w * h) }) },
      { get: (has, name) => has[name] ?? (() => this.context) },
    );
  }
  addEventListener() {}
  before() {}
  append(...more) {
    this.children.push(...more);
  }
  replaceChildren(...children) {
    this.children = children;
  }
  getBoundingClientRect() {
    return { top: 0, bottom: 0 };
  }
  setAttribute(name, value) {
    this.attributes[name] = value;
  }
  getContext() {
    return this.context;
  }
}

const GREY = Uint32Array.from({ length: 256 }, (_, byte) => byte);
const PAPER = { classes: 10, dim: 16, side: 28, pixels: 784 };
const SMALL = { classes: 3, dim: 8, side: 20, pixels: 400 };
const decoderOf = (sizes) => ({
  ...sizes,
  decode: (k, pose, out = new Uint8Array(sizes.pixels)) => out.fill(100 * pose[0] + k),
});
const sceneOf = (sizes) => ({
  decoder: decoderOf(sizes),
  stats: null,
  range: "paper",
  order: Array.from({ length: sizes.dim }, (_, d) => d),
  k: 1,
  pose: new Float32Array(sizes.dim).fill(0.5),
  original: new Float32Array(sizes.dim).fill(0.5),
  inks: { greyTable: GREY, signedTable: GREY },
});

beforeEach(() => {
  globalThis.document = /** @type {any} */ ({ createElement: () => new Element() });
  const observer = /** @type {any} */ (
    class {
      observe() {}
      disconnect() {}
    }
  );
  globalThis.IntersectionObserver = globalThis.ResizeObserver = observer;
  globalThis.MutationObserver = observer;
  globalThis.getComputedStyle = /** @type {any} */ (() => ({ overflowY: "auto" }));
});

test("sliders match the number of pose dimensions", () => {
  const sliders = new DimensionSliders(/** @type {any} */ (new Element()));
  sliders.show(3, new Float32Array(16).fill(0.2));
  sliders.label(Array(16).fill({ text: "slant" }));
  sliders.show(3, new Float32Array(8).fill(0.2), Array(8).fill(0.5), Array(8).fill(0.1));
  assert.equal(sliders.rows.length, 8);
  assert.equal(sliders.list.children.length, 8);
  assert.equal(sliders.pose.length, 8);
  assert.ok(Math.abs(sliders.high[7] - 0.8) < 1e-6);
  sliders.show(3, new Float32Array(16).fill(0.2));
  assert.equal(sliders.rows.length, 16);
});

test("sliders take another network's ranges although the pose is the same", () => {
  const sliders = new DimensionSliders(/** @type {any} */ (new Element()));
  const pose = new Float32Array(16).fill(0.2);
  const ranges = () => [sliders.low[5], sliders.high[5]].map((value) => Number(value.toFixed(3)));
  sliders.show(3, pose, Array(16).fill(0.1), Array(16).fill(0.1));
  assert.deepEqual(ranges(), [-0.2, 0.4]);
  sliders.show(3, pose, Array(16).fill(0.3), Array(16).fill(0.2));
  assert.deepEqual(ranges(), [-0.3, 0.9]);
  sliders.show(3, pose); // one that nobody measured
  assert.deepEqual(ranges(), [-0.3, 0.7]);
});

test("a picture's canvas has the size of its pixels", () => {
  const canvas = /** @type {any} */ (new Element());
  const picture = new PixelPicture(canvas);
  for (const side of [28, 20, 36]) {
    picture.show(new Uint8Array(side * side).fill(7), GREY);
    assert.deepEqual([canvas.width, canvas.height, picture.pixels.length], [side, side, side ** 2]);
    assert.ok(picture.pixels.every((pixel) => pixel === 7));
    picture.showDifference(new Uint8Array(side ** 2), new Uint8Array(side ** 2).fill(9), GREY);
    assert.ok(picture.pixels.every((pixel) => pixel === 132));
  }
  new PixelPicture(canvas, 256, 1).show(Uint8Array.from(GREY), GREY);
  assert.deepEqual([canvas.width, canvas.height], [256, 1]);
});

test("sweeps have a row for each dimension at the network's size", () => {
  const places = { canvas: new Element(), rows: new Element(), text: new Element() };
  let scene = sceneOf(PAPER);
  const page = { scene: () => scene, choose() {}, take() {}, count: () => "1" };
  const grid = new SweepGrid(/** @type {any} */ (places), /** @type {any} */ (page));
  for (const sizes of [PAPER, SMALL, PAPER]) {
    scene = sceneOf(sizes);
    grid.adopt(sizes);
    grid.sweepAll();
    assert.equal(places.rows.children.length, sizes.dim);
    const { canvas } = grid.sheets.at(-1);
    assert.deepEqual([canvas.width, canvas.height], [12 * sizes.side, sizes.side]);
    const layout = sweepLayout(1000, scene);
    const below = layout.top + sizes.dim * layout.rowHeight;
    assert.equal(sweepHit(layout, 100, below - 1)?.row, sizes.dim - 1);
    assert.equal(sweepHit(layout, 100, below + 1), null);
    assert.equal(grid.height(1000), below + 4);
  }
});

test("capsules and the decoded pose are shown at the network's size", () => {
  const group = /** @type {any} */ (new Element());
  const row = new CapsuleRow(group, () => {});
  const places = {};
  const find = {
    element: (name) => (places[name] ??= new Element()),
    part: (name) => (places[name] ??= new Element()),
  };
  const decoded = new DecodedCapsules(find);
  for (const sizes of [PAPER, SMALL]) {
    const images = new Uint8Array(sizes.classes * sizes.pixels);
    for (let k = 0; k < sizes.classes; k++) images.fill(k, k * sizes.pixels);
    row.adopt(Array.from({ length: sizes.classes }, (_, k) => `class ${k}`));
    row.show(images, Array(sizes.classes).fill(0.5), GREY, { measure: "length", most: "longest" });
    const { pixels } = row.all.at(-1).picture;
    assert.equal(pixels.length, sizes.pixels);
    assert.ok(pixels.every((pixel) => pixel === sizes.classes - 1));
    const scene = /** @type {any} */ (sceneOf(sizes));
    decoded.begin(scene);
    decoded.show(scene, "1");
    assert.equal(places.reconstruction.width, sizes.side);
    assert.ok(decoded.pictures.difference.pixels.every((pixel) => pixel === 128));
  }
});

test("of many classes the largest capsules and the chosen one are shown", () => {
  const row = new CapsuleRow(/** @type {any} */ (new Element()), () => {});
  row.adopt(Array.from({ length: 68 }, (_, k) => `sign ${k}`));
  const sizes = Array.from({ length: 68 }, (_, k) => k / 68);
  row.choose(3);
  row.show(new Uint8Array(68 * 4), sizes, GREY, { measure: "length" });
  const shown = row.buttons.flatMap(({ hidden }, k) => (hidden ? [] : [k]));
  assert.deepEqual(shown, [3, ...Array.from({ length: 12 }, (_, n) => 56 + n)]);
  assert.equal(row.buttons[3].tabIndex, 0);
});

test("saved steps have a column for each pixel", () => {
  const rows = betweenRows(() => new Uint8Array(400));
  assert.equal(rows[0].length, 401);
  assert.ok(rows.every((row) => row.length === 401));
});
