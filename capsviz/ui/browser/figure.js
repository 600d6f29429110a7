/* Canvases of drawn figures: as large as they are on the page, sharp on this screen. */

/** Right and down, by arrow key. @type {Record<string, [number, number]>} */
export const ARROW_KEYS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Pixels of the window that one pixel of an element takes: a page grows with the window. @param {Element} node */
export const zoomOf = (node) => /** @type {any} */ (node).currentCSSZoom ?? 1;

/**
 * Place an element, which its style positions, by pixels of the window.
 * @param {HTMLElement} node that is rendered
 * @param {{left: number, top: number, width?: number, height?: number}} box
 */
export function placeInWindow(node, box) {
  for (const [name, value] of Object.entries(box))
    node.style.setProperty(name, `${value / zoomOf(node)}px`);
}

/** Pixels of the screen that one pixel of an element takes. @param {Element} node */
export const densityOf = (node) => (globalThis.devicePixelRatio || 1) * zoomOf(node);

/**
 * The place of an event on an element and the size of the element, in its own pixels.
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
 * Fit a canvas; what was on it is gone where its size changes.
 * @param {HTMLCanvasElement} canvas
 * @param {number} width on the page, in pixels
 * @param {number} height
 * @returns {CanvasRenderingContext2D} in pixels of the page
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
 * Draw a figure as wide as its place on the page, unless that is hidden.
 * @param {HTMLCanvasElement} canvas
 * @param {(width: number) => number} heightOf
 * @param {(g: CanvasRenderingContext2D, width: number, height: number) => void} draw
 * @returns {number} its width in pixels, 0 where there is none
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
