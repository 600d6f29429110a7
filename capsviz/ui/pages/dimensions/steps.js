/* Poses that were on the sliders before, to go back to. */

const MOST = 100;

const same = (one, other) => one.every((value, d) => value === other[d]);

export class PoseSteps {
  /** @param {ArrayLike<number>} pose to begin with */
  constructor(pose) {
    this.now = Float32Array.from(pose);
    /** @type {(typeof this.now)[]} */
    this.before = [];
  }

  /** The sliders rest at a pose; false where that is where they were. */
  rest(pose) {
    if (same(this.now, pose)) return false;
    this.before.push(this.now);
    if (this.before.length > MOST) this.before.shift();
    this.now = Float32Array.from(pose);
    return true;
  }

  /** The pose one step back, which is the present one from now on; null if there is none. */
  back() {
    const pose = this.before.pop() ?? null;
    if (pose) this.now = pose;
    return pose;
  }
}
