/* Poses on the sliders. Each pose at which they rest can be undone. */

import { poseLength } from "./numbers.js";
import { PoseSteps } from "./steps.js";

export class PoseEditor {
  /**
   * @param {import("../../browser/sliders.js").DimensionSliders} sliders
   * @param {import("./index.js").DimensionsPage} page
   */
  constructor(sliders, page) {
    this.sliders = sliders;
    this.page = page;
    this.button = page.element("undo");
    /** @type {PoseSteps | null} */
    this.steps = null;
  }

  /**
   * @param {ArrayLike<number> | null} pose by default the initial pose
   * @param {number[][]} before poses to go back to
   */
  begin(pose, before) {
    this.sliders.set(pose ?? this.sliders.original);
    this.steps = new PoseSteps(this.sliders.pose, before);
    this.showSteps();
  }

  /** Set another pose, in one undoable step. @param {ArrayLike<number>} pose */
  set(pose) {
    this.sliders.set(pose);
    this.commit();
  }

  commit() {
    if (this.steps?.rest(this.sliders.pose)) this.rest();
  }

  /** @returns {boolean} whether there was a pose to go back to */
  undo() {
    const before = this.steps?.undo();
    if (!before) return false;
    this.sliders.set(before);
    this.rest();
    return true;
  }

  /** A usual pose. */
  randomise() {
    this.set(this.page.state.cloud.samplePose());
  }

  /** The pose scaled to a typical length. */
  stretch() {
    const { pose } = this.sliders;
    const factor = this.page.state.cloud.lengths[50] / Math.max(poseLength(pose), 1e-6);
    this.set(Array.from(pose, (value) => value * factor));
  }

  rest() {
    this.showSteps();
    this.page.rest();
  }

  showSteps() {
    this.button.disabled = this.steps.before.length === 0;
  }
}
