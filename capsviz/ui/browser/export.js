/*
 * Figures saved by the browser itself: PNG, SVG and CSV.
 *
 * A figure is a function that draws on a 2D canvas context. The same function writes a vector
 * picture with an SvgPainter, and a sharper PNG on a larger canvas. Nothing is sent to a server.
 * `export_frame.js` adds the frame around figures of all pages and of Plotly.
 */

import { exact } from "./arrays.js";
import { contextOf, make, makeButton } from "./dom.js";
import {
  backgroundChoice,
  captionChoice,
  headingOf,
  onBackground,
  sheetLink,
  sheetOf,
  textMetrics,
} from "./export_frame.js";
import { addPngMetadata, escapeXml, svgMetadata } from "./file_metadata.js";
import { fontStyle } from "./font.js";
import { text } from "./text.js";

/** The subset of CanvasRenderingContext2D that figures use, as SVG. */
export class SvgPainter {
  constructor(width, height) {
    this.width = width;
    this.height = height;
    this.elements = [];
    this.stack = [];
    this.path = "";
    this.fillStyle = "#000";
    this.strokeStyle = "#000";
    this.lineWidth = 1;
    this.globalAlpha = 1;
    this.font = "12px sans-serif";
    this.textAlign = "left";
    this.textBaseline = "alphabetic";
    this.lineCap = "butt";
    this.lineJoin = "miter";
    /** @type {number[]} */
    this.dash = [];
    this.x = 0;
    this.y = 0;
    /** Number of clipped groups since the last `save`, and in total. */
    this.clipped = 0;
    this.clips = 0;
  }

  save() {
    const { stack, elements, path, clips, ...state } = this;
    stack.push(state);
    this.clipped = 0;
  }

  restore() {
    this.elements.push("</g>".repeat(this.clipped));
    Object.assign(this, this.stack.pop());
  }

  translate(x, y) {
    this.x += x;
    this.y += y;
  }

  setLineDash(dash) {
    this.dash = dash;
  }

  beginPath() {
    this.path = "";
  }

  moveTo(x, y) {
    this.path += `M${this.point(x, y)}`;
  }

  lineTo(x, y) {
    this.path += `L${this.point(x, y)}`;
  }

  bezierCurveTo(x1, y1, x2, y2, x, y) {
    this.path += `C${this.point(x1, y1)} ${this.point(x2, y2)} ${this.point(x, y)}`;
  }

  closePath() {
    this.path += "Z";
  }

  rect(x, y, width, height) {
    this.path += `M${this.point(x, y)}h${svgNumber(width)}v${svgNumber(height)}h${svgNumber(-width)}Z`;
  }

  /** Whole circles only. */
  arc(x, y, radius) {
    const r = svgNumber(radius);
    this.path +=
      `M${this.point(x - radius, y)}a${r} ${r} 0 1 0 ${svgNumber(2 * radius)} 0` +
      `a${r} ${r} 0 1 0 ${svgNumber(-2 * radius)} 0Z`;
  }

  clip() {
    const id = `clip-${++this.clips}`;
    this.elements.push(`<clipPath id="${id}"><path d="${this.path}"/></clipPath>`);
    this.elements.push(`<g clip-path="url(#${id})">`);
    this.clipped++;
  }

  fill() {
    this.elements.push(`<path d="${this.path}" fill="${this.fillStyle}"${this.opacity()}/>`);
  }

  stroke() {
    this.elements.push(`<path d="${this.path}" fill="none"${this.line()}${this.opacity()}/>`);
  }

  fillRect(x, y, width, height) {
    this.elements.push(
      `<rect ${this.box(x, y, width, height)} fill="${this.fillStyle}"${this.opacity()}/>`,
    );
  }

  strokeRect(x, y, width, height) {
    this.elements.push(
      `<rect ${this.box(x, y, width, height)} fill="none"${this.line()}${this.opacity()}/>`,
    );
  }

  fillText(text, x, y, maxWidth = Number.POSITIVE_INFINITY) {
    const [, style, weight, height, family] =
      /^(italic )?(?:(bold|[1-9]00) )?([\d.]+)px (.*)$/.exec(this.font) ?? [];
    const size = Number(height);
    const anchor = { center: "middle", right: "end", end: "end" }[this.textAlign] ?? "start";
    const drop = { middle: 0.35, top: 0.8, bottom: -0.2 }[this.textBaseline] ?? 0;
    // As wide as on the page, in any font of the reader: letters are only squeezed if the page
    // squeezes them.
    const { width } = this.measureText(text);
    const adjust = width > maxWidth ? "spacingAndGlyphs" : "spacing";
    this.elements.push(
      `<text x="${svgNumber(x + this.x)}" y="${svgNumber(y + this.y + drop * size)}"` +
        ` font-family="${escapeXml(family)}" font-size="${size}"` +
        `${style ? ' font-style="italic"' : ""}${weight ? ` font-weight="${weight}"` : ""}` +
        `${text ? ` textLength="${svgNumber(Math.min(maxWidth, width))}" lengthAdjust="${adjust}"` : ""}` +
        ` text-anchor="${anchor}" fill="${this.fillStyle}"${this.opacity()}>${escapeXml(text)}</text>`,
    );
  }

