/*
 * Small pictures, one canvas pixel per number, and the colours they are made of. The
 * colours come from theme.css, so that every page and both themes agree.
 */

/** Tiles of a coupling picture: one per capsule type, each a grid of places. */
const TILE_COLUMNS = 8;

/** Colours of a CSS custom property that lists one or several, as [red, green, blue]. */
function cssColours(element, property) {
  const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const value = getComputedStyle(element).getPropertyValue(property).trim();
  const names = value.startsWith("#") ? value.split(/\s+/) : [value];
  return names.map((name) => {
    context.fillStyle = name;
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)];
  });
}

/** Tell theme.css and the browser's own controls whether the page is dark; returns that. */
function adoptTheme(element) {
  const [[red, green, blue]] = cssColours(element, "--st-background-color");
  const dark = 0.299 * red + 0.587 * green + 0.114 * blue < 128;
  element.classList.toggle("cv-dark", dark);
  return dark;
}

/**
 * Canvas pixels for the bytes 0..255.
 *
 * @param {number[][]} colours evenly spaced from `low` to `high`
 * @param {(byte: number) => number} [value] what a byte stands for
 */
function colourTable(colours, low = 0, high = 255, value = (byte) => byte) {
  const bytes = new Uint8ClampedArray(4 * 256);
  const steps = colours.length - 1;
  for (let byte = 0; byte < 256; byte++) {
    const place = Math.min(1, Math.max(0, (value(byte) - low) / (high - low))) * steps;
    const step = Math.min(steps - 1, Math.floor(place));
    for (let part = 0; part < 3; part++) {
      const [from, to] = [colours[step][part], colours[step + 1][part]];
      bytes[4 * byte + part] = from + (place - step) * (to - from);
    }
    bytes[4 * byte + 3] = 255;
  }
  return new Uint32Array(bytes.buffer);
}

/** All tables of the present theme. */
function colourTables(element, uniform = 0.1) {
  const colours = (name) => cssColours(element, `--cv-${name}`);
  // Couplings travel as square roots, so that the uniform value and all below keep detail.
  const coupling = (byte) => (byte / 255) ** 2;
  const below = colourTable(colours("below"), uniform, 0, coupling);
  const above = colourTable(colours("above"), uniform, 1, coupling);
  const [less, more] = [colours("less"), colours("more")];
  return {
    ink: colourTable([...colours("paper"), ...colours("ink")]),
    difference: colourTable([...more.slice(1).reverse(), ...less]),
    couplings: below.map((pixel, byte) => (coupling(byte) < uniform ? pixel : above[byte])),
  };
}

class PixelPicture {
  constructor(canvas, width = 28, height = 28) {
    canvas.width = width;
    canvas.height = height;
    this.context = canvas.getContext("2d", { willReadFrequently: true });
    this.image = this.context.createImageData(width, height);
    this.pixels = new Uint32Array(this.image.data.buffer);
  }

  /** Bytes 0..255, from `offset` on, through a table of colours. */
  show(bytes, table, offset = 0) {
    for (let i = 0; i < this.pixels.length; i++) this.pixels[i] = table[bytes[offset + i]];
    this.context.putImageData(this.image, 0, 0);
  }

  /** The signed difference of two pictures: positive where only the first has ink. */
  showDifference(first, second, table) {
    for (let i = 0; i < this.pixels.length; i++) {
      this.pixels[i] = table[(first[i] - second[i] + 256) >> 1];
    }
    this.context.putImageData(this.image, 0, 0);
  }

  clear() {
    this.pixels.fill(0);
    this.context.putImageData(this.image, 0, 0);
  }
}

/** Couplings of all input capsules to one output capsule: a tile per type, a pixel per place. */
class CouplingPicture extends PixelPicture {
  constructor(canvas, types = 32, grid = 6) {
    const rows = Math.ceil(types / TILE_COLUMNS);
    super(canvas, TILE_COLUMNS * (grid + 1) - 1, rows * (grid + 1) - 1);
    const width = TILE_COLUMNS * (grid + 1) - 1;
    /** Pixel of each capsule, counted place by place, the types of one place together. */
    this.where = new Int32Array(types * grid * grid);
    for (let i = 0; i < this.where.length; i++) {
      const [type, place] = [i % types, Math.floor(i / types)];
      const x = (type % TILE_COLUMNS) * (grid + 1) + (place % grid);
      const y = Math.floor(type / TILE_COLUMNS) * (grid + 1) + Math.floor(place / grid);
      this.where[i] = y * width + x;
    }
  }

  show(bytes, table, offset = 0) {
    const { where, pixels } = this;
    for (let i = 0; i < where.length; i++) pixels[where[i]] = table[bytes[offset + i]];
    this.context.putImageData(this.image, 0, 0);
  }
}
