/* Canvases of figures, at the screen's resolution. */

/** Directions (right, down) of the arrow keys. @type {Record<string, [number, number]>} */
export const ARROW_KEYS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * Window pixels per pixel of an element: pages are zoomed with the window.
 * @param {Element} node
 */
export const zoomOf = (node) => /** @type {any} */ (node).currentCSSZoom ?? 1;

/**
 * Place a positioned element, in window pixels.
 * @param {HTMLElement} node a rendered one
 * @param {{left: number, top: number, width?: number, height?: number}} box
 */
export function placeInWindow(node, box) {
  for (const [name, value] of Object.entries(box))
    node.style.setProperty(name, `${value / zoomOf(node)}px`);
}

/** Screen pixels per pixel of an element. @param {Element} node */
export const densityOf = (node) => (globalThis.devicePixelRatio || 1) * zoomOf(node);

/**
 * An event's position on an element and the element's size, in the element's pixels.
 * @param {Element} node
 * @param {{clientX: number, clientY: number}} event
 */
export function pointOn(node, { clientX, clientY }) {
  const { left, top, width, height } = node.getBoundingClientRect();
  const zoom = zoomOf(node);
  const [x, y, w, h] = [clientX - left, clientY - top, width, height].map((value) => value / zoom);
  return { x, y, width: w, height: h };
}

/**
 * Fit a canvas's size. A change clears it.
 * @param {HTMLCanvasElement} canvas
 * @param {number} width on the page, in CSS pixels
 * @param {number} height
 * @returns {CanvasRenderingContext2D} scaled to CSS pixels
 */
export function fitCanvas(canvas, width, height) {
  const ratio = densityOf(canvas);
  const [pixelWidth, pixelHeight] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== pixelWidth || canvas.height !== pixelHeight) {
    canvas.width = pixelWidth;
    canvas.height = pixelHeight;
    canvas.style.height = `${height}px`;
  }
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  context.setTransform(pixelWidth / width, 0, 0, pixelWidth / width, 0, 0);
  return context;
}

/**
 * Draw a figure at its container's width, unless that is hidden.
 * @param {HTMLCanvasElement} canvas
 * @param {(width: number) => number} heightOf
 * @param {(g: CanvasRenderingContext2D, width: number, height: number) => void} draw
 * @returns {number} its width in pixels, 0 if hidden
 */
export function paintFigure(canvas, heightOf, draw) {
  const width = Math.floor(canvas.parentElement?.clientWidth ?? 0);
  if (!width) return 0;
  const height = Math.round(heightOf(width));
  const context = fitCanvas(canvas, width, height);
  context.imageSmoothingEnabled = false;
  context.clearRect(0, 0, width, height);
  draw(context, width, height);
  return width;
}
