/* Saves a figure as one SVG with everything visible in it. */

import { SvgPainter, saveDrawing } from "../../../browser/export.js";

/** Baseline of text within its line box, as a share of the height. */
const BASELINE = 0.78;
const STYLES = [
  ...["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap"],
  ...["stroke-linejoin", "opacity", "font-size", "font-weight", "font-style", "text-anchor"],
  ...["dominant-baseline", "paint-order", "visibility"],
];
const CLEAR = "rgba(0, 0, 0, 0)";

/**
 * @param {HTMLElement} element of the figure
 * @param {{title: string, name: string, network: string}} file `name` without extension
 * @param {"png" | "svg"} kind
 */
export function saveFigure(element, { title, name, network }, kind) {
  return saveDrawing(element, kind, name, { title, network }, (root, dark) => {
    // The page gets the chosen theme until the copy is made; the browser paints nothing in between.
    const page = element.closest(".cv");
    const className = page.className;
    page.className = root.className;
    page.classList.toggle("cv-dark", dark);
    try {
      return figureToSvg(element);
    } finally {
      page.className = className;
    }
  });
}

/** A figure as SVG text: nested drawings, pictures and words at their positions. */
function figureToSvg(element) {
  const frame = element.getBoundingClientRect();
  const { width, height } = frame;
  const painter = new SvgPainter(width, height);
  painter.translate(-frame.left, -frame.top);
  paintNode(painter, element);
  return { width, height, text: painter.elements.join("") };
}

/** @param {SvgPainter} painter @param {Node} node */
function paintNode(painter, node) {
  if (node.nodeType === Node.TEXT_NODE) return paintText(painter, node);
  if (!(node instanceof Element)) return;
  const style = getComputedStyle(node);
  if (style.display === "none" || style.visibility === "hidden") return;
  if (node.matches(".cv-hidden, .cv-controls, input, details")) return;
  const { left, top, width, height } = node.getBoundingClientRect();
  if (node instanceof HTMLCanvasElement) return painter.drawImage(node, left, top, width, height);
  painter.save();
  if (node instanceof SVGSVGElement) {
    painter.translate(left, top);
    painter.embed(new XMLSerializer().serializeToString(copyWithStyles(node, width, height)));
  } else {
    painter.fillStyle = style.backgroundColor;
    if (painter.fillStyle !== CLEAR && width) painter.fillRect(left, top, width, height);
    for (const child of node.childNodes) paintNode(painter, child);
  }
  painter.restore();
}

function paintText(painter, node) {
  const text = node.textContent.trim();
  const range = document.createRange();
  range.selectNodeContents(node);
  const box = range.getClientRects()[0];
  if (!text || !box) return;
  const style = getComputedStyle(node.parentElement);
  painter.fillStyle = style.color;
  painter.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  painter.fillText(text, box.left, box.top + box.height * BASELINE, box.width);
}

/** Copy of a drawing with its computed styles inlined. */
function copyWithStyles(source, width, height) {
  const copy = source.cloneNode(true);
  const copies = [copy, ...copy.querySelectorAll("*")];
  [source, ...source.querySelectorAll("*")].forEach((node, index) => {
    const style = getComputedStyle(node);
    const target = copies[index];
    if (style.display === "none") target.setAttribute("display", "none");
    if (style.transform !== "none") target.setAttribute("transform", style.transform);
    for (const name of STYLES) target.setAttribute(name, style.getPropertyValue(name));
    for (const name of ["class", "tabindex", "style"]) target.removeAttribute(name);
  });
  const attributes = { width, height, "font-family": getComputedStyle(source).fontFamily };
  for (const [name, value] of Object.entries(attributes)) copy.setAttribute(name, value);
  return copy;
}
