/*
 * The network's raster of a drawing, updated while the pen moves.
 *
 * The plain form of a drawing is {"s": [[width, ink, x0, y0, x1, y1, ...], ...], "b": base64 |
 * null}, in integer thousandths of the canvas side. Ink is 0, the eraser 1, coloured ink COLOURS
 * plus its 24 bits; a base is grey, or has a plane for each channel, such as red, green and blue.
 * The raster depends only on the plain form, and equals the one of capsviz/data/drawing.py: a
 * stroke covers a pixel if its centre is within the brush's radius of the stroke's line, with one
 * pixel of soft edge.
 */

/** Side of the raster in pixels. */
export const RASTER_SIDE = 112;
/** Offset of a stroke's 24-bit colour in plain form. */
export const COLOURS = 2;
/** Side of a test picture in pixels. */
const SAMPLE_SIDE = 28;
/** Plain values are thousandths of the canvas side. */
export const PLAIN_SCALE = 1000;

export function bytesToBase64(bytes) {
  let text = "";
  for (let start = 0; start < bytes.length; start += 8192) {
    text += String.fromCharCode(...bytes.subarray(start, start + 8192));
  }
  return btoa(text);
}

export function base64ToBytes(text) {
  const raw = atob(text);
  const bytes = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i++) bytes[i] = raw.charCodeAt(i);
  return bytes;
}

/** The 28 x 28 pixels of a drawing's base. @param {string} base of a drawing */
export function smallImage(base) {
  const raster = base64ToBytes(base);
  const step = RASTER_SIDE / SAMPLE_SIDE;
  const offsetOf = (p) =>
    Math.floor(p / SAMPLE_SIDE) * step * RASTER_SIDE + (p % SAMPLE_SIDE) * step;
  return Uint8Array.from({ length: SAMPLE_SIDE * SAMPLE_SIDE }, (_, p) => raster[offsetOf(p)]);
}

/**
 * A colour of ink as CSS; "" for plain ink and the eraser.
 * @param {number} ink of a stroke
 */
export function inkColour(ink) {
  return ink < COLOURS ? "" : `#${(ink - COLOURS).toString(16).padStart(6, "0")}`;
}

/**
 * Number of channels of a drawing: its base's, at least 3 if a stroke has a colour.
 * @param {{s: number[][], b: string | null}} drawing
 */
export function channelsOf(drawing) {
  const planes = drawing.b ? base64ToBytes(drawing.b).length / RASTER_SIDE ** 2 : 1;
  return Math.max(planes, drawing.s.some(([, ink]) => ink >= COLOURS) ? 3 : 1);
}

/**
 * Indices of the visible channels: grey, or red, green and blue; as `shown_channels` in
 * capsviz/config/model.py.
 * @param {number} channels
 */
export function shownChannels(channels) {
  return { 1: [0], 2: [0, 1, 1] }[channels] ?? [0, 1, 2];
}

/**
 * The visible planes of a picture.
 * @template {Uint8Array | Float32Array} T
 * @param {T} planes concatenated
 * @param {number} [channels]
 * @returns {T}
 */
export function shownPlanes(planes, channels = 1) {
  if (channels === 1 || channels === 3) return planes;
  const pixels = planes.length / channels;
  const out = /** @type {T} */ (new /** @type {any} */ (planes.constructor)(3 * pixels));
  shownChannels(channels).forEach((c, i) => {
    out.set(planes.subarray(c * pixels, (c + 1) * pixels), i * pixels);
  });
  return out;
}

/**
 * Ink of a stroke in each plane, 0..1; its colour only in red, green and blue.
 * @param {number} ink
 * @param {number} channels
 */
function lightOf(ink, channels) {
  if (channels !== 3 || ink < COLOURS) return Array(channels).fill(ink === 1 ? 0 : 1);
  const colour = ink - COLOURS;
  return [colour >> 16, (colour >> 8) & 255, colour & 255].map((part) => part / 255);
}

export class DrawingRaster {
  /**
   * @param {number} [channels] 1 for ink only, 3 for its colours on black, 2 or 4 for ink in each
   */
  constructor(channels = 1) {
    this.channels = channels;
    const values = channels * RASTER_SIDE * RASTER_SIDE;
    /** 0 paper .. 255 ink, by plane and row: the network's raster. */
    this.bytes = new Uint8Array(values);
    /** Ink before the current stroke, and the current stroke's coverage of each pixel. */
    this.ink = new Float32Array(values);
    this.cover = new Float32Array(RASTER_SIDE * RASTER_SIDE);
    /** Radius of the current stroke in pixels, and its bounding box. */
    this.radius = 0;
    /** Value of the stroke in each plane. */
    this.light = [1];
    this.left = this.top = RASTER_SIDE;
    this.right = this.bottom = 0;
    this.begin(1, 0);
  }

