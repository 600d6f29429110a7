/* The tools beside the canvas: pen, eraser, brush, undo, redo, clear. */

import { enable, finders } from "../../browser/dom.js";
import { zoomOf } from "../../browser/figure.js";
import { COLOURS, PLAIN_SCALE } from "../../browser/raster.js";

/** Browsers show no larger pointer than this, in pixels. */
const MAX_POINTER = 126;

/** @typedef {import("../../browser/pen.js").DrawingPad} DrawingPad */

/**
 * @param {(name: string) => any} element finds a control
 * @param {DrawingPad} pad
 */
export function connectTools(element, pad) {
  const click = (name, act) => element(name).addEventListener("click", act);
  const use = (erase) => {
    pad.erase = erase;
    element("pen").setAttribute("aria-pressed", String(!erase));
    element("eraser").setAttribute("aria-pressed", String(erase));
  };
  click("pen", () => use(false));
  click("eraser", () => use(true));
  click("undo", () => pad.undo());
  click("redo", () => pad.redo());
  click("clear", () => pad.clear());
  element("tint").addEventListener("input", (event) => {
    pad.tint = COLOURS + Number.parseInt(event.target.value.slice(1), 16);
    use(false);
  });
  element("brush").addEventListener("input", (event) => {
    pad.width = Number(event.target.value);
    pad.moveCursor();
    showBrush(pad);
  });
}

/**
 * The pen's colour, where the network reads colours.
 * @param {HTMLElement} root
 * @param {DrawingPad} pad
 * @param {number} channels of the network's pictures
 */
export function showTint(root, pad, channels) {
  const { element, part } = finders(root);
  part("tint-box").hidden = channels !== 3;
  pad.tint = channels !== 3 ? 0 : COLOURS + Number.parseInt(element("tint").value.slice(1), 16);
}

/**
 * Enable undo, redo and clear.
 * @param {(name: string) => any} element
 * @param {DrawingPad} pad
 */
export function showHistory(element, pad) {
  enable(element("undo"), pad.past.length > 0);
  enable(element("redo"), pad.future.length > 0);
  enable(element("clear"), !pad.isEmpty);
}

/**
 * The mouse pointer is a ring as large as the brush.
 * @param {DrawingPad} pad
 */
function showBrush(pad) {
  const diameter = Math.min(
    MAX_POINTER,
    (pad.width / PLAIN_SCALE) * pad.canvas.clientWidth * zoomOf(pad.canvas),
  );
  const [size, middle] = [Math.ceil(diameter) + 2, Math.ceil(diameter) / 2 + 1];
  const ring = (colour, width) =>
    `<circle cx="${middle}" cy="${middle}" r="${diameter / 2}" fill="none" stroke="${colour}" stroke-width="${width}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">${ring("white", 2)}${ring("gray", 1)}</svg>`;
  const url = `url("data:image/svg+xml,${encodeURIComponent(svg)}")`;
  pad.canvas.style.cursor = `${url} ${Math.round(middle)} ${Math.round(middle)}, crosshair`;
}
