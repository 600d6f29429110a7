/* Gestures on the scene: the wheel and swipes go from stop to stop, two fingers turn and zoom. */

/** Pause of the wheel that ends a gesture, in ms. */
const WHEEL_PAUSE = 200;
/** Least pixels of a wheel gesture; pixels per line. */
const MIN_WHEEL = 40;
const LINE = 30;
/** Least pixels of a swipe. */
const SWIPE = 48;
/** Zoom per pixel of a trackpad's pinch. */
const PINCH = 0.01;

/**
 * Gestures of a wheel or trackpad: each goes one stop forwards or backwards. A gesture that begins
 * elsewhere on the page, or with no stop in its direction, scrolls the page until it ends.
 */
export class WheelGestures {
  constructor() {
    this.last = Number.NEGATIVE_INFINITY;
    this.sum = 0;
    this.leads = false;
    this.done = false;
  }

  /**
   * @param {number} delta pixels, positive for forwards
   * @param {number} now in ms
   * @param {{inside: boolean, canGo: (step: number) => boolean}} scene whether the pointer is on the
   *   scene, and whether there is a stop in a direction
   * @returns {{handled: boolean, steps: number}} whether to prevent scrolling, and the stops to go
   */
  take(delta, now, { inside, canGo }) {
    if (now - this.last > WHEEL_PAUSE) {
      this.sum = 0;
      this.done = false;
      this.leads = inside && canGo(Math.sign(delta));
    }
    this.last = now;
    if (!this.leads || !inside) return { handled: false, steps: 0 };
    this.sum += delta;
    if (this.done || Math.abs(this.sum) < MIN_WHEEL) return { handled: true, steps: 0 };
    this.done = true;
    const step = Math.sign(this.sum);
    return { handled: true, steps: canGo(step) ? step : 0 };
  }
}

/** Handle the gestures on a walk's scene. @param {import("./index.js").Walk} walk */
export function followGestures(walk) {
  followWheel(walk);
  followFingers(walk);
}

/** @param {import("./index.js").Walk} walk */
function followWheel(walk) {
  const { page, container } = walk;
  const wheel = new WheelGestures();
  const canGo = (step) => Boolean(walk.stopAfter(step));
  const onWheel = (/** @type {WheelEvent} */ event) => {
    const { deltaX, deltaY, deltaMode, ctrlKey, target } = event;
    const inside = container.contains(target);
    if (ctrlKey) {
      if (!inside) return;
      event.preventDefault();
      return walk.stage?.zoomBy(Math.exp(deltaY * PINCH));
    }
    const dominant = Math.abs(deltaX) > Math.abs(deltaY) ? deltaX : deltaY;
    if (!dominant) return;
    const delta = dominant * (deltaMode ? LINE : 1);
    const { handled, steps } = wheel.take(delta, event.timeStamp, { inside, canGo });
    if (handled) event.preventDefault();
    if (steps) walk.go(steps);
  };
  const options = { passive: false, capture: true, signal: page.signal };
  window.addEventListener("wheel", onWheel, options);
}

/** @param {import("./index.js").Walk} walk */
function followFingers(walk) {
  const { page, container } = walk;
  /** Last centre of one or two fingers, and their distance. @type {{x: number, y: number, distance: number} | null} */
  let last = null;
  let fingers = 0;
  const pairOf = (/** @type {any} */ [a, b = a]) => ({
    x: (a.clientX + b.clientX) / 2,
    y: (a.clientY + b.clientY) / 2,
    distance: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY),
  });
  /** @type {Record<string, (event: TouchEvent) => void>} */
  const handlers = {
    touchstart: (event) => {
      fingers = event.touches.length;
      last = pairOf(event.touches);
      if (fingers > 1) event.preventDefault();
    },
    touchmove: (event) => {
      if (event.touches.length !== 2 || !last) return;
      event.preventDefault();
      const current = pairOf(event.touches);
      walk.stage?.turnBy([current.x - last.x, current.y - last.y]);
      if (current.distance && last.distance) walk.stage?.zoomBy(last.distance / current.distance);
      last = current;
    },
    touchend: ({ changedTouches: [touch], touches }) => {
      if (!last || fingers > 1) {
        if (!touches.length) last = null;
        return;
      }
      const [dx, dy] = [touch.clientX - last.x, touch.clientY - last.y];
      if (Math.abs(dx) > SWIPE && Math.abs(dx) > 2 * Math.abs(dy)) walk.go(dx < 0 ? 1 : -1);
      last = null;
    },
  };
  for (const [type, handler] of Object.entries(handlers))
    container.addEventListener(type, handler, { passive: false, signal: page.signal });
}
