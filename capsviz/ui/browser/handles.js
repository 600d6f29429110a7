/* Handles that a mouse and a finger can drag, while a swipe beside them scrolls the page. */

/** Pixels of the page, each way, within which a finger takes a handle. */
export const FINGER = 44;

/** Other targets of a finger on a surface. They are pressed, however near a handle is. */
const PRESSED = "a, button, input, label, select, summary, .cv-press";

/**
 * The handle that a finger takes: of those whose box, grown to a finger's size, holds the place,
 * the one whose farthest corner is nearest. So a small one in front of a large one can be taken,
 * and of two that are alike the nearer.
 * @param {{left: number, top: number, width: number, height: number}[]} boxes
 * @param {number} x
 * @param {number} y
 * @returns {number} which, or -1
 */
export function handleNear(boxes, x, y) {
  let [best, smallest] = [-1, Infinity];
  boxes.forEach(({ left, top, width, height }, i) => {
    if (!width && !height) return; // not drawn
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
 * `touch-action` cannot keep the page from scrolling under them: browsers ignore it on inline
 * elements, as most parts of a drawing are, and on the whole drawing it would catch swipes that
 * begin beside them. A touch's first event that is prevented keeps it in every browser.
 */
export class Handles {
  /** @param {HTMLElement} surface that has all of them within it */
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
        // An invented pointer, as in a test, cannot be captured.
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
   * @param {(event: PointerEvent) => void} grab is called when it is taken; later events of this
   *   pointer come to the node
   */
  add(node, grab) {
    this.grabs.set(node, grab);
  }

  /** The handle that is exactly here. @param {EventTarget | null} target */
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
