/* Plays through a range, forwards and backwards. */

import { turnValue } from "./transform.js";

/** One way through a range, in seconds. */
const SECONDS = 3;
/** With reduced motion, each press advances by this share of the range. */
const STEP = 0.1;

/**
 * Present value of a range that is played.
 * @param {[number, number]} range
 * @param {number} seconds since it began at its lower end
 */
export function valueAtTime([low, high], seconds) {
  const phase = Math.max(0, seconds / SECONDS) % 2;
  return low + (phase > 1 ? 2 - phase : phase) * (high - low);
}

/**
 * The next step through a range; after its end, the first.
 * @param {[number, number]} range
 * @param {number} value
 */
export function nextStepValue([low, high], value) {
  const next = value + (high - low) * STEP;
  return next > high + 1e-9 ? low : Math.min(high, next);
}

export class Player {
  /** @param {import("./index.js").ViewpointPage} page */
  constructor(page) {
    this.page = page;
    /** @type {{kind: string, frame: number} | null} */
    this.playing = null;
  }

  /** Play a transform from where it stands on; once more stops it. @param {string} kind */
  toggle(kind) {
    const { server, view } = this.page;
    const range = server.limits[kind];
    const from = turnValue(kind, view.transform[kind]);
    if (matchMedia("(prefers-reduced-motion: reduce)").matches)
      return this.page.set(kind, turnValue(kind, nextStepValue(range, from)));
    const wasPlaying = this.playing?.kind === kind;
    this.stop();
    if (!wasPlaying) this.start(kind, range, from);
  }

  start(kind, range, from) {
    const startTime =
      performance.now() - (1000 * SECONDS * (from - range[0])) / (range[1] - range[0]);
    const playing = { kind, frame: 0 };
    this.playing = playing;
    this.page.onPlay(kind, true);
    const step = (now) => {
      this.page.set(kind, turnValue(kind, valueAtTime(range, (now - startTime) / 1000)));
      playing.frame = requestAnimationFrame(step);
    };
    playing.frame = requestAnimationFrame(step);
  }

  stop() {
    if (!this.playing) return;
    const { kind, frame } = this.playing;
    cancelAnimationFrame(frame);
    this.playing = null;
    this.page.onPlay(kind, false);
  }
}
