/*
 * Pictures in the colours of the two digits. Inks multiply on light paper and add up on dark paper:
 * pixels of both digits are black or white, which differs from either ink for colour-blind eyes too.
 */

import { PixelPicture } from "../../browser/picture.js";

export class TwoInks {
  /**
   * @param {number[]} paper [red, green, blue], as all of them
   * @param {number[][]} inks
   * @param {number[]} muted
   * @param {boolean} dark
   */
  constructor(paper, inks, muted, dark) {
    this.paper = paper;
    this.inks = inks;
    this.muted = muted;
    this.dark = dark;
    /** Remaining share of the paper's brightness (or darkness) by ink, byte and channel. */
    this.left = inks.map((ink) => {
      const table = new Float32Array(3 * 256);
      for (let byte = 0; byte < 256; byte++) {
        for (let c = 0; c < 3; c++) {
          const full = dark ? 255 - paper[c] : paper[c];
          const ratio = (dark ? 255 - ink[c] : ink[c]) / full;
          table[3 * byte + c] = 1 - (byte / 255) * (1 - Math.min(1, ratio));
        }
      }
      return table;
    });
  }

  /** Write the colour of a pixel with these amounts of the inks to `bytes` at `offset`. */
  blend(bytes, offset, first, second) {
    const { paper, dark } = this;
    for (let c = 0; c < 3; c++) {
      const left = this.left[0][3 * first + c] * this.left[1][3 * second + c];
      bytes[offset + c] = dark ? 255 - (255 - paper[c]) * left : paper[c] * left;
    }
    bytes[offset + 3] = 255;
  }

  /** A colour between the inks, `share` of the first, over the paper. */
  mix(bytes, offset, share, strength, grey = false) {
    const { paper, inks, muted } = this;
    for (let c = 0; c < 3; c++) {
      const ink = grey ? muted[c] : share * inks[0][c] + (1 - share) * inks[1][c];
      bytes[offset + c] = paper[c] + strength * (ink - paper[c]);
    }
    bytes[offset + 3] = 255;
  }
}

export class TwoPicture extends PixelPicture {
  constructor(canvas, side) {
    super(canvas, side, side);
    this.bytes = this.image.data;
    this.blank = new Uint8Array(side * side);
  }

  /** Two pictures, each in its ink; null for none. */
  showTwo(first, second, inks) {
    const [a, b] = [first ?? this.blank, second ?? this.blank];
    for (let i = 0; i < this.blank.length; i++) inks.blend(this.bytes, 4 * i, a[i], b[i]);
    this.context.putImageData(this.image, 0, 0);
  }

  /**
   * Each pixel's ink in the colours of the capsules that reconstruct it; other ink is grey.
   * @param {Uint8Array} input
   * @param {Uint8Array} shares of the two
   * @param {Uint8Array} decoded of all capsules
   * @param {number[]} shown the two
   * @param {TwoInks} inks
   */
  showShares(input, shares, decoded, [a, b], inks) {
    const pixels = this.blank.length;
    for (let i = 0; i < pixels; i++) {
      const [first, second] = [shares[i], shares[pixels + i]];
      const claimed = Math.min(255, decoded[a * pixels + i] + decoded[b * pixels + i]);
      const grey = first + second === 0;
      // Reconstruction without ink is drawn faintly.
      const strength = grey ? input[i] : Math.max(input[i], 0.3 * claimed);
      inks.mix(this.bytes, 4 * i, grey ? 0 : first / (first + second), strength / 255, grey);
    }
    this.context.putImageData(this.image, 0, 0);
  }
}

/** Edges between ink and no ink, as line segments [x0, y0, x1, y1] in pixels. */
export function inkEdges(picture, side) {
  const hasInk = (x, y) => x >= 0 && y >= 0 && x < side && y < side && picture[y * side + x] > 127;
  const lines = [];
  for (let y = 0; y <= side; y++) {
    for (let x = 0; x <= side; x++) {
      if (hasInk(x, y) !== hasInk(x - 1, y)) lines.push([x, y, x, y + 1]);
      if (hasInk(x, y) !== hasInk(x, y - 1)) lines.push([x, y, x + 1, y]);
    }
  }
  return lines;
}

/**
 * Draw a number per position of primary capsules, at the centre of its receptive field, with the
 * digits' outlines; for the page and for files.
 * @param {any} context
 * @param {number} size
 * @param {any} figure one of `mapFigures`
 * @param {number} ratio by which lines are drawn wider
 */
export function drawPlaces(context, size, { geometry, values, colour, outlines, paper }, ratio) {
  const { grid, stride, first, field, side } = geometry;
  const scale = size / side;
  context.fillStyle = paper;
  context.fillRect(0, 0, size, size);
  const start = first + field / 2 - stride / 2;
  for (let i = 0; i < grid * grid; i++) {
    context.fillStyle = colour(values[i]);
    const [x, y] = [i % grid, Math.floor(i / grid)];
    context.fillRect(
      (start + stride * x) * scale,
      (start + stride * y) * scale,
      stride * scale + 0.3,
      stride * scale + 0.3,
    );
  }
  for (const { lines, colour: ink, width } of outlines) {
    context.strokeStyle = ink;
    context.lineWidth = width * ratio;
    context.beginPath();
    for (const [x0, y0, x1, y1] of lines) {
      context.moveTo(x0 * scale, y0 * scale);
      context.lineTo(x1 * scale, y1 * scale);
    }
    context.stroke();
  }
}
