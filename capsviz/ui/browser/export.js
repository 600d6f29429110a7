/*
 * Figures saved by the browser itself: PNG, SVG and CSV.
 *
 * A figure of ours is one function that draws on a 2D canvas context. Given an SvgPainter in
 * the context's place, the same function writes a vector picture; on a larger canvas, a
 * sharper PNG. So nothing is drawn twice in code, and nothing is sent to a server.
 */

import { exact } from "./arrays.js";
import { contextOf, make } from "./dom.js";

/** @type {CanvasRenderingContext2D | null} measures text */
let ruler = null;

/** The part of CanvasRenderingContext2D that figures use, written down as SVG. */
export class SvgPainter {
  constructor(width, height) {
    this.width = width;
    this.height = height;
    this.parts = [];
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
  }

  save() {
    const { fillStyle, strokeStyle, lineWidth, globalAlpha, font, textAlign } = this;
    const { textBaseline, lineCap, lineJoin, dash, x, y } = this;
    this.stack.push({
      fillStyle,
      strokeStyle,
      lineWidth,
      globalAlpha,
      font,
      textAlign,
      textBaseline,
      lineCap,
      lineJoin,
      dash,
      x,
      y,
    });
  }

  restore() {
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

  fill() {
    this.parts.push(`<path d="${this.path}" fill="${this.fillStyle}"${this.opacity()}/>`);
  }

  stroke() {
    this.parts.push(`<path d="${this.path}" fill="none"${this.line()}${this.opacity()}/>`);
  }

  fillRect(x, y, width, height) {
    this.parts.push(
      `<rect ${this.box(x, y, width, height)} fill="${this.fillStyle}"${this.opacity()}/>`,
    );
  }

  strokeRect(x, y, width, height) {
    this.parts.push(
      `<rect ${this.box(x, y, width, height)} fill="none"${this.line()}${this.opacity()}/>`,
    );
  }

  fillText(text, x, y) {
    const [, style, weight, height, family] =
      /^(italic )?(?:(bold|[1-9]00) )?([\d.]+)px (.*)$/.exec(this.font) ?? [];
    const size = Number(height);
    const anchor = { center: "middle", right: "end", end: "end" }[this.textAlign] ?? "start";
    const drop = { middle: 0.35, top: 0.8, bottom: -0.2 }[this.textBaseline] ?? 0;
    this.parts.push(
      `<text x="${svgNumber(x + this.x)}" y="${svgNumber(y + this.y + drop * size)}"` +
        ` font-family="${svgText(family)}" font-size="${size}"` +
        `${style ? ' font-style="italic"' : ""}${weight ? ` font-weight="${weight}"` : ""}` +
        ` text-anchor="${anchor}" fill="${this.fillStyle}"${this.opacity()}>${svgText(text)}</text>`,
    );
  }

  /** A part of a canvas, in crisp pixels. */
  drawImage(source, fromX, fromY, fromWidth, fromHeight, x, y, width, height) {
    const part = make("canvas");
    part.width = fromWidth;
    part.height = fromHeight;
    contextOf(part).drawImage(source, -fromX, -fromY);
    this.parts.push(
      `<image ${this.box(x, y, width, height)} preserveAspectRatio="none"` +
        ` style="image-rendering:pixelated" href="${part.toDataURL()}"/>`,
    );
  }

  measureText(text) {
    ruler ??= contextOf(make("canvas"));
    ruler.font = this.font;
    return ruler.measureText(text);
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
      ` viewBox="0 0 ${width} ${height}">${this.parts.join("\n")}</svg>\n`
    );
  }
}

export function svgNumber(value) {
  return String(Math.round(value * 100) / 100);
}

function svgText(text) {
  const marks = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return String(text).replace(/[&<>"]/g, (mark) => marks[mark]);
}

/** Rows of a table as CSV (RFC 4180), numbers in full; the first row names the columns. */
export function csvText(rows) {
  const field = (value) => {
    const text = String(typeof value === "number" ? exact(value) : value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return rows.map((row) => `${row.map(field).join(",")}\r\n`).join("");
}

/** A figure as SVG text. */
function figureSvg({ width, height, background, draw }) {
  const painter = new SvgPainter(width, height);
  painter.fillStyle = background;
  painter.fillRect(0, 0, width, height);
  draw(painter, width, height);
  return painter.toString();
}

/** A figure as a PNG, at twice its size on the page. */
function figurePng({ width, height, background, draw }, scale = 2) {
  const canvas = make("canvas");
  canvas.width = width * scale;
  canvas.height = height * scale;
  const context = contextOf(canvas);
  context.scale(scale, scale);
  context.fillStyle = background;
  context.fillRect(0, 0, width, height);
  draw(context, width, height);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

export function saveFile(content, name, type) {
  const blob = content instanceof Blob ? content : new Blob([content], { type });
  const link = make("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/**
 * Three small buttons that save a figure.
 *
 * @param {HTMLElement} container filled with the buttons
 * @param {string} title what is saved, for screen readers
 * @param {Record<string, () => any>} save by the kinds of file
 */
export function exportButtons(container, title, save) {
  container.classList.add("cv-export");
  container.setAttribute("role", "group");
  container.setAttribute("aria-label", `save ${title}`);
  for (const [kind, act] of Object.entries(save)) {
    const name = kind.toUpperCase();
    const button = make(
      "button",
      {
        type: "button",
        className: "cv-export-button",
        data: { testid: `export-${kind}` },
        aria: { "aria-label": `save ${title} as ${name}` },
      },
      name,
    );
    button.addEventListener("click", act);
    container.append(button);
  }
}

/**
 * The same for a figure that is one drawing function.
 *
 * @param {() => {width: number, height: number, background: string, draw: Function,
 *   rows: Array}} figure asked anew for each file, so that it shows the present state
 */
export function exportFigure(container, title, name, figure) {
  exportButtons(container, title, {
    png: async () => saveFile(await figurePng(figure()), `${name()}.png`),
    svg: () => saveFile(figureSvg(figure()), `${name()}.svg`, "image/svg+xml"),
    csv: () => saveFile(csvText(figure().rows), `${name()}.csv`, "text/csv;charset=utf-8"),
  });
}
