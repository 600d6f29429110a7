/*
 * What is tried by hand: the visitor's digit goes to the networks whole, then with its quarters as
 * they lie, or turned, and each network's largest outputs stand beside each other.
 */

import { base64ToBytes } from "../../browser/raster.js";
import { rasterOf, SIDE, scramble, turnAround, WHOLE } from "./scrambling.js";

/** Reads the newest picture, one at a time. */
export class Reader {
  /**
   * @param {(raster: Uint8Array, center: boolean) => Promise<{input: string, outputs: any}>} ask
   * @param {(error: Error) => void} fail
   */
  constructor(ask, fail) {
    this.ask = ask;
    this.fail = fail;
    /** @type {(() => Promise<void>) | null} */
    this.next = null;
    this.busy = false;
  }

  /**
   * @param {Uint8Array} raster
   * @param {boolean} center
   * @param {(reply: {input: Uint8Array, outputs: Record<string, number[]>}) => void} take
   */
  read(raster, center, take) {
    this.next = async () => {
      const { input, outputs } = await this.ask(raster, center);
      take({ input: base64ToBytes(input), outputs });
    };
    if (!this.busy) this.run();
  }

  async run() {
    this.busy = true;
    while (this.next) {
      const act = this.next;
      this.next = null;
      try {
        await act();
      } catch (error) {
        this.fail(/** @type {Error} */ (error));
      }
    }
    this.busy = false;
  }
}

/** The visitor's digit under every network, whole and as it lies. */
export class Trial {
  /**
   * @param {Reader} reader
   * @param {import("./rows.js").Rows} rows
   * @param {Record<string, number[]>} quantiles of the largest output over whole digits
   * @param {{picture: (picture: Uint8Array) => void, age: (late: boolean) => void}} shows
   */
  constructor(reader, rows, quantiles, shows) {
    this.reader = reader;
    this.rows = rows;
    this.quantiles = quantiles;
    this.shows = shows;
    /** The whole digit as the networks see it. @type {Uint8Array | null} */
    this.image = null;
    /** What they say of it. @type {Record<string, number[]>} */
    this.whole = {};
    this.drawn = false;
    this.order = WHOLE;
    this.flip = false;
    /** Of the whole digit, in degrees; null where its quarters are moved. @type {number | null} */
    this.turn = null;
    /** @type {import("./board.js").Held | null} */
    this.held = null;
  }

  /** The digit has changed: it is asked of whole, then as it lies. @param {Uint8Array | null} raster */
  readWhole(raster) {
    this.drawn = Boolean(raster);
    if (!raster) {
      this.image = null;
      this.whole = {};
      this.paint();
      this.rows.show(null, {}, {});
      return;
    }
    this.shows.age(true);
    this.reader.read(raster, true, ({ input, outputs }) => {
      if (!this.drawn) return;
      this.image = input;
      this.whole = outputs;
      this.readArrangement();
    });
  }

  /** It lies otherwise. @param {Partial<Trial>} [lie] order, flip, turn, or the quarter that is held */
  readArrangement(lie = {}) {
    Object.assign(this, lie);
    this.paint();
    if (!this.image) return;
    if (this.isWhole) return this.say(this.whole);
    this.shows.age(true);
    this.reader.read(rasterOf(this.picture()), false, ({ outputs }) => {
      if (this.image) this.say(outputs);
    });
  }

  get isWhole() {
    if (this.turn !== null) return this.turn === 0;
    return this.order === WHOLE && !this.flip && !this.held;
  }

  /** @param {Record<string, number[]>} outputs */
  say(outputs) {
    this.shows.age(false);
    this.rows.show(outputs, this.whole, this.quantiles);
  }

  picture() {
    if (!this.image) return new Uint8Array(SIDE * SIDE);
    if (this.turn !== null) return turnAround(this.image, this.turn);
    return scramble(this.image, this.order, this.flip, this.held);
  }

  paint() {
    this.shows.picture(this.picture());
  }
}
