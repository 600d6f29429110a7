/* Playing through the iterations, again and again. */

import { speedChoice } from "../../browser/play.js";

/** Milliseconds: of one iteration at least, and of each word of its sentence. */
const MIN_STEP = 3000;
const WORD = 260;

/** Time that an iteration is shown for. @param {string} sentence @param {number} speed */
export function readingTime(sentence, speed) {
  return Math.max(MIN_STEP, WORD * sentence.split(/\s+/).length) / speed;
}

export class Playback {
  /** @param {import("./index.js").RoutingPage} page */
  constructor(page) {
    this.page = page;
    this.speed = speedChoice(page.element("speed"));
    /** @type {ReturnType<typeof setTimeout> | null} */
    this.timer = null;
  }

  get playing() {
    return this.timer !== null;
  }

  play() {
    const { t, r } = this.page.state;
    if (t === r - 1) this.page.choose({ t: 0 });
    this.wait();
    this.page.controls.showPlaying(true);
  }

  /** Show the next iteration once the sentence on this one can have been read. */
  wait() {
    const sentence = this.page.element("film-line").textContent;
    this.timer = setTimeout(
      () => {
        const { t, r } = this.page.state;
        this.page.choose({ t: t === r - 1 ? 0 : t + 1 });
        this.wait();
      },
      readingTime(sentence, this.speed()),
    );
  }

  pause() {
    if (!this.playing) return;
    clearTimeout(this.timer ?? undefined);
    this.timer = null;
    this.page.controls.showPlaying(false);
    this.page.stand();
  }
}
