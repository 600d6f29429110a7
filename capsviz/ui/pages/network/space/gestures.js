/* Gestures on the scene: the wheel and swipes lead from stop to stop, two fingers turn and zoom. */

/** A wheel at rest for so long ends a gesture, in ms. */
const WHEEL_PAUSE = 200;
/** A gesture of the wheel leads on from so many pixels; a line counts as so many. */
const MIN_WHEEL = 40;
const LINE = 30;
/** Pixels of a swipe. */
const SWIPE = 48;
/** How much a pinch of the trackpad zooms, a pixel. */
const PINCH = 0.01;

/**
 * Gestures of a wheel or trackpad: each leads one stop on or back. One that begins where no stop is
 * in its direction, or elsewhere on the page, scrolls the page until its end.
 */
export class WheelGestures {
  constructor() {
    this.last = Number.NEGATIVE_INFINITY;
    this.sum = 0;
    this.leads = false;
    this.done = false;
  }

  /**
   * @param {number} delta pixels, more than 0 leads on
   * @param {number} now in ms
   * @param {{within: boolean, canGo: (by: number) => boolean}} where whether the pointer is on the
   *   scene, and whether there is a stop in a direction
   * @returns {{taken: boolean, by: number}} whether the page must not scroll, and stops to go
   */
  take(delta, now, { within, canGo }) {
    if (now - this.last > WHEEL_PAUSE) {
      this.sum = 0;
      this.done = false;
      this.leads = within && canGo(Math.sign(delta));
    }
    this.last = now;
    if (!this.leads || !within) return { taken: false, by: 0 };
    this.sum += delta;
    if (this.done || Math.abs(this.sum) < MIN_WHEEL) return { taken: true, by: 0 };
    this.done = true;
    const by = Math.sign(this.sum);
    return { taken: true, by: canGo(by) ? by : 0 };
  }
}

/** Follow the gestures on a walk's scene. @param {import("./index.js").Walk} walk */
export function followGestures(walk) {
  followWheel(walk);
  followFingers(walk);
}

/** @param {import("./index.js").Walk} walk */
function followWheel(walk) {
  const { page, place } = walk;
  const wheel = new WheelGestures();
  const canGo = (by) => Boolean(walk.stopAfter(by));
  const roll = (/** @type {WheelEvent} */ event) => {
    const { deltaX, deltaY, deltaMode, ctrlKey, target } = event;
    const within = place.contains(target);
    if (ctrlKey) {
      if (!within) return;
      event.preventDefault();
      return walk.stage?.zoomBy(Math.exp(deltaY * PINCH));
    }
    const most = Math.abs(deltaX) > Math.abs(deltaY) ? deltaX : deltaY;
    if (!most) return;
    const delta = most * (deltaMode ? LINE : 1);
    const { taken, by } = wheel.take(delta, event.timeStamp, { within, canGo });
    if (taken) event.preventDefault();
    if (by) walk.go(by);
  };
  const how = { passive: false, capture: true, signal: page.signal };
  window.addEventListener("wheel", roll, how);
}

/** @param {import("./index.js").Walk} walk */
function followFingers(walk) {
  const { page, place } = walk;
  /** Last place of one finger or two. @type {{x: number, y: number, apart: number} | null} */
  let from = null;
  let fingers = 0;
  const pair = (/** @type {any} */ [one, other = one]) => ({
    x: (one.clientX + other.clientX) / 2,
    y: (one.clientY + other.clientY) / 2,
    apart: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY),
  });
  /** @type {Record<string, (event: TouchEvent) => void>} */
  const hears = {
    touchstart: (event) => {
      fingers = event.touches.length;
      from = pair(event.touches);
      if (fingers > 1) event.preventDefault();
    },
    touchmove: (event) => {
      if (event.touches.length !== 2 || !from) return;
      event.preventDefault();
      const now = pair(event.touches);
      walk.stage?.turnBy([now.x - from.x, now.y - from.y]);
      if (now.apart && from.apart) walk.stage?.zoomBy(from.apart / now.apart);
      from = now;
    },
    touchend: ({ changedTouches: [one], touches }) => {
      if (!from || fingers > 1) {
        if (!touches.length) from = null;
        return;
      }
      const [across, down] = [one.clientX - from.x, one.clientY - from.y];
      if (Math.abs(across) > SWIPE && Math.abs(across) > 2 * Math.abs(down))
        walk.go(across < 0 ? 1 : -1);
      from = null;
    },
  };
  for (const [type, hear] of Object.entries(hears))
    place.addEventListener(type, hear, { passive: false, signal: page.signal });
}
