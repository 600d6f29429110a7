/* A range played through, there and back. */

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
  const turn = Math.max(0, seconds / SECONDS) % 2;
  return low + (turn > 1 ? 2 - turn : turn) * (high - low);
}

/**
 * The next of single steps through a range, which begins anew after its end.
 * @param {[number, number]} range
 * @param {number} value
 */
export function nextStepValue([low, high], value) {
  const next = value + (high - low) * STEP;
  return next > high + 1e-9 ? low : Math.min(high, next);
}

export class Player {
  /**
   * @param {Record<string, [number, number]>} limits
   * @param {{
   *   set: (kind: string, value: number) => void,
   *   onState: (kind: string, playing: boolean) => void,
   * }} listeners
   */
  constructor(limits, { set, onState }) {
    this.limits = limits;
    this.set = set;
    this.onState = onState;
    /** @type {{kind: string, frame: number} | null} */
    this.playing = null;
  }

  /** Play from a value on; once more stops it. @param {string} kind @param {number} from */
  toggle(kind, from) {
    const range = this.limits[kind];
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
      this.set(kind, nextStepValue(range, from));
      return;
    }
    const same = this.playing?.kind === kind;
    this.stop();
    if (!same) this.start(kind, from);
  }

  start(kind, from) {
    const range = this.limits[kind];
    const began = performance.now() - (1000 * SECONDS * (from - range[0])) / (range[1] - range[0]);
    const playing = { kind, frame: 0 };
    this.playing = playing;
    this.onState(kind, true);
    const step = (now) => {
      this.set(kind, valueAtTime(range, (now - began) / 1000));
      playing.frame = requestAnimationFrame(step);
    };
    playing.frame = requestAnimationFrame(step);
  }

  stop() {
    if (!this.playing) return;
    const { kind, frame } = this.playing;
    cancelAnimationFrame(frame);
    this.playing = null;
    this.onState(kind, false);
  }
}
