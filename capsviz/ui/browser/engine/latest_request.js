/* Asks one thing at a time; what was asked for meanwhile is asked next, the newest only. */

export class LatestRequest {
  /**
   * @param {(question: any) => Promise<any>} ask
   * @param {(reply: any) => void} show
   * @param {(sentence: string) => void} trouble
   * @param {{each?: boolean}} [answers] whether each is shown, also one that a newer question has
   *   overtaken
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
