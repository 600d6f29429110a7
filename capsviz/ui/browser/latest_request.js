/* Asks one thing at a time; what was asked for meanwhile is asked next, the newest only. */

import { unpackArrays } from "./arrays.js";

const AWAY = "The server is away: try again shortly.";

export class LatestRequest {
  /**
   * @param {() => string} address
   * @param {(found: any) => void} show
   * @param {(sentence: string) => void} trouble
   * @param {{read?: (bytes: Uint8Array) => any, each?: boolean}} [answers] how they are read, and
   *   whether each is shown, also one that a newer question has overtaken
   */
  constructor(address, show, trouble, { read = unpackArrays, each = false } = {}) {
    this.read = read;
    this.each = each;
    this.address = address;
    this.show = show;
    this.trouble = trouble;
    this.busy = false;
    this.next = null;
  }

  /** @param {object} question */
  async ask(question) {
    this.next = question;
    if (this.busy) return;
    this.busy = true;
    while (this.next) {
      const asked = this.next;
      this.next = null;
      await this.answer(asked);
    }
    this.busy = false;
  }

  async answer(asked) {
    try {
      const reply = await fetch(this.address(), { method: "POST", body: JSON.stringify(asked) });
      if (!reply.ok) throw new Error((await reply.json()).error);
      const found = new Uint8Array(await reply.arrayBuffer());
      if (this.each || !this.next) this.show(this.read(found));
    } catch (error) {
      this.trouble(error instanceof TypeError ? AWAY : error.message);
    }
  }
}
