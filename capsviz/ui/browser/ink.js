/*
 * The visible drawing: strokes at the screen's resolution, with soft edges and without seams.
 *
 * Ink is painted on a transparent canvas; the paper is the element's background.
 */

import { contextOf, make } from "./dom.js";
import { colourPixel } from "./picture.js";
import { base64ToBytes, inkColour, PLAIN_SCALE, RASTER_SIDE, shownPlanes } from "./raster.js";

/** Begin a path with the ink of a plain stroke. */
function beginInk(context, scale, [width, ink], colour) {
  context.globalCompositeOperation = ink === 1 ? "destination-out" : "source-over";
  context.strokeStyle = inkColour(ink) || colour;
  context.lineWidth = width * scale;
  context.lineCap = context.lineJoin = "round";
  context.beginPath();
}

/** Paint a stroke into a square of `side` device pixels. */
function paintStroke(context, side, stroke, colour) {
  const scale = side / PLAIN_SCALE;
  beginInk(context, scale, stroke, colour);
  context.moveTo(stroke[2] * scale, stroke[3] * scale);
  // A line of length zero would not draw a dot.
  if (stroke.length === 4) context.lineTo(stroke[2] * scale + 0.01, stroke[3] * scale);
  for (let i = 4; i < stroke.length; i += 2) {
    context.lineTo(stroke[i] * scale, stroke[i + 1] * scale);
  }
  context.stroke();
  context.globalCompositeOperation = "source-over";
}

export function paintDrawing(context, side, drawing, colour) {
  context.clearRect(0, 0, side, side);
  if (drawing.b) paintBase(context, side, base64ToBytes(drawing.b), colour);
  for (const stroke of drawing.s) paintStroke(context, side, stroke, colour);
}

/** Paint the raster below the strokes, without smoothing. */
function paintBase(context, side, raster, colour) {
  const small = make("canvas");
  small.width = small.height = RASTER_SIDE;
  const brush = contextOf(small);
  brush.fillStyle = colour;
  brush.fillRect(0, 0, RASTER_SIDE, RASTER_SIDE);
  const image = brush.getImageData(0, 0, RASTER_SIDE, RASTER_SIDE);
  const pixels = RASTER_SIDE * RASTER_SIDE;
  if (raster.length === pixels) {
    for (let i = 0; i < pixels; i++) image.data[4 * i + 3] = raster[i];
  } else {
    const planes = shownPlanes(raster, raster.length / pixels);
    new Uint32Array(image.data.buffer).forEach((_, i, all) => {
      all[i] = colourPixel(planes, i, pixels);
    });
  }
  brush.putImageData(image, 0, 0);
  context.imageSmoothingEnabled = false;
  context.drawImage(small, 0, 0, side, side);
}

export class InkCanvas {
  constructor(canvas) {
    this.canvas = canvas;
    this.context = contextOf(canvas);
    // All finished strokes, so that the current one can be repainted where it grew.
    this.below = make("canvas");
    this.belowContext = contextOf(this.below);
    this.colour = "#000";
    this.side = 0;
  }

  /** Paint a drawing into a square of `side` device pixels. */
  show(drawing, side = this.side, colour = this.colour) {
    this.colour = colour;
    if (side !== this.side) {
      this.side = this.canvas.width = this.canvas.height = side;
      this.below.width = this.below.height = side;
    }
    paintDrawing(this.belowContext, side, drawing, colour);
    this.context.clearRect(0, 0, side, side);
    this.context.drawImage(this.below, 0, 0);
  }

  /**
   * Repaint the current stroke where it has grown. Overlapping pieces would darken the soft edge,
   * so the grown part is cleared and painted as one path.
   *
   * @param {number[]} stroke plain stroke
   * @param {number} from index of the first new x; the segment before it is new too
   */
  grow(stroke, from) {
    const { context, side } = this;
    const scale = side / PLAIN_SCALE;
    const reach = (stroke[0] / 2) * scale + 2;
    const box = { left: side, top: side, right: 0, bottom: 0 };
    for (let i = Math.max(2, from - 2); i < stroke.length; i += 2) {
      const [x, y] = [stroke[i] * scale, stroke[i + 1] * scale];
      box.left = Math.min(box.left, Math.floor(x - reach));
      box.right = Math.max(box.right, Math.ceil(x + reach));
      box.top = Math.min(box.top, Math.floor(y - reach));
      box.bottom = Math.max(box.bottom, Math.ceil(y + reach));
    }
    const [x, y] = [Math.max(0, box.left), Math.max(0, box.top)];
    const [width, height] = [Math.min(side, box.right) - x, Math.min(side, box.bottom) - y];
    if (width <= 0 || height <= 0) return;
    context.save();
    context.beginPath();
    context.rect(x, y, width, height);
    context.clip();
    context.clearRect(x, y, width, height);
    context.drawImage(this.below, x, y, width, height, x, y, width, height);
    this.paintNear(stroke, box, reach);
    context.restore();
  }

  /** Paint the segments of a stroke that overlap a box, as one path. */
  paintNear(stroke, box, reach) {
    const { context, side } = this;
    const scale = side / PLAIN_SCALE;
    const isOutside = (a, b, low, high) =>
      Math.max(a, b) * scale + reach < low || Math.min(a, b) * scale - reach > high;
    beginInk(context, scale, stroke, this.colour);
    let drawing = false;
    for (let i = 2; i < stroke.length; i += 2) {
      const j = Math.min(i + 2, stroke.length - 2);
      const [x0, y0, x1, y1] = [stroke[i], stroke[i + 1], stroke[j], stroke[j + 1]];
      if (isOutside(x0, x1, box.left, box.right) || isOutside(y0, y1, box.top, box.bottom)) {
        drawing = false;
        continue;
      }
      if (!drawing) context.moveTo(x0 * scale, y0 * scale);
      context.lineTo(x1 * scale + (i === j && !drawing ? 0.01 : 0), y1 * scale);
      drawing = true;
    }
    context.stroke();
  }

  /** Add the finished stroke to the canvas below. */
  keep() {
    this.belowContext.clearRect(0, 0, this.side, this.side);
    this.belowContext.drawImage(this.canvas, 0, 0);
  }
}