  /** Replace the content by a drawing in plain form. */
  load(drawing) {
    this.cover.fill(0);
    const base = drawing.b ? this.fitBase(base64ToBytes(drawing.b)) : null;
    for (let i = 0; i < this.ink.length; i++) {
      this.bytes[i] = base ? base[i % base.length] : 0;
      this.ink[i] = this.bytes[i] / 255;
    }
    for (const [width, ink, ...points] of drawing.s) {
      this.begin(width, ink);
      this.segment(points[0], points[1], points[0], points[1]);
      for (let i = 2; i < points.length; i += 2) {
        this.segment(points[i - 2], points[i - 1], points[i], points[i + 1]);
      }
      this.end();
    }
    return this;
  }

  /** A base, converted to grey levels if the raster has one channel. */
  fitBase(base) {
    const pixels = RASTER_SIDE * RASTER_SIDE;
    if (this.channels > 1 || base.length === pixels) return base;
    base = shownPlanes(base, base.length / pixels);
    return Uint8Array.from({ length: pixels }, (_, i) =>
      Math.round(0.299 * base[i] + 0.587 * base[i + pixels] + 0.114 * base[i + 2 * pixels]),
    );
  }

  /** @param {number} width in thousandths @param {number} ink of a stroke in plain form */
  begin(width, ink) {
    this.radius = (width / PLAIN_SCALE) * (RASTER_SIDE / 2);
    this.light = lightOf(ink, this.channels);
    this.left = this.top = RASTER_SIDE;
    this.right = this.bottom = 0;
  }

  /** Add a segment to the current stroke; only pixels near it are visited. */
  segment(startX, startY, endX, endY) {
    const { ink, cover, bytes, radius, light } = this;
    const scale = RASTER_SIDE / PLAIN_SCALE;
    const [x0, y0] = [startX * scale, startY * scale];
    const [dx, dy] = [endX * scale - x0, endY * scale - y0];
    const square = Math.max(dx * dx + dy * dy, 1e-12);
    const reach = radius + 0.5;
    const maximum = Math.min(1, 2 * radius);
    const left = Math.max(0, Math.floor(Math.min(x0, x0 + dx) - reach));
    const right = Math.min(RASTER_SIDE, Math.ceil(Math.max(x0, x0 + dx) + reach));
    const top = Math.max(0, Math.floor(Math.min(y0, y0 + dy) - reach));
    const bottom = Math.min(RASTER_SIDE, Math.ceil(Math.max(y0, y0 + dy) + reach));
    for (let row = top; row < bottom; row++) {
      const py = row + 0.5 - y0;
      for (let column = left; column < right; column++) {
        const px = column + 0.5 - x0;
        const t = Math.min(1, Math.max(0, (px * dx + py * dy) / square));
        const [ex, ey] = [px - t * dx, py - t * dy];
        const distance = ex * ex + ey * ey;
        if (distance >= reach * reach) continue;
        const covered = Math.min(maximum, reach - Math.sqrt(distance));
        const i = row * RASTER_SIDE + column;
        if (covered <= cover[i]) continue;
        cover[i] = covered;
        for (let p = 0, index = i; p < light.length; p++, index += RASTER_SIDE * RASTER_SIDE) {
          bytes[index] = 255 * inkUnder(ink[index], covered, light[p]) + 0.5;
        }
      }
    }
    this.left = Math.min(this.left, left);
    this.right = Math.max(this.right, right);
    this.top = Math.min(this.top, top);
    this.bottom = Math.max(this.bottom, bottom);
  }

  /** End the current stroke: add it to the ink. */
  end() {
    const { ink, cover, light } = this;
    for (let row = this.top; row < this.bottom; row++) {
      for (let i = row * RASTER_SIDE + this.left; i < row * RASTER_SIDE + this.right; i++) {
        for (let p = 0, index = i; p < light.length; p++, index += RASTER_SIDE * RASTER_SIDE) {
          ink[index] = inkUnder(ink[index], cover[i], light[p]);
        }
        cover[i] = 0;
      }
    }
    this.begin(1, 0);
  }
}

/** Ink of a pixel after a stroke, by the canvas's compositing rules. */
function inkUnder(ink, covered, light) {
  return ink + covered * (light - ink);
}
