/* Questions to Python over a widget's own channel, each with its answer. */

import { socketOf } from "../../../browser/engine/local_socket.js";

/**
 * @typedef {object} Model anywidget's
 * @property {(content: any, callbacks?: any, buffers?: ArrayBuffer[]) => void} send
 * @property {(name: string, act: (content: any, buffers: DataView[]) => void) => void} on
 * @property {(name: string, act: any) => void} off
 * @property {(name: string, value: any) => void} set
 * @property {() => void} save_changes
 */

export class Channel {
  /** @param {Model} model */
  constructor(model) {
    this.model = model;
    // Several views of one widget hear all answers: each knows its own questions.
    this.name = Math.random().toString(36).slice(2);
    this.count = 0;
    /** @type {Map<string, (answer: {content: any, bytes: Uint8Array}) => void>} */
    this.pending = new Map();
    this.onMessage = (content, buffers) => {
      const settle = this.pending.get(content.id);
      this.pending.delete(content.id);
      settle?.({ content, bytes: bytesOf(buffers?.[0]) });
    };
    model.on("msg:custom", this.onMessage);
  }

  /**
   * @param {string} kind of question
   * @param {any} [content] of it, plain
   * @param {Uint8Array} [bytes] beside it
   * @returns {Promise<{content: any, bytes: Uint8Array}>}
   */
  ask(kind, content = {}, bytes = new Uint8Array()) {
    this.count += 1;
    const id = `${this.name}-${this.count}`;
    return new Promise((settle) => {
      this.pending.set(id, settle);
      this.model.send({ ...content, kind, id }, undefined, [bytes.slice().buffer]);
    });
  }

  /** Object with the interface of an open WebSocket, for a `LiveLink`. */
  socket() {
    return socketOf(async (message) => (await this.ask("live", {}, message)).bytes);
  }

  /** Have synced traits say this: in marimo the cells that use them run again. @param {any} traits */
  sync(traits) {
    for (const [name, value] of Object.entries(traits)) this.model.set(name, value);
    this.model.save_changes();
  }

  close() {
    this.model.off("msg:custom", this.onMessage);
  }
}

/** A widget's buffers are views into larger ones. */
function bytesOf(view) {
  if (!view) return new Uint8Array();
  const { buffer, byteOffset, byteLength } = view;
  return new Uint8Array(buffer.slice(byteOffset, byteOffset + byteLength));
}