  /** Draw a canvas, or a part of it if two boxes are given, without smoothing. */
  drawImage(source, ...boxes) {
    const [x, y, width, height] = boxes.slice(-4);
    const from = boxes.length > 4 ? boxes : [0, 0, source.width, source.height];
    const part = make("canvas", { width: from[2], height: from[3] });
    contextOf(part).drawImage(source, -from[0], -from[1]);
    this.elements.push(
      `<image ${this.box(x, y, width, height)} preserveAspectRatio="none"` +
        ` style="image-rendering:pixelated" href="${part.toDataURL()}"/>`,
    );
  }

  measureText(text) {
    return textMetrics(text, this.font);
  }

  /** Draw SVG markup. @param {string} text */
  embed(text) {
    this.elements.push(`<g transform="translate(${this.point(0, 0)})">${text}</g>`);
  }

  point(x, y) {
    return `${svgNumber(x + this.x)} ${svgNumber(y + this.y)}`;
  }

  box(x, y, width, height) {
    return (
      `x="${svgNumber(x + this.x)}" y="${svgNumber(y + this.y)}"` +
      ` width="${svgNumber(width)}" height="${svgNumber(height)}"`
    );
  }

  line() {
    const dash = this.dash.length ? ` stroke-dasharray="${this.dash.join(" ")}"` : "";
    const ends = this.lineCap === "butt" ? "" : ` stroke-linecap="${this.lineCap}"`;
    const corners = this.lineJoin === "miter" ? "" : ` stroke-linejoin="${this.lineJoin}"`;
    return ` stroke="${this.strokeStyle}" stroke-width="${svgNumber(this.lineWidth)}"${dash}${ends}${corners}`;
  }

  opacity() {
    return this.globalAlpha < 1 ? ` opacity="${svgNumber(this.globalAlpha)}"` : "";
  }

  toString() {
    const { width, height } = this;
    return (
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"` +
      ` viewBox="0 0 ${width} ${height}">${this.elements.join("\n")}</svg>\n`
    );
  }
}

export function svgNumber(value) {
  return String(Math.round(value * 100) / 100);
}

