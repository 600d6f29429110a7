/* Plays through the iterations in a loop. */

import { speedChoice } from "../../browser/play.js";

/** Least time of an iteration and time per word of its sentence, in ms. */
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

  /** Show the next iteration after the time to read this one's sentence. */
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
