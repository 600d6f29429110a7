/* Saving a figure: everything visible in it as one SVG, wherever it was drawn. */

import { svgMake } from "../../../browser/dom.js";
import { saveDrawing } from "../../../browser/export.js";

/** Where letters stand in their line's box. */
const BASELINE = 0.78;
const STYLES = [
  ...["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap"],
  ...["stroke-linejoin", "opacity", "font-size", "font-weight", "font-style", "text-anchor"],
  ...["dominant-baseline", "paint-order", "visibility"],
];
const CLEAR = "rgba(0, 0, 0, 0)";

/** @typedef {(box: DOMRect) => {x: number, y: number}} At a place in the picture */

/**
 * @param {HTMLElement} element of the figure
 * @param {{title: string, name: string, network: string}} file `name` without its ending
 * @param {"png" | "svg"} kind
 */
export function saveFigure(element, { title, name, network }, kind) {
  return saveDrawing(element, kind, name, { title, network }, (root, dark) => {
    // The page itself wears the chosen colours for a moment: nothing is painted meanwhile.
    const page = element.closest(".cv");
    const before = page.className;
    page.className = root.className;
    page.classList.toggle("cv-dark", dark);
    try {
      return figureToSvg(element);
    } finally {
      page.className = before;
    }
  });
}

/** A figure as the text of an SVG: nested drawings, pictures and words at their places. */
function figureToSvg(element) {
  const frame = element.getBoundingClientRect();
  const out = svgMake("g", { "font-family": getComputedStyle(element).fontFamily });
  /** @type {At} */
  const at = (box) => ({ x: box.left - frame.left, y: box.top - frame.top });
  out.append(...exportNodes(element, at));
  const text = new XMLSerializer().serializeToString(out);
  return { width: frame.width, height: frame.height, text };
}

/**
 * @param {Node} node
 * @param {At} at
 * @returns {Node[]}
 */
function exportNodes(node, at) {
  if (node.nodeType === Node.TEXT_NODE) return exportText(node, at);
  if (!(node instanceof Element)) return [];
  const style = getComputedStyle(node);
  if (style.display === "none" || style.visibility === "hidden") return [];
  if (node.matches(".cv-hidden, .cv-controls, input")) return [];
  const box = node.getBoundingClientRect();
  if (node instanceof SVGSVGElement) return [exportDrawing(node, box, at)];
  const size = { ...at(box), width: box.width, height: box.height };
  if (node instanceof HTMLCanvasElement) {
    const image = { ...size, href: node.toDataURL(), style: "image-rendering: pixelated" };
    return [svgMake("image", image)];
  }
  const fill = style.backgroundColor;
  const back = fill && fill !== CLEAR && box.width ? [svgMake("rect", { ...size, fill })] : [];
  return [...back, ...[...node.childNodes].flatMap((child) => exportNodes(child, at))];
}

function exportText(node, at) {
  const words = node.textContent.trim();
  const range = document.createRange();
  range.selectNodeContents(node);
  const box = range.getClientRects()[0];
  if (!words || !box) return [];
  const style = getComputedStyle(node.parentElement);
  const { x, y } = at(box);
  const look = {
    x: x.toFixed(1),
    y: (y + box.height * BASELINE).toFixed(1),
    fill: style.color,
    "font-size": style.fontSize,
    "font-weight": style.fontWeight,
    textLength: box.width.toFixed(1),
    lengthAdjust: "spacingAndGlyphs",
  };
  return [svgMake("text", look, words)];
}

function exportDrawing(source, box, at) {
  const copy = source.cloneNode(true);
  const copies = [copy, ...copy.querySelectorAll("*")];
  [source, ...source.querySelectorAll("*")].forEach((node, index) => {
    const style = getComputedStyle(node);
    const to = copies[index];
    if (style.display === "none") to.setAttribute("display", "none");
    for (const name of STYLES) to.setAttribute(name, style.getPropertyValue(name));
    for (const name of ["class", "tabindex", "style"]) to.removeAttribute(name);
  });
  const place = { ...at(box), width: box.width, height: box.height };
  for (const [name, value] of Object.entries(place)) copy.setAttribute(name, value);
  return copy;
}
