/* Undo history of the sliders' poses. */

const MAX_STEPS = 100;

const areEqual = (a, b) => a.every((value, d) => value === b[d]);

export class PoseSteps {
  /**
   * @param {ArrayLike<number>} pose the current one
   * @param {ArrayLike<number>[]} [before] the earlier ones, the oldest first
   */
  constructor(pose, before = []) {
    this.now = Float32Array.from(pose);
    this.before = before.map((earlier) => Float32Array.from(earlier));
  }

  /** Add the pose at which the sliders rest; returns false if it is the current one. */
  rest(pose) {
    if (areEqual(this.now, pose)) return false;
    this.before.push(this.now);
    if (this.before.length > MAX_STEPS) this.before.shift();
    this.now = Float32Array.from(pose);
    return true;
  }

  /** Go back one step and return its pose; null if there is none. */
  undo() {
    const pose = this.before.pop() ?? null;
    if (pose) this.now = pose;
    return pose;
  }
}
