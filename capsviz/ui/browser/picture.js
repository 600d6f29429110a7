/*
 * Small pictures with one canvas pixel per number, and their colours. The colours are from
 * theme.css, so that all pages and both themes agree.
 */

import { contextOf, make } from "./dom.js";
import { SYMBOLS } from "./symbols.js";

/**
 * Maximum number of a coupling picture's tiles in a row: one per capsule type, each a grid of
 * positions.
 */
const TILE_COLUMNS = 8;

/** Canvas of one pixel that converts CSS colours to numbers. @type {CanvasRenderingContext2D} */
let pixel;

/** Colours of a CSS custom property with one or more colours, as [red, green, blue]. */
export function cssColours(element, property) {
  pixel ??= contextOf(make("canvas"), { willReadFrequently: true });
  const value = getComputedStyle(element).getPropertyValue(property).trim();
  const names = value.startsWith("#") ? value.split(/\s+/) : [value];
  return names.map((name) => {
    pixel.reset();
    pixel.fillStyle = name;
    pixel.fillRect(0, 0, 1, 1);
    return [...pixel.getImageData(0, 0, 1, 1).data.slice(0, 3)];
  });
}

/** Set the class for a dark page, by which theme.css styles it. Returns whether it is dark. */
export function adoptTheme(element) {
  const [[red, green, blue]] = cssColours(element, "--st-background-color");
  const dark = 0.299 * red + 0.587 * green + 0.114 * blue < 128;
  element.classList.toggle("cv-dark", dark);
  return dark;
}

/** Key of a theme: canvases are repainted when it changes. */
export function themeKey(element) {
  const style = getComputedStyle(element);
  const names = ["paper", "ink", "accent", "line"]; // class mode has stronger lines
  return names.map((name) => style.getPropertyValue(`--cv-${name}`)).join();
}

