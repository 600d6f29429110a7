/* Playing through the iterations, again and again. */

/** Time of one iteration while playing, and of the last one before it starts again. */
const STEP = 1000;
const REST = 2200;

export class Playback {
  /**
   * @param {{
   *   go: (t: number) => void,
   *   now: () => {t: number, r: number},
   *   changed: (playing: boolean) => void,
   * }} acts
   */
  constructor({ go, now, changed }) {
    this.go = go;
    this.now = now;
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
    this.timer = setTimeout(() => this.step(), STEP);
    this.changed(true);
  }

  step() {
    const { t, r } = this.now();
    const next = t === r - 1 ? 0 : t + 1;
    this.go(next);
    this.timer = setTimeout(() => this.step(), next === r - 1 ? REST : STEP);
  }

  pause() {
    if (!this.playing) return;
    clearTimeout(this.timer ?? undefined);
    this.timer = null;
    this.changed(false);
  }
}