/** Rows of a table as CSV (RFC 4180), with unrounded numbers; the first row names the columns. */
export function csvText(rows) {
  const field = (value) => {
    const text = String(typeof value === "number" ? exact(value) : value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return rows.map((row) => `${row.map(field).join(",")}\r\n`).join("");
}

/** @typedef {import("./export_frame.js").Sheet} Sheet */

/** A figure as SVG text, with its fonts. @param {Sheet} sheet */
async function sheetSvg({ width, height, draw, metadata }) {
  const painter = new SvgPainter(width, height);
  draw(painter, width, height);
  painter.elements.unshift(svgMetadata(metadata), await fontStyle(painter.elements.join("")));
  return painter.toString();
}

/** A figure as a PNG, at twice its size on the page. @param {Sheet} sheet */
async function sheetPng({ width, height, draw, metadata }) {
  const scale = 2;
  const canvas = make("canvas", { width: width * scale, height: height * scale });
  const context = contextOf(canvas);
  context.scale(scale, scale);
  draw(context, width, height);
  /** @type {Blob} */
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
  return addPngMetadata(new Uint8Array(await blob.arrayBuffer()), metadata);
}

/** @param {Sheet} sheet @param {string} kind "png" or "svg" @param {string} name of the file, without its ending */
async function saveSheet(sheet, kind, name) {
  if (kind === "svg") saveFile(await sheetSvg(sheet), `${name}.svg`, "image/svg+xml");
  else saveFile(await sheetPng(sheet), `${name}.png`, "image/png");
}

/** Render SVG markup as an image in the page's font. */
async function renderDrawing({ width, height, text }) {
  const painter = new SvgPainter(width, height);
  painter.elements.push(await fontStyle(text));
  painter.embed(text);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(painter.toString())}`;
  await image.decode();
  return image;
}

/**
 * Save SVG markup as a figure, on its sheet.
 * @param {HTMLElement} element on the page
 * @param {"png" | "svg"} kind
 * @param {string} name of the file, without its ending
 * @param {import("./export_frame.js").Words} texts
 * @param {(root: HTMLElement, dark: boolean) => {width: number, height: number, text: string}}
 *   drawing returns the drawing in the colours of `root`, which are dark or light
 */
export async function saveDrawing(element, kind, name, texts, drawing) {
  let draw = (_g) => {};
  const link = await sheetLink();
  const { sheet, picture } = onBackground(element, (root, paper) => {
    const { width, height, text } = drawing(root, root.classList.contains("cv-dark"));
    const figure = { width, height, draw: (g) => draw(g) };
    const sheet = sheetOf(figure, { link, ...texts }, root, paper);
    return { sheet, picture: { width, height, text } };
  });
  const image = kind === "png" ? await renderDrawing(picture) : null;
  draw = (g) =>
    image ? g.drawImage(image, 0, 0, picture.width, picture.height) : g.embed(picture.text);
  await saveSheet(sheet, kind, name);
}

/**
 * A file name that is valid on every system and command line: letters, numbers, dots and hyphens.
 */
export function plainName(name) {
  return name.replace(/[^\p{L}\p{N}.]+/gu, "-").replace(/^[-.]+|-+(?=\.|$)/g, "");
}

export function saveFile(content, name, type) {
  const blob = new Blob([content], { type });
  const link = make("a", { href: URL.createObjectURL(blob), download: plainName(name) });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** First characters by which spreadsheets recognise formulas. */
const FORMULA = /^[=+\-@\t\r]/;

/**
 * A table of typed texts, as CSV. Without the byte order mark, spreadsheets assume another
 * encoding; they compute formulas unless an apostrophe precedes them.
 * @param {(string | number)[][]} rows
 */
export function tableText(rows) {
  const field = (value) => (typeof value === "string" && FORMULA.test(value) ? `'${value}` : value);
  return `\uFEFF${csvText(rows.map((row) => row.map(field)))}`;
}

/** @param {(string | number)[][]} rows as for `tableText` @param {string} name */
export function saveTable(rows, name) {
  saveFile(tableText(rows), name, "text/csv;charset=utf-8");
}

/**
 * Add a menu with all files of a figure and the choice of the background. Later calls add files to
 * an existing menu.
 *
 * @param {HTMLElement} container container of the menu
 * @param {string} title name of the figure, for screen readers
 * @param {Record<string, () => any>} save functions by kind of file
 */
export function exportButtons(container, title, save) {
  const buttons = Object.entries(save).map(([kind, act]) => {
    const name = kind.toUpperCase();
    const aria = { "aria-label": text("save-figure-as", { title, kind: name }) };
    return makeButton("cv-button", `export-${kind}`, name, act, { aria });
  });
  const existing = container.querySelector(".cv-export-files");
  if (existing) {
    existing.append(...buttons);
    return;
  }
  const label = text("save-figure", { title });
  const sign = { title: label, data: { testid: "export-open" }, aria: { "aria-label": label } };
  const group = {
    className: "cv-float cv-export-files",
    aria: { role: "group", "aria-label": label },
  };
  const files = make("div", group, ...buttons);
  if ("svg" in save) files.append(backgroundChoice(container), captionChoice());
  const summary = make("summary", sign, "\u2913");
  container.append(make("details", { className: "cv-help cv-export" }, summary, files));
}

/**
 * Files of a figure drawn by a function.
 * @typedef {object} FigureFiles
 * @property {string} name of the buttons' container
 * @property {string} title above the figure, and for screen readers
 * @property {() => string} file returns the files' name, without its ending
 * @property {(root: HTMLElement) => {width: number, height: number, draw: any, rows: any[][],
 *   network: string, caption?: string, axes?: import("./export_frame.js").Axes}} figure called for
 *   each file, so that it shows the current state, in the colours of `root`
 */

/**
 * Add buttons that save a page's figures.
 * @param {(name: string) => HTMLElement} containerOf returns the container of a figure's buttons
 * @param {FigureFiles[]} figures
 */
export function offerFiles(containerOf, figures) {
  for (const { name, title, file, figure } of figures) {
    const container = containerOf(name);
    const sheet = async () => {
      const link = await sheetLink();
      return onBackground(container, (root, paper) => {
        const { network, caption, ...content } = figure(root);
        const texts = { title: headingOf(title), network, caption, link };
        const draw = (g, width, height) => {
          g.imageSmoothingEnabled = false;
          content.draw(g, width, height);
        };
        return sheetOf({ ...content, draw }, texts, root, paper);
      });
    };
    const csv = () => csvText(figure(container).rows);
    exportButtons(container, title, {
      png: async () => saveSheet(await sheet(), "png", file()),
      svg: async () => saveSheet(await sheet(), "svg", file()),
      csv: () => saveFile(csv(), `${file()}.csv`, "text/csv;charset=utf-8"),
    });
  }
}
