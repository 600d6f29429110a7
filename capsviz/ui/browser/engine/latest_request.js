/* Sends one question at a time, and only the newest of those that arrive during a request. */

export class LatestRequest {
  /**
   * @param {(question: any) => Promise<any>} ask
   * @param {(reply: any) => void} show
   * @param {(sentence: string) => void} trouble
   * @param {{each?: boolean}} [answers] whether each answer is shown, even if a newer question
   *   waits
   */
  constructor(ask, show, trouble, { each = false } = {}) {
    this.answer = ask;
    this.each = each;
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
      const latest = this.next;
      this.next = null;
      try {
        const reply = await this.answer(latest);
        if (this.each || !this.next) this.show(reply);
      } catch (error) {
        this.trouble(error.message);
      }
    }
    this.busy = false;
  }
}
