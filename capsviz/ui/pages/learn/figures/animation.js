/* Animation: numbers that change smoothly from old to new, one beat after another. */

const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * @param {any} from numbers, or nested lists of numbers of one shape
 * @param {any} to
 * @param {number} share of the way
 * @returns {any}
 */
export function interpolate(from, to, share) {
  if (Array.isArray(to)) return to.map((value, k) => interpolate(from?.[k] ?? value, value, share));
  return to === undefined ? to : from + (to - from) * share;
}

export class Glide {
  /** @param {(values: any) => void} show */
  constructor(show) {
    this.show = show;
    /** @type {any} */
    this.current = null;
    this.frame = 0;
  }

  /**
   * @param {any[]} target its shape must not change
   * @param {number} duration milliseconds; 0 to arrive at once
   */
  to(target, duration) {
    cancelAnimationFrame(this.frame);
    const from = this.current;
    if (!duration || !from || isStill()) return this.at(target);
    const begin = performance.now();
    const step = () => {
      const share = Math.min(1, (performance.now() - begin) / duration);
      this.at(share < 1 ? interpolate(from, target, share * share * (3 - 2 * share)) : target);
      if (share < 1) this.frame = requestAnimationFrame(step);
    };
    step();
  }

  at(values) {
    this.current = values;
    this.show(values);
  }
}

/** Plays one beat after another. */
export class Film {
  /**
   * @param {{advance: () => boolean, show: (playing: boolean) => void}} acts `advance` returns
   *   whether there is more
   */
  constructor({ advance, show }) {
    this.advance = advance;
    this.show = show;
    this.timer = 0;
  }

  get playing() {
    return this.timer !== 0;
  }

  /** @param {number} beat milliseconds */
  play(beat) {
    this.pause();
    const act = () => {
      if (!this.advance()) this.pause();
    };
    this.timer = window.setInterval(act, beat);
    act();
    if (this.playing) this.show(true);
  }

  pause() {
    clearInterval(this.timer);
    this.timer = 0;
    this.show(false);
  }
}
