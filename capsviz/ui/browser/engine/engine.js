/*
 * Interface to a network for pages. Pages know this interface alone; a server (`HttpEngine`), a
 * notebook's Python and a recording in a file each implement it as far as they can: what a class
 * does not override, its engine lacks.
 */

import { text } from "../text.js";
import { BlankDecoder, RemoteDecoder } from "./remote_decoder.js";

/**
 * @typedef {import("./remote_decoder.js").DecoderData} DecoderData
 * @typedef {import("./remote_decoder.js").AnyDecoder} AnyDecoder
 * @typedef {import("./live.js").LiveLink} LiveLink
 * @typedef {import("./live.js").LiveOptions} LiveOptions
 * @typedef {{header: any, arrays: Record<string, any>, shapes: Record<string, number[]>}} Arrays
 * @typedef {{name: string, digit: number, hand: string, drawing: object}} Sample
 * @typedef {{label: number, b: string}} TestImage `b` is the base of a drawing
 * @typedef {{model: string, center: boolean, iterations?: number, routing?: string}} Settings
 * @typedef {{drawing: any} & Settings} TraceQuestion
 */

/** An engine's refusal: its message is a sentence for the visitor. */
export class EngineError extends Error {
  /**
   * @param {string} sentence
   * @param {boolean} [away] whether nothing answered at all
   */
  constructor(sentence, away = false) {
    super(sentence);
    this.away = away;
  }
}

/** @returns {never} */
function lack() {
  throw new EngineError(text("app-needed"));
}

export class Engine {
  /**
   * Whether this engine can do all that these methods are for.
   * @param {...string} names
   */
  offers(...names) {
    return names.every((name) => this[name] !== Engine.prototype[name]);
  }

  /**
   * All that a page shows, made of what this tab has kept.
   * @param {string} _name
   * @param {any} _question
   * @returns {Promise<any>}
   */
  async page(_name, _question) {
    return lack();
  }

  /**
   * The header's data in a language other than English.
   * @param {string} _language
   * @param {string} [_checksum] of the server's texts, so that a browser keeps what it has fetched
   * @returns {Promise<any>}
   */
  async toolsIn(_language, _checksum) {
    return lack();
  }

  /**
   * The sections of measured results beneath a page.
   * @param {string} _page
   * @param {{model: string, only?: string, networks?: string[], language?: string}} _request of one
   *   section alone, by the networks chosen in it
   * @returns {Promise<{sections: any[], plotly: string}>} with the address of Plotly's script
   */
  async sections(_page, _request) {
    return lack();
  }

  /**
   * Follow a state that changes: drawings ("read"), two digits ("split"), a transformed digit
   * ("transform"), all blocks of a network ("network").
   * @param {"read" | "split" | "transform" | "network"} _kind
   * @param {LiveOptions} _options
   * @returns {LiveLink}
   */
  live(_kind, _options) {
    return lack();
  }

  /**
   * Read one drawing's raster.
   * @param {Settings} _settings
   * @param {Uint8Array} _raster
   * @returns {Promise<any>} as `decodeReply` gives it
   */
  async read(_settings, _raster) {
    return lack();
  }

  /**
   * Read one raster by several networks, with capsules or without.
   * @param {string[]} _networks
   * @param {Uint8Array} _raster
   * @param {boolean} _center whether it is brought to MNIST's form
   * @returns {Promise<{input: string, outputs: Record<string, number[]>, ms: Record<string, number>}>}
   *   what they were given, as base64 of its bytes, each one's lengths or probabilities, and the
   *   time that it took
   */
  async readAll(_networks, _raster, _center) {
    return lack();
  }

  /**
   * Two digits over each other, once.
   * @param {any} _question as `live` of "split" has it
   * @param {Uint8Array} _image of browser/digit_pair.js
   * @returns {Promise<Uint8Array>} a good reply
   */
  async split(_question, _image) {
    return lack();
  }

  /** A drawing's whole routing. @param {TraceQuestion} _question @returns {Promise<Uint8Array>} */
  async trace(_question) {
    return lack();
  }

  /** Its routings layer by layer. @param {TraceQuestion} _question @returns {Promise<Uint8Array>} */
  async tree(_question) {
    return lack();
  }

  /** All its numbers as a file for numpy. @param {TraceQuestion} _question @returns {Promise<Blob>} */
  async numbers(_question) {
    return lack();
  }

