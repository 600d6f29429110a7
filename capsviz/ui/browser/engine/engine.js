/*
 * The interface between pages and networks. Pages use only this interface. A server (`HttpEngine`),
 * a notebook's Python and a recording in a file implement it; an engine does not support the
 * methods that its class does not override.
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

/** An error of an engine. Its message is a sentence for the visitor. */
export class EngineError extends Error {
  /**
   * @param {string} sentence
   * @param {boolean} [isUnreachable] whether the server did not respond
   */
  constructor(sentence, isUnreachable = false) {
    super(sentence);
    this.isUnreachable = isUnreachable;
  }
}

/** @returns {never} */
function lack() {
  throw new EngineError(text("app-needed"));
}

export class Engine {
  /**
   * Whether this engine implements all these methods.
   * @param {...string} names
   */
  offers(...names) {
    return names.every((name) => this[name] !== Engine.prototype[name]);
  }

  /**
   * A page's data, computed from this tab's stored state.
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
   * @param {string} [_checksum] of the server's texts, so that the browser caches the reply
   * @returns {Promise<any>}
   */
  async toolsIn(_language, _checksum) {
    return lack();
  }

  /**
   * The sections of measured results below a page.
   * @param {string} _page
   * @param {{model: string, only?: string, networks?: string[], language?: string}} _request `only`
   *   requests a single section, with the networks chosen in it
   * @returns {Promise<{sections: any[], plotly: string}>} `plotly` is the address of Plotly's
   *   script
   */
  async sections(_page, _request) {
    return lack();
  }

  /**
   * Follow a changing state: drawings ("read"), two digits ("split"), a transformed digit
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
   * @returns {Promise<any>} as `decodeReply` returns it
   */
  async read(_settings, _raster) {
    return lack();
  }

  /**
   * Read one raster by several networks, with capsules or without.
   * @param {string[]} _networks
   * @param {Uint8Array} _raster
   * @param {boolean} _center whether it is normalised like MNIST's digits
   * @returns {Promise<{input: string, outputs: Record<string, number[]>, ms: Record<string,
   *   number>}>} the networks' input as base64, the lengths or probabilities of each network, and
   *   its time in ms
   */
  async readAll(_networks, _raster, _center) {
    return lack();
  }

  /**
   * Read overlapping digits once.
   * @param {any} _question as of `live("split")`
   * @param {Uint8Array} _image as of browser/digit_pair.js
   * @returns {Promise<Uint8Array>} a successful reply
   */
  async split(_question, _image) {
    return lack();
  }

  /**
   * All numbers of a drawing's routing.
   * @param {TraceQuestion} _question
   * @returns {Promise<Uint8Array>}
   */
  async trace(_question) {
    return lack();
  }

  /**
   * A drawing's routings, layer by layer.
   * @param {TraceQuestion} _question
   * @returns {Promise<Uint8Array>}
   */
  async tree(_question) {
    return lack();
  }

  /**
   * All numbers of a drawing as a file for NumPy.
   * @param {TraceQuestion} _question
   * @returns {Promise<Blob>}
   */
  async numbers(_question) {
    return lack();
  }

  /**
   * All activations of one block of a network.
   * @param {any} _question
   * @returns {Promise<Arrays>}
   */
  async inside(_question) {
    return lack();
  }

  /**
   * Lengths for several inputs, and poses of one digit.
   * @param {any} _question
   * @param {Uint8Array} _inputs of the network, the first unchanged
   * @returns {Promise<Arrays>}
   */
  async curves(_question, _inputs) {
    return lack();
  }

  /**
   * Attack a picture.
   * @param {any} _question
   * @param {Uint8Array} _inputs the unchanged digit and the attacked one
   * @returns {Promise<Arrays>}
   */
  async attack(_question, _inputs) {
    return lack();
  }

  /** Draw and read a sprite. @param {any} _question @returns {Promise<any>} as `read` returns it */
  async sprite(_question) {
    return lack();
  }

  /**
   * Whether a picture is read better when turned.
   * @param {Settings} _settings
   * @param {Uint8Array} _raster
   * @returns {Promise<{better: any, clear: boolean}>}
   */
  async orientation(_settings, _raster) {
    return lack();
  }

  /**
   * Decode poses to pictures, one byte per pixel.
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
   * The decoder of a network, in the browser or on the server.
   * @param {string} model its name
   * @param {DecoderData} decoder
   * @param {() => void} onMore called when further pictures arrive from the server
   * @returns {Promise<AnyDecoder>}
   */
  async loadDecoder(model, decoder, onMore) {
    if (decoder.here) return this.decoderHere(decoder);
    if (decoder.there === false) return new BlankDecoder(decoder);
    return new RemoteDecoder((poses) => this.decode(model, poses), decoder, onMore);
  }

  /**
   * The range of each dimension on the training set; null if it was not measured.
   * @param {string | null} _sha
   * @returns {Promise<any>}
   */
  async poses(_sha) {
    return null;
  }

  /**
   * List the files that the browser must load before it can run networks.
   * @param {string[]} _paths
   * @returns {Promise<string[]>}
   */
  async missing(_paths) {
    return [];
  }

  /**
   * Weights of a network of parts and objects, which runs in the browser.
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

  /**
   * Samples to begin with; empty if they are not available.
   * @param {string} _sha
   * @returns {Promise<Sample[]>}
   */
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
   * Two random overlapping test digits; with `wrong` two that the network misclassifies.
   * @param {boolean} [_wrong]
   * @returns {Promise<{digits: any[]}>}
   */
  async pair(_wrong) {
    return lack();
  }

  /**
   * Count correctly classified pairs in a random sample.
   * @returns {Promise<{n: number, right: number[]}>}
   */
  async countPairs() {
    return lack();
  }

  /**
   * News of a training's film.
   * @param {string} _run
   * @param {{moments: number, lines: number}} _since number of the last known moment and line
   * @param {AbortSignal} [_signal]
   * @returns {Promise<Arrays>}
   */
  async film(_run, _since, _signal) {
    return lack();
  }

  /**
   * The film as a standalone page.
   * @param {string} _run
   * @param {string} _language such as "en"
   * @returns {Promise<Blob>}
   */
  async filmPage(_run, _language) {
    return lack();
  }

  /**
   * Send a command for a training.
   * @param {{do: string} & Record<string, any>} _command
   * @returns {Promise<any>}
   */
  async train(_command) {
    return lack();
  }

  /** The view as a standalone page. @param {any} _view @returns {Promise<Blob>} */
  async report(_view) {
    return lack();
  }

  /** An address as a QR code. @param {string} _address @returns {Promise<string>} SVG */
  async qrCode(_address) {
    return lack();
  }
}
