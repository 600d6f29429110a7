/*
 * Dragging in the decoded picture moves the pose along the dimension that best moves the content
 * under the pointer. That dimension is found from the picture's derivative by each dimension.
 */

import { setText } from "../../browser/dom.js";
import { greyOf } from "../../browser/picture.js";
import { plainName } from "../../browser/sliders.js";
import { text as message } from "../../browser/text.js";
import { measureWord } from "./words.js";

/** @import { Scene } from "./poses.js" */

/** Standard deviation of the window around the pointer, in pixels of the picture. */
const WINDOW_SIGMA = 4;
/** Pixels of the picture that the pointer has to move before its direction is used. */
const MIN_MOVE = 1;
/** Step of a dimension to measure its effect, as a share of its slider's range. */
const PROBE_STEP = 0.05;

/**
 * First-order change of a picture if the content around a point moves by one pixel.
 * @param {ArrayLike<number>} image side × side bytes
 * @param {number} side
 * @param {[number, number]} position column and row
 * @param {[number, number]} direction unit vector
 * @returns {{change: Float32Array, weights: Float32Array}} the change, and the weight of each pixel
 */
export function shiftChange(image, side, [x, y], [dx, dy]) {
  const [change, weights] = [new Float32Array(side * side), new Float32Array(side * side)];
  const pixel = (row, column) => image[row * side + column] ?? 0;
  for (let row = 1; row < side - 1; row++)
    for (let column = 1; column < side - 1; column++) {
      const k = row * side + column;
      weights[k] = Math.exp(-((column - x) ** 2 + (row - y) ** 2) / (2 * WINDOW_SIGMA ** 2));
      const gradientX = (pixel(row, column + 1) - pixel(row, column - 1)) / 2;
      const gradientY = (pixel(row + 1, column) - pixel(row - 1, column)) / 2;
      change[k] = -weights[k] * (gradientX * dx + gradientY * dy);
    }
  return { change, weights };
}

/**
 * Dimension whose effect on the picture is most similar to a given change.
 * @param {(pose: Float32Array) => Uint8Array} decode paints into the same bytes each time
 * @param {{pose: Float32Array, low: Float32Array, high: Float32Array}} sliders
 * @param {ReturnType<typeof shiftChange>} change
 * @returns {{dimension: number, rate: number}} with the amount to move it by
 */
export function bestDimension(decode, { pose, low, high }, { change, weights }) {
  let best = { dimension: 0, rate: 0, similarity: 0 };
  const size = Math.hypot(...change);
  pose.forEach((value, dimension) => {
    const step = PROBE_STEP * (high[dimension] - low[dimension]);
    const paint = (target) =>
      decode(Float32Array.from(pose).fill(target, dimension, dimension + 1));
    const before = Uint8Array.from(paint(value - step));
    const after = paint(value + step);
    let [dot, square] = [0, 0];
    weights.forEach((weight, k) => {
      const effect = (weight * (after[k] - before[k])) / (2 * step);
      dot += effect * change[k];
      square += effect * effect;
    });
    const similarity = Math.abs(dot) / (Math.sqrt(square) * size || Infinity);
    if (similarity > best.similarity)
      best = { dimension, similarity, rate: (Math.sign(dot) * size) / Math.sqrt(square) };
  });
  return best;
}

/**
 * @param {HTMLCanvasElement} canvas shows the decoded picture
 * @param {HTMLElement} text says which dimension moves
 * @param {import("../../browser/sliders.js").DimensionSliders} sliders
 * @param {() => Scene | null} scene
 */
export function enableDragging(canvas, text, sliders, scene) {
  /** @type {{from: [number, number], direction?: [number, number], start: number, dimension: number,
   *   rate: number} | null} */
  let drag = null;
  const positionOf = ({ clientX, clientY }, side) => {
    const { left, top, width } = canvas.getBoundingClientRect();
    return /** @type {[number, number]} */ (
      [clientX - left, clientY - top].map((offset) => (offset / width) * side)
    );
  };
  canvas.addEventListener("pointerdown", (event) => {
    const now = scene();
    if (!now || event.button > 0) return;
    canvas.setPointerCapture(event.pointerId);
    drag = { from: positionOf(event, now.decoder.side), start: 0, dimension: -1, rate: 0 };
  });
  canvas.addEventListener("pointermove", (event) => {
    const now = scene();
    if (!drag || !now) return;
    const { decoder, k } = now;
    const move = positionOf(event, decoder.side).map((value, axis) => value - drag.from[axis]);
    const length = Math.hypot(...move);
    if (!drag.direction) {
      if (length < MIN_MOVE) return;
      drag.direction = [move[0] / length, move[1] / length];
      const out = new Uint8Array(decoder.pixels);
      const decode = (pose) => greyOf(decoder.decode(k, pose, out));
      const image = Uint8Array.from(decode(sliders.pose));
      const change = shiftChange(image, decoder.side, drag.from, drag.direction);
      Object.assign(drag, bestDimension(decode, sliders, change));
      drag.start = sliders.pose[drag.dimension];
      const label = now.stats?.labels[k][drag.dimension];
      const dimension = String(drag.dimension);
      const sentence = label
        ? message("drag-dimension", { dimension, name: measureWord(plainName(label.text)) })
        : message("dimension-number", { dimension });
      setText(text, sentence);
    }
    const { start, rate, dimension } = drag;
    const distance = move[0] * drag.direction[0] + move[1] * drag.direction[1];
    const target = start + rate * distance;
    const [low, high] = [sliders.low[dimension], sliders.high[dimension]];
    sliders.move(dimension, Math.min(high, Math.max(low, target)));
  });
  const end = () => {
    if (drag?.direction) sliders.onCommit(sliders.pose);
    drag = null;
  };
  for (const kind of ["pointerup", "pointercancel"]) canvas.addEventListener(kind, end);
}
