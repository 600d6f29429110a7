/*
 * Requests a drawing's trace, one at a time; the newest is shown. Retries an unreachable server.
 */

import { RETRY_DELAY } from "../../browser/page_host.js";
import { text } from "../../browser/text.js";

export class TraceRequest {
  /**
   * @param {(question: any) => Promise<any>} ask
   * @param {(trace: any) => void} take
   * @param {(sentence: string) => void} trouble none where all is well
   * @param {AbortSignal} signal the end of the page
   */
  constructor(ask, take, trouble, signal) {
    this.answer = ask;
    this.take = take;
    this.trouble = trouble;
    this.signal = signal;
    /** Key of the trace that is shown or awaited; "" for none. */
    this.key = "";
    this.question = {};
    this.busy = false;
  }

  /** Whether the trace of a question is shown or waited for. @param {object} question */
  isOf(question) {
    return JSON.stringify(question) === this.key;
  }

  /** @param {object} question */
  async ask(question) {
    const key = JSON.stringify(question);
    this.key = key;
    this.question = question;
    if (this.busy) return;
    this.busy = true;
    try {
      const trace = await this.answer(question);
      if (key !== this.key) return;
      this.trouble("");
      this.take(trace);
    } catch (error) {
      if (key !== this.key) return;
      this.key = ""; // retry at the next update
      this.trouble(error.isUnreachable ? text("drawing-stays") : error.message);
      if (error.isUnreachable) setTimeout(() => this.askAgain(), RETRY_DELAY);
    } finally {
      this.busy = false;
      if (this.key && this.key !== key) this.ask(this.question);
    }
  }

  askAgain() {
    if (!this.key && !this.signal.aborted) this.ask(this.question);
  }
}