/** A colour as CSS. @param {number[]} colour red, green and blue */
export function cssText(colour) {
  return `#${colour.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;
}

/** Colours of figures, as CSS. */
export class Inks {
  /** @param {Element} root */
  constructor(root) {
    const read = (name) => cssText(cssColours(root, `--cv-${name}`)[0]);
    this.paper = read("paper");
    this.ink = read("ink");
    this.muted = read("muted");
    this.line = read("line");
    this.panel = read("panel");
    this.bar = read("bar");
    this.accent = read("accent");
    this.second = read("second");
    /** One colour for each symbol of routing; capsules that do not win have a paler one. */
    this.symbols = {
      ...Object.fromEntries(SYMBOLS.map((name) => [name, read(`sym-${name}`)])),
      vOther: read("sym-v-other"),
    };
    const style = getComputedStyle(root);
    this.family = style.fontFamily;
    /** Minimum font size of figures, in pixels. */
    this.minSize = Number.parseFloat(style.getPropertyValue("--cv-label")) || 0;
  }

  /** @param {number} size in pixels @param {string | number} [weight] */
  font(size, weight = "") {
    return `${weight} ${Math.max(this.minSize, size)}px ${this.family}`.trimStart();
  }
}

/**
 * The theme's colours; `before` if the theme has not changed.
 * @param {HTMLElement} root
 * @param {any} [before]
 */
export function readColours(root, before = null) {
  const theme = themeKey(root);
  if (before?.theme === theme) return before;
  const dark = adoptTheme(root);
  const scales = colourScales(root);
  return { theme, dark, inks: new Inks(root), scales, tables: colourTables(scales) };
}

/**
 * Position of a coupling on its colour scale, 0..1. The scale is logarithmic and symmetric about
 * the uniform value: after three iterations most couplings are within a fifth of it, and a linear
 * scale from 0 to 1 would show them all as grey.
 */
export function couplingPlace(coupling, uniform = 0.1, factor = 5) {
  const position = Math.log(Math.max(coupling, 1e-6) / uniform) / Math.log(factor);
  return 0.5 + 0.5 * Math.min(1, Math.max(-1, position));
}

/**
 * A coupling from its byte: messages contain square roots, which keep the resolution of small
 * values.
 */
export function couplingOf(byte) {
  return (byte / 255) ** 2;
}

/** Couplings labelled on the scale, at most 1. */
export function couplingMarks(classes) {
  return [...new Set([0.2, 0.5, 1, 2, 5].map((times) => Math.min(1, times / classes)))];
}

/** Colour at a position 0..1 of a scale of evenly spaced colours. */
export function mixColours(colours, position) {
  const offset = position * (colours.length - 1);
  const step = Math.min(colours.length - 2, Math.floor(offset));
  return colours[step].map((from, i) => from + (offset - step) * (colours[step + 1][i] - from));
}

/** Canvas pixels for the bytes 0..255; `position` maps a byte to the colour scale. */
export function colourTable(colours, position = (byte) => byte / 255) {
  const bytes = new Uint8ClampedArray(4 * 256);
  for (let byte = 0; byte < 256; byte++) {
    bytes.set([...mixColours(colours, position(byte)), 255], 4 * byte);
  }
  return new Uint32Array(bytes.buffer);
}

/**
 * A pixel's change as a byte on the scale of signed changes; 128 is no change.
 * @param {number} before 0..255
 * @param {number} after 0..255
 */
export function changeByte(before, after) {
  return (after - before + 256) >> 1;
}

/**
 * Sum of squared differences over all pixels, of values 0..1.
 * @param {ArrayLike<number>} first bytes
 * @param {ArrayLike<number>} second
 */
export function misfitOf(first, second) {
  let sum = 0;
  for (let i = 0; i < first.length; i++) sum += (first[i] - second[i]) ** 2;
  return sum / 255 ** 2;
}

/**
 * Colour scales of the theme. Signed changes are from blue (less) through neutral to red (more).
 */
export function colourScales(element) {
  const colours = (name) => cssColours(element, `--cv-${name}`);
  const diverging = (low, high) => [...colours(low).reverse(), ...colours(high).slice(1)];
  return {
    ink: [...colours("paper"), ...colours("ink")],
    difference: diverging("less", "more"),
    couplings: diverging("below", "above"),
  };
}

/** The scales as tables from bytes to canvas pixels. */
export function colourTables(scales, uniform = 0.1) {
  return {
    ink: colourTable(scales.ink),
    difference: colourTable(scales.difference),
    couplings: colourTable(scales.couplings, (byte) => couplingPlace(couplingOf(byte), uniform)),
  };
}

/**
 * Format of a picture with `length` bytes: grey, or three planes of red, green and blue. No square
 * number is three times another.
 * @param {number} length
 */
export function formatOf(length) {
  const side = Math.sqrt(length);
  return Number.isInteger(side)
    ? { side, channels: 1 }
    : { side: Math.round(Math.sqrt(length / 3)), channels: 3 };
}

/**
 * Canvas pixel of a colour picture.
 * @param {ArrayLike<number>} bytes three planes
 * @param {number} i index
 * @param {number} pixels of a plane
 */
export function colourPixel(bytes, i, pixels) {
  return (0xff000000 | (bytes[i + 2 * pixels] << 16) | (bytes[i + pixels] << 8) | bytes[i]) >>> 0;
}

/**
 * Canvas pixels of a picture, by a colour table or by the picture's own colours.
 * @param {Uint8Array} bytes
 * @param {Uint32Array} table
 * @returns {(p: number) => number}
 */
export function pixelsOf(bytes, table) {
  const { side, channels } = formatOf(bytes.length);
  return channels === 1 ? (p) => table[bytes[p]] : (p) => colourPixel(bytes, p, side * side);
}

/**
 * Grey levels of a picture; the mean for colours.
 * @param {Uint8Array} bytes
 */
export function greyOf(bytes) {
  const { side, channels } = formatOf(bytes.length);
  if (channels === 1) return bytes;
  const pixels = side * side;
  return Uint8Array.from(
    { length: pixels },
    (_, i) => (bytes[i] + bytes[i + pixels] + bytes[i + 2 * pixels]) / 3,
  );
}

/**
 * Stack colour pictures vertically, as one picture of three planes.
 * @param {Uint8Array} images one picture after the other
 * @param {number} count
 */
export function stackPlanes(images, count) {
  const pixels = images.length / count / 3;
  const out = new Uint8Array(images.length);
  for (let k = 0; k < count; k++) {
    for (let c = 0; c < 3; c++) {
      const from = (3 * k + c) * pixels;
      out.set(images.subarray(from, from + pixels), (c * count + k) * pixels);
    }
  }
  return out;
}

export class PixelPicture {
  /**
   * @param {HTMLCanvasElement} canvas
   * @param {number} [width] initial width, in pixels
   * @param {number} [height]
   */
  constructor(canvas, width = 28, height = width) {
    this.context = contextOf(canvas, { willReadFrequently: true });
    this.image = this.empty(width, height);
    this.pixels = new Uint32Array(this.image.data.buffer);
  }

  empty(width, height) {
    Object.assign(this.context.canvas, { width, height });
    return this.context.createImageData(width, height);
  }

  /** Resize to a picture: sizes differ between networks. */
  fit(bytes) {
    if ([1, 3].includes(bytes.length / this.pixels.length)) return;
    const { side } = formatOf(bytes.length);
    this.image = this.empty(side, side);
    this.pixels = new Uint32Array(this.image.data.buffer);
  }

  /** Show a picture's bytes by a colour table, or by its own colours. */
  show(bytes, table) {
    this.fit(bytes);
    const { pixels } = this;
    const coloured = bytes.length === 3 * pixels.length;
    for (let i = 0; i < pixels.length; i++) {
      pixels[i] = coloured ? colourPixel(bytes, i, pixels.length) : table[bytes[i]];
    }
    this.context.putImageData(this.image, 0, 0);
  }

  /**
   * Show the change of ink from one picture to another.
   * @param {Uint8Array} before such as the input
   * @param {Uint8Array} after such as its reconstruction
   * @param {Uint32Array} table of signed changes
   */
  showDifference(before, after, table) {
    this.fit(before);
    const { pixels } = this;
    const [then, now] = [greyOf(before), greyOf(after)];
    for (let i = 0; i < pixels.length; i++) pixels[i] = table[changeByte(then[i], now[i])];
    this.context.putImageData(this.image, 0, 0);
  }

  clear() {
    this.pixels.fill(0);
    this.context.putImageData(this.image, 0, 0);
  }
}

/**
 * Tiles of a picture of input capsules: by `layout` if it fits, or else a tile of 6 x 6 positions
 * per type, or a pixel per capsule.
 * @param {number} inCapsules
 * @param {number[]} [layout] number of types, columns and rows
 */
export function tilesOf(inCapsules, layout = []) {
  const [types, grid, rows] = layout;
  if (types * grid * rows === inCapsules) return { types, grid, rows };
  const side = inCapsules % 36 === 0 ? 6 : 1;
  return { types: inCapsules / side ** 2, grid: side, rows: side };
}

/** Couplings of all input capsules to one output capsule: a tile per type, a pixel per place. */
export class CouplingPicture extends PixelPicture {
  /**
   * @param {HTMLCanvasElement} canvas
   * @param {number} [types]
   * @param {number} [grid] columns of positions
   * @param {number} [gridRows] rows of positions
   * @param {number} [columns] tiles in a row; by default at least two rows, since one would be a
   *   thin band
   * @param {number} [cell] side of a capsule, in pixels of the picture
   */
  constructor(
    canvas,
    types = 32,
    grid = 6,
    gridRows = grid,
    columns = Math.min(TILE_COLUMNS, Math.ceil(types / 2)),
    cell = 1,
  ) {
    const rows = Math.ceil(types / columns);
    const [tileWidth, tileHeight] = [grid * cell + 1, gridRows * cell + 1];
    const width = columns * tileWidth - 1;
    super(canvas, width, rows * tileHeight - 1);
    this.types = types;
    this.grid = grid;
    this.cell = cell;
    /** Number of tiles in a row, and of rows. */
    this.tiles = [columns, rows];
    /** First pixel of each capsule. Capsules are ordered by position, then type. */
    this.pixelOfCapsule = new Int32Array(types * grid * gridRows);
    for (let i = 0; i < this.pixelOfCapsule.length; i++) {
      const [type, position] = [i % types, Math.floor(i / types)];
      const x = (type % columns) * tileWidth + cell * (position % grid);
      const y = Math.floor(type / columns) * tileHeight + cell * Math.floor(position / grid);
      this.pixelOfCapsule[i] = y * width + x;
    }
  }

  /**
   * The capsule of a pixel, or the nearest one: tiles have gaps.
   * @param {number} x @param {number} y in pixels of the picture
   */
  capsuleAt(x, y) {
    let [nearest, smallest] = [0, Number.POSITIVE_INFINITY];
    const middle = (this.cell - 1) / 2;
    this.pixelOfCapsule.forEach((_, i) => {
      const [centreX, centreY] = this.pixelOf(i).map((first) => first + middle);
      const distance = (x - centreX) ** 2 + (y - centreY) ** 2;
      if (distance < smallest) [nearest, smallest] = [i, distance];
    });
    return nearest;
  }

  /** Column and row of a capsule's first pixel. @param {number} i @returns {[number, number]} */
  pixelOf(i) {
    const { width } = this.image;
    return [this.pixelOfCapsule[i] % width, Math.floor(this.pixelOfCapsule[i] / width)];
  }

  /** Type, row and column of a capsule. @param {number} i @returns {number[]} */
  placeOf(i) {
    const position = Math.floor(i / this.types);
    return [i % this.types, Math.floor(position / this.grid), position % this.grid];
  }

  show(bytes, table, offset = 0) {
    const { pixelOfCapsule, pixels, cell } = this;
    const { width } = this.image;
    for (let i = 0; i < pixelOfCapsule.length; i++) {
      const colour = table[bytes[offset + i]];
      for (let row = 0; row < cell; row++) {
        const first = pixelOfCapsule[i] + row * width;
        pixels.fill(colour, first, first + cell);
      }
    }
    this.context.putImageData(this.image, 0, 0);
  }
}
