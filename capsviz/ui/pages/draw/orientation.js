/*
 * How a picture stands that came onto the canvas. The network is asked: where it reads it better
 * turned or mirrored, the visitor is offered that, and where it reads nothing clearly a turn by 90°.
 * capsviz/analysis/orientation.py has the rule.
 */

import { finders, setText } from "../../browser/dom.js";
import { base64ToBytes, bytesToBase64, RASTER_SIDE } from "../../browser/raster.js";
import { number, text } from "../../browser/text.js";

/**
 * By the names that the server has for them: where the pixel comes from that shall lie at a row and
 * column.
 * @type {Record<string, {from: (row: number, column: number, last: number) => [number, number]}>}
 */
const WAYS = {
  right: {
    from: (row, column, last) => [last - column, row],
  },
  left: {
    from: (row, column, last) => [column, last - row],
  },
  over: {
    from: (row, column, last) => [last - row, last - column],
  },
  mirrored: {
    from: (row, column, last) => [row, last - column],
  },
};

/**
 * @typedef {{way: string, capsule: number, length: number, before: number}} Better
 */

/** Offer to turn the picture if no class is clear. @param {{thing: string}} network */
export function unclearWords({ thing }) {
  return { said: text("turn-unclear", { thing }), act: text("turn-act", { way: "unclear" }) };
}

/**
 * A square picture turned or mirrored.
 * @param {Uint8Array} bytes row by row
 * @param {number} side
 * @param {string} way
 */
export function turnPicture(bytes, side, way) {
  const { from } = WAYS[way];
  return Uint8Array.from(bytes, (_, at) => {
    const [row, column] = from(Math.floor(at / side), at % side, side - 1);
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
  const said = text("turn-better", { way, name: classes[capsule], measure, ...values });
  return { said, act: text("turn-act", { way }) };
}

export class Standing {
  /**
   * @param {HTMLElement} root
   * @param {import("../../browser/engine/engine.js").Engine} engine
   * @param {{server: () => any, settings: () => any, put: (base: string) => void}} page what its
   *   script says, how pictures are read, what takes a drawing's picture
   */
  constructor(root, engine, { server, settings, put }) {
    const { element, part } = finders(root);
    this.engine = engine;
    this.server = server;
    this.settings = settings;
    this.put = put;
    this.canvas = element("canvas");
    this.box = part("offer");
    this.text = element("offer");
    this.button = element("turn");
    this.button.addEventListener("click", () => this.turn());
    /** The picture that is asked about or offered to be turned. */
    this.picture = "";
    this.way = "";
    /** Whether it is read better so. */
    this.known = false;
  }

  /**
   * @param {string} base a picture that has just come
   */
  async look(base) {
    this.end();
    this.picture = base;
    const raster = base64ToBytes(base);
    const found = await this.engine.orientation(this.settings(), raster).catch(() => null);
    if (this.picture !== base || !found) return;
    const { better, clear } = found;
    if (!better && clear) return;
    const { network } = this.server();
    this.way = better?.way ?? "right";
    this.known = Boolean(better);
    const { said, act } = better ? offerWords(better, network) : unclearWords(network);
    setText(this.button, act);
    this.box.hidden = false;
    setText(this.text, said);
  }

  turn() {
    const { known } = this;
    const base = bytesToBase64(turnPicture(base64ToBytes(this.picture), RASTER_SIDE, this.way));
    this.put(base);
    this.canvas.focus(); // the button that had the focus is gone
    // Nobody knew how it should stand: it may have to be turned again.
    if (!known) this.look(base);
  }

  /** The picture is not what stands on the canvas any more. */
  end() {
    this.picture = "";
    this.box.hidden = true;
    setText(this.text, "");
  }
}
