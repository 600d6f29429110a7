/*
 * Plays one pass through the network slowly: a wave from left to right, with one loop per routing
 * iteration.
 */

/** Time of a playing pass per block, in ms. */
const BLOCK_TIME = 1100;

/**
 * Steps of a forward pass: one per block, and one per iteration of the routing. Before and after
 * the routing, its last iteration is shown.
 * @param {{part: string}[]} blocks
 * @param {number} rounds
 * @returns {{index: number, iteration: number}[]}
 */
export function passSteps(blocks, rounds) {
  return blocks.flatMap(({ part }, index) => {
    if (part !== "routing") return { index, iteration: rounds - 1 };
    return Array.from({ length: rounds }, (_, iteration) => ({ index, iteration }));
  });
}

/** Plays those steps; has no step at first and after the last. */
export class Pass {
  /** @param {() => {index: number, iteration: number}[]} steps @param {() => void} changed */
  constructor(steps, changed) {
    this.steps = steps;
    this.changed = changed;
    this.number = -1;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
  }

  get playing() {
    return this.timer !== undefined;
  }

  /** The current step, or null. */
  get currentStep() {
    return this.steps()[this.number] ?? null;
  }

  play() {
    this.step();
    this.timer = setInterval(() => this.step(), BLOCK_TIME);
    this.changed();
  }

  pause() {
    this.halt();
    this.changed();
  }

  halt() {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  /** Go one step on; after the last one, end the pass. */
  step() {
    this.number += 1;
    if (this.number >= this.steps().length) this.goTo(-1);
    this.changed();
  }

  /** Adopt the page's step, which another tab may have changed. @param {number} number */
  goTo(number) {
    if (number === this.number) return;
    this.halt();
    this.number = number;
  }
}
