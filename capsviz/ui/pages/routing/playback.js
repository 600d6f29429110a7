/* Playing through the iterations, again and again. */

/** Milliseconds: of one iteration at least, and of each word of its sentence. */
const MIN_STEP = 3000;
const WORD = 260;

/** Time that an iteration is shown for. @param {string} sentence @param {number} speed */
export function readingTime(sentence, speed) {
  return Math.max(MIN_STEP, WORD * sentence.split(/\s+/).length) / speed;
}

export class Playback {
  /**
   * @param {{
   *   go: (t: number) => void,
   *   now: () => {t: number, r: number},
   *   sentence: () => string, speed: () => number,
   *   changed: (playing: boolean) => void,
   * }} acts
   */
  constructor({ go, now, sentence, speed, changed }) {
    this.go = go;
    this.now = now;
    this.time = () => readingTime(sentence(), speed());
    this.changed = changed;
    /** @type {ReturnType<typeof setTimeout> | null} */
    this.timer = null;
  }

  get playing() {
    return this.timer !== null;
  }

  play() {
    const { t, r } = this.now();
    if (t === r - 1) this.go(0);
    this.timer = setTimeout(() => this.step(), this.time());
    this.changed(true);
  }

  step() {
    const { t, r } = this.now();
    this.go(t === r - 1 ? 0 : t + 1);
    this.timer = setTimeout(() => this.step(), this.time());
  }

  pause() {
    if (!this.playing) return;
    clearTimeout(this.timer ?? undefined);
    this.timer = null;
    this.changed(false);
  }
}
