/* Saving a figure: everything visible in it as one SVG, wherever it was drawn. */

import { make, svgMake } from "../../../browser/dom.js";
import { saveFile } from "../../../browser/export.js";
import { cssColours } from "../../../browser/picture.js";

const PAD = 16;
/** Where letters stand in their line's box. */
const BASELINE = 0.78;
const PNG_SCALE = 2;
const STYLES = [
  ...["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap"],
  ...["stroke-linejoin", "opacity", "font-size", "font-weight", "font-style", "text-anchor"],
  ...["dominant-baseline", "paint-order", "visibility"],
];
const CLEAR = "rgba(0, 0, 0, 0)";

/** @typedef {(box: DOMRect) => {x: number, y: number}} At a place in the picture */

/**
 * @param {HTMLElement} element of the figure
 * @param {string} title
 * @param {string} name of the file, without its ending
 * @param {string} kind "svg" or "png"
 */
export function saveFigure(element, title, name, kind) {
  const text = figureToSvg(element, title);
  if (kind === "svg") {
    saveFile(text, `${name}.svg`, "image/svg+xml");
    return;
  }
  const image = new Image();
  image.onload = () => {
    const canvas = make("canvas", {
      width: image.width * PNG_SCALE,
      height: image.height * PNG_SCALE,
    });
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    canvas.toBlob((png) => saveFile(png, `${name}.png`, "image/png"), "image/png");
  };
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
}

/** A figure as the text of an SVG file: nested drawings, pictures and words at their places. */
function figureToSvg(element, title) {
  const frame = element.getBoundingClientRect();
  const [paper] = cssColours(element, "--st-background-color");
  const out = svgMake(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      width: Math.ceil(frame.width + 2 * PAD),
      height: Math.ceil(frame.height + 2 * PAD),
      "font-family": "system-ui, sans-serif",
    },
    svgMake("title", {}, title),
    svgMake("rect", { width: "100%", height: "100%", fill: `rgb(${paper})` }),
  );
  /** @type {At} */
  const at = (box) => ({ x: box.left - frame.left + PAD, y: box.top - frame.top + PAD });
  out.append(...savedNodes(element, at));
  return new XMLSerializer().serializeToString(out);
}

/**
 * @param {Node} node
 * @param {At} at
 * @returns {Node[]}
 */
function savedNodes(node, at) {
  if (node.nodeType === Node.TEXT_NODE) return savedText(node, at);
  if (!(node instanceof Element)) return [];
  const style = getComputedStyle(node);
  if (style.display === "none" || style.visibility === "hidden") return [];
  if (node.matches(".cv-hidden, .cv-controls, input")) return [];
  const box = node.getBoundingClientRect();
  if (node instanceof SVGSVGElement) return [savedDrawing(node, box, at)];
  const size = { ...at(box), width: box.width, height: box.height };
  if (node instanceof HTMLCanvasElement) {
    const image = { ...size, href: node.toDataURL(), style: "image-rendering: pixelated" };
    return [svgMake("image", image)];
  }
  const fill = style.backgroundColor;
  const back = fill && fill !== CLEAR && box.width ? [svgMake("rect", { ...size, fill })] : [];
  return [...back, ...[...node.childNodes].flatMap((child) => savedNodes(child, at))];
}

function savedText(node, at) {
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
  };
  return [svgMake("text", look, words)];
}

function savedDrawing(source, box, at) {
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