  /** One block of a network, whole. @param {any} _question @returns {Promise<Arrays>} */
  async inside(_question) {
    return lack();
  }

  /**
   * Lengths of inputs, and poses of one digit.
   * @param {any} _question
   * @param {Uint8Array} _inputs of the network, the first untouched
   * @returns {Promise<Arrays>}
   */
  async curves(_question, _inputs) {
    return lack();
  }

  /**
   * A picture attacked.
   * @param {any} _question
   * @param {Uint8Array} _inputs the untouched digit, and the one that is attacked
   * @returns {Promise<Arrays>}
   */
  async attack(_question, _inputs) {
    return lack();
  }

  /** A sprite drawn and read. @param {any} _question @returns {Promise<any>} as of `read` */
  async sprite(_question) {
    return lack();
  }

  /**
   * How a picture stands.
   * @param {Settings} _settings
   * @param {Uint8Array} _raster
   * @returns {Promise<{better: any, clear: boolean}>}
   */
  async orientation(_settings, _raster) {
    return lack();
  }

  /**
   * Pictures of poses, one byte a pixel.
   * @param {string} _model
   * @param {Float32Array} _poses
   * @returns {Promise<Uint8Array>}
   */
  async decode(_model, _poses) {
    return lack();
  }

  /** A decoder for the browser. @param {DecoderData} _decoder @returns {Promise<AnyDecoder>} */
  async decoderHere(_decoder) {
    return lack();
  }

  /**
   * The decoder of a network, here or elsewhere.
   * @param {string} model its name
   * @param {DecoderData} decoder
   * @param {() => void} onMore more has been painted elsewhere
   * @returns {Promise<AnyDecoder>}
   */
  async loadDecoder(model, decoder, onMore) {
    if (decoder.here) return this.decoderHere(decoder);
    if (decoder.there === false) return new BlankDecoder(decoder);
    return new RemoteDecoder((poses) => this.decode(model, poses), decoder, onMore);
  }

  /**
   * The range that each dimension takes on the training set; null where it was not measured.
   * @param {string | null} _sha
   * @returns {Promise<any>}
   */
  async poses(_sha) {
    return null;
  }

  /**
   * List the files that the browser would have to fetch before networks in it can answer.
   * @param {string[]} _paths
   * @returns {Promise<string[]>}
   */
  async missing(_paths) {
    return [];
  }

  /**
   * The weights of a network of parts and objects, which runs in the browser.
   * @param {string} _sha
   * @returns {Promise<Arrays>}
   */
  async partsNetwork(_sha) {
    return lack();
  }

  /**
   * The weights of a lesson's own network, which runs in the browser.
   * @param {string} _sha
   * @returns {Promise<Arrays>}
   */
  async lessonNetwork(_sha) {
    return lack();
  }

  /** Samples to begin with; none where they cannot be had. @param {string} _sha @returns {Promise<Sample[]>} */
  async samples(_sha) {
    return [];
  }

  /**
   * A test picture of a data set.
   * @param {string} _set
   * @param {number} _index counted from 0
   * @returns {Promise<TestImage>}
   */
  async testImage(_set, _index) {
    return lack();
  }

  /**
   * Two test digits over each other, at random; with `wrong` two that the network reads wrongly.
   * @param {boolean} [_wrong]
   * @returns {Promise<{digits: any[]}>}
   */
  async pair(_wrong) {
    return lack();
  }

  /** How many of some random pairs are read rightly. @returns {Promise<{n: number, right: number[]}>} */
  async countPairs() {
    return lack();
  }

  /**
   * News of a training's film.
   * @param {string} _run
   * @param {{moments: number, lines: number}} _since the last of each that is known
   * @param {AbortSignal} [_signal]
   * @returns {Promise<Arrays>}
   */
  async film(_run, _since, _signal) {
    return lack();
  }

  /**
   * The film as one page of its own.
   * @param {string} _run
   * @param {string} _language such as "en"
   * @returns {Promise<Blob>}
   */
  async filmPage(_run, _language) {
    return lack();
  }

  /**
   * Have something done with a training.
   * @param {{do: string} & Record<string, any>} _command
   * @returns {Promise<any>}
   */
  async train(_command) {
    return lack();
  }

  /** The view as a page of its own. @param {any} _view @returns {Promise<Blob>} */
  async report(_view) {
    return lack();
  }

  /** An address as a QR code. @param {string} _address @returns {Promise<string>} SVG */
  async qrCode(_address) {
    return lack();
  }
}
