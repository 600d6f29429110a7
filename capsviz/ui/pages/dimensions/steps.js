/* Poses that were on the sliders before, to go back to. */

const MOST = 100;

const same = (one, other) => one.every((value, d) => value === other[d]);

export class PoseSteps {
  /**
   * @param {ArrayLike<number>} pose the present one
   * @param {ArrayLike<number>[]} [before] those before it, the oldest first
   */
  constructor(pose, before = []) {
    this.now = Float32Array.from(pose);
    this.before = before.map((earlier) => Float32Array.from(earlier));
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
