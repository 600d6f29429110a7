/* Handles to drag by mouse or touch; swipes elsewhere scroll the page. */

/** Minimum size of a handle for touch, in CSS pixels. */
export const FINGER = 44;

/** Other touch targets on a surface. They take precedence over nearby handles. */
const PRESSED = "a, button, input, label, select, summary, .cv-press";

/**
 * The handle for a touch: of all boxes, enlarged to a finger's size, that contain the point, the
 * one with the nearest farthest corner. This selects a small handle in front of a large one, and
 * the nearer of two equal ones.
 * @param {{left: number, top: number, width: number, height: number}[]} boxes
 * @param {number} x
 * @param {number} y
 * @returns {number} index, or -1
 */
export function handleNear(boxes, x, y) {
  let [best, smallest] = [-1, Infinity];
  boxes.forEach(({ left, top, width, height }, i) => {
    if (!width && !height) return; // not rendered
    const distances = [Math.abs(x - left - width / 2), Math.abs(y - top - height / 2)];
    const halfSizes = [width, height].map((size) => Math.max(FINGER, size) / 2);
    if (distances.some((distance, axis) => distance > halfSizes[axis])) return;
    const corner = Math.hypot(distances[0] + halfSizes[0], distances[1] + halfSizes[1]);
    if (corner < smallest) [best, smallest] = [i, corner];
  });
  return best;
}

/**
 * The handles on a surface.
 *
 * `touch-action` does not suit: browsers ignore it on inline elements, such as most parts of a
 * drawing, and on the drawing it would block swipes next to the handles. Preventing a touch's first
 * event stops scrolling in every browser.
 */
export class Handles {
  /** @param {HTMLElement} surface that contains all handles */
  constructor(surface) {
    /** @type {Map<Element, (event: PointerEvent) => void>} */
    this.grabs = new Map();
    surface.addEventListener("pointerdown", (event) => {
      if (event.button > 0) return;
      const finger = event.pointerType === "touch";
      const node = finger ? this.nearestHandle(event) : this.handleAt(event.target);
      if (!node) return;
      event.preventDefault();
      try {
        node.setPointerCapture(event.pointerId);
      } catch {
        // A synthetic pointer, as in a test, cannot be captured.
      }
      this.grabs.get(node)?.(event);
    });
    surface.addEventListener(
      "touchstart",
      (event) => {
        if (event.cancelable && this.nearestHandle(event.changedTouches[0])) event.preventDefault();
      },
      { passive: false },
    );
  }

  /**
   * @param {Element} node
   * @param {(event: PointerEvent) => void} grab called when it is grabbed; the node gets the
   *   pointer's later events
   */
  add(node, grab) {
    this.grabs.set(node, grab);
  }

  /** The handle that contains the target. @param {EventTarget | null} target */
  handleAt(target) {
    return [...this.grabs.keys()].find((node) => node.contains(/** @type {Node} */ (target)));
  }

  /** @param {{target: EventTarget | null, clientX: number, clientY: number}} place */
  nearestHandle({ target, clientX, clientY }) {
    if (/** @type {Element} */ (target).closest(PRESSED)) return undefined;
    const nodes = [...this.grabs.keys()].filter((node) => !node.closest("[inert]"));
    const boxes = nodes.map((node) => node.getBoundingClientRect());
    return nodes[handleNear(boxes, clientX, clientY)];
  }
}
