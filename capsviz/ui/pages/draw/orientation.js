/*
 * Orientation of an added picture. If the network classifies it better turned or mirrored, the
 * visitor is offered that; if it classifies no orientation clearly, a turn by 90°. The rule is in
 * capsviz/analysis/orientation.py.
 */

import { setText } from "../../browser/dom.js";
import { base64ToBytes, bytesToBase64, RASTER_SIDE } from "../../browser/raster.js";
import { number, text } from "../../browser/text.js";

/**
 * The source of the pixel at a row and column, by the server's name of each orientation.
 * @type {Record<string, (row: number, column: number, last: number) => [number, number]>}
 */
const SOURCE_PIXELS = {
  right: (row, column, last) => [last - column, row],
  left: (row, column, last) => [column, last - row],
  over: (row, column, last) => [last - row, last - column],
  mirrored: (row, column, last) => [row, last - column],
};

/**
 * @typedef {{way: string, capsule: number, length: number, before: number}} Better
 */

/** Offer to turn the picture if no class is clear. @param {{thing: string}} network */
export function unclearWords({ thing }) {
  return {
    sentence: text("turn-unclear", { thing }),
    action: text("turn-act", { way: "unclear" }),
  };
}

/**
 * A square picture turned or mirrored.
 * @param {Uint8Array} bytes row by row
 * @param {number} side
 * @param {string} way
 */
export function turnPicture(bytes, side, way) {
  return Uint8Array.from(bytes, (_, i) => {
    const [row, column] = SOURCE_PIXELS[way](Math.floor(i / side), i % side, side - 1);
    return bytes[row * side + column];
  });
}

/**
 * Text and button of an offered orientation.
 * @param {Better} better
 * @param {{classes: string[], measure: string}} network
 */
export function offerWords({ way, capsule, length, before }, { classes, measure }) {
  const values = { value: number(length, 2), before: number(before, 2) };
  const sentence = text("turn-better", { way, name: classes[capsule], measure, ...values });
  return { sentence, action: text("turn-act", { way }) };
}

export class OrientationOffer {
  /** @param {import("./index.js").DrawPage} page */
  constructor(page) {
    this.page = page;
    this.box = page.part("offer");
    this.text = page.element("offer");
    page.onClick("turn", () => this.turn());
    /** The picture that is asked about or offered to be turned. */
    this.picture = "";
    this.way = "";
    /** Whether the network classifies the picture better this way. */
    this.isBetter = false;
  }

  /** @param {string} base a picture that was just added */
  async check(base) {
    this.end();
    this.picture = base;
    const raster = base64ToBytes(base);
    const { engine, settings, server, element } = this.page;
    const result = await engine.orientation(settings, raster).catch(() => null);
    if (this.picture !== base || !result) return;
    const { better, clear } = result;
    if (!better && clear) return;
    this.way = better?.way ?? "right";
    this.isBetter = Boolean(better);
    const { sentence, action } = better
      ? offerWords(better, server.network)
      : unclearWords(server.network);
    setText(element("turn"), action);
    this.box.hidden = false;
    setText(this.text, sentence);
  }

  turn() {
    const { isBetter } = this;
    const base = bytesToBase64(turnPicture(base64ToBytes(this.picture), RASTER_SIDE, this.way));
    this.page.pad.replace({ s: [], b: base });
    this.page.element("canvas").focus(); // the button that had the focus is gone
    // No orientation was better: the picture may have to be turned again.
    if (!isBetter) this.check(base);
  }

  /** Withdraw the offer: the canvas shows another drawing. */
  end() {
    this.picture = "";
    this.box.hidden = true;
    setText(this.text, "");
  }
}
