/* What all figures of the lessons share: SVG, things to drag, controls, saving. */

import { cssColours } from "../../browser/picture.js";

const SVG_SPACE = "http://www.w3.org/2000/svg";

export function svgNode(tag, attributes = {}, ...children) {
  const node = document.createElementNS(SVG_SPACE, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

export function htmlNode(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name in node && typeof value !== "string") node[name] = value;
    else node.setAttribute(name, value);
  }
  node.append(...children);
  return node;
}

/** A number for people: a true minus sign, a fixed number of decimals. */
export function figureNumber(value, decimals = 2) {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "NaN" : "∞";
  const text = Math.abs(value).toFixed(decimals);
  return value < 0 && Number(text) !== 0 ? `−${text}` : text;
}

export function clampNumber(value, least, most) {
  return Math.min(most, Math.max(least, value));
}

/** One figure: panels of SVG, controls under them, numbers for the formulas. */
export class LessonFigure {
  /**
   * @param {HTMLElement} host emptied and filled
   * @param {{t: Function, report: (event: string) => void, changed: () => void, extra: object}}
   *   context `t` gives the words of this figure, `report` says that something was done,
   *   `changed` that the numbers are new, `extra` what the page knows besides
   */
  constructor(host, context) {
    this.host = host;
    this.t = context.t;
    this.report = context.report;
    this.changed = context.changed;
    this.extra = context.extra;
    this.options = {};
    this.stage = htmlNode("div", { class: "cv-stage" });
    this.controls = htmlNode("div", { class: "cv-controls" });
    this.tell = htmlNode("p", { class: "cv-tell", "aria-live": "polite", hidden: true });
    host.replaceChildren(this.stage, this.controls, this.tell);
  }

  /** Numbers of the formulas' symbols, by name. */
  values() {
    return {};
  }

  set(options) {
    this.options = options;
  }

  close() {}

  /** A panel with a caption; coordinates are its own. */
  panel(width, height, caption, wide = false) {
    const svg = svgNode("svg", {
      viewBox: `0 0 ${width} ${height}`,
      class: "cv-panel-svg",
      role: "group",
      "aria-label": caption,
    });
    const title = htmlNode("figcaption", { class: "cv-panel-title" }, caption);
    const figure = htmlNode(
      "figure",
      { class: wide ? "cv-panel cv-panel-wide" : "cv-panel" },
      title,
      svg,
    );
    figure.style.setProperty("--cv-wide", `${width}px`);
    this.stage.append(figure);
    svg.figureBox = figure;
    svg.figureTitle = title;
    return svg;
  }

  button(label, act, testid) {
    const button = htmlNode("button", { type: "button", class: "cv-button" }, label);
    if (testid) button.dataset.testid = testid;
    button.addEventListener("click", act);
    this.controls.append(button);
    return button;
  }

  /** Where a lesson shows a mistake: right or mistaken, and a report when it is flipped. */
  toggle(label, checked, act, testid = "mistake") {
    const input = htmlNode("input", { type: "checkbox", role: "switch" });
    input.checked = checked;
    input.dataset.testid = testid;
    input.addEventListener("change", () => act(input.checked));
    const row = htmlNode("label", { class: "cv-switch" }, input, htmlNode("span", {}, label));
    this.controls.append(row);
    row.input = input;
    return row;
  }

  range(label, { min, max, step, value }, act, testid) {
    const input = htmlNode("input", { type: "range" });
    Object.assign(input, { min, max, step, value });
    input.value = String(value);
    if (testid) input.dataset.testid = testid;
    input.addEventListener("input", () => act(Number(input.value)));
    const row = htmlNode("label", { class: "cv-range" }, htmlNode("span", {}, label), input);
    this.controls.append(row);
    row.input = input;
    return row;
  }

  /** The number that gives a mistake away. */
  showTell(label, value, bad) {
    this.tell.hidden = false;
    this.tell.dataset.testid = "telltale";
    this.tell.classList.toggle("cv-tell-bad", bad);
    const text = `${label}: `;
    if (this.tell.firstChild?.textContent !== text || this.tell.lastChild?.textContent !== value) {
      this.tell.replaceChildren(text, htmlNode("b", {}, value));
    }
  }
}

/**
 * Make an SVG element draggable by pointer and arrow keys.
 *
 * @param {SVGElement} node
 * @param {{label: string, move: (x: number, y: number) => void, nudge: (dx: number, dy:
 *   number, event: KeyboardEvent) => void, key?: (key: string) => boolean, text?: () =>
 *   string, end?: () => void}} how `move` gets the panel's coordinates
 */
export function makeDraggable(
  node,
  { label, move, nudge, key = () => false, text = null, end = () => {} },
) {
  node.setAttribute("tabindex", "0");
  node.setAttribute("role", "slider");
  node.setAttribute("aria-label", label);
  node.setAttribute("aria-valuemin", "0");
  node.setAttribute("aria-valuemax", "1");
  node.setAttribute("aria-valuenow", "0");
  node.classList.add("cv-drag");
  const describe = () => text && node.setAttribute("aria-valuetext", text());
  let grip = null;
  const place = (event) => {
    const point = new DOMPoint(event.clientX, event.clientY);
    return point.matrixTransform(node.ownerSVGElement.getScreenCTM().inverse());
  };
  node.addEventListener("pointerdown", (event) => {
    if (event.button > 0) return;
    grip = event.pointerId;
    try {
      node.setPointerCapture(grip);
    } catch {
      // An invented pointer, as in a test, cannot be captured; moves still arrive here.
    }
    node.classList.add("cv-dragging");
    event.preventDefault();
    event.stopPropagation();
    node.focus({ preventScroll: true });
  });
  node.addEventListener("pointermove", (event) => {
    if (event.pointerId !== grip) return;
    const at = place(event);
    move(at.x, at.y);
    describe();
  });
  const release = (event) => {
    if (event.pointerId !== grip) return;
    grip = null;
    node.classList.remove("cv-dragging");
    end();
  };
  node.addEventListener("pointerup", release);
  node.addEventListener("pointercancel", release);
  node.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (event.key in way) nudge(...way[event.key], event);
    else if (!key(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    describe();
    end();
  });
  node.describe = describe;
  describe();
  return node;
}

/** An arrow that can be moved: `arrow.point(x0, y0, x1, y1)`. */
export function svgArrow(parent, className, width = 3, head = 11) {
  const line = svgNode("line", { class: `cv-line ${className}`, "stroke-width": width });
  const tip = svgNode("path", { class: `cv-fill ${className}` });
  parent.append(line, tip);
  return {
    line,
    tip,
    point(x0, y0, x1, y1) {
      const length = Math.hypot(x1 - x0, y1 - y0);
      const hide = !(length > 0.5);
      for (const node of [line, tip]) node.style.display = hide ? "none" : "";
      if (hide) return;
      const [dx, dy] = [(x1 - x0) / length, (y1 - y0) / length];
      const size = Math.min(head, length);
      const [bx, by] = [x1 - dx * size, y1 - dy * size];
      Object.entries({ x1: x0, y1: y0, x2: bx + dx, y2: by + dy }).forEach(([k, v]) =>
        line.setAttribute(k, v.toFixed(2)),
      );
      const half = size * 0.42;
      tip.setAttribute(
        "d",
        `M${x1.toFixed(2)} ${y1.toFixed(2)}L${(bx - dy * half).toFixed(2)} ${(by + dx * half).toFixed(2)}L${(bx + dy * half).toFixed(2)} ${(by - dx * half).toFixed(2)}Z`,
      );
    },
  };
}

/** A horizontal bar from 0 to 1 with its name and value. */
export function svgBar(parent, { x, y, width, height = 14, name, className = "" }) {
  const label = svgNode("text", { x, y: y - 5, class: "cv-text" }, name);
  const value = svgNode("text", {
    x: x + width,
    y: y - 5,
    class: "cv-text cv-number-text",
    "text-anchor": "end",
  });
  const track = svgNode("rect", { x, y, width, height, rx: 3, class: "cv-track" });
  const bar = svgNode("rect", { x, y, width: 0, height, rx: 3, class: `cv-bar ${className}` });
  parent.append(label, value, track, bar);
  return {
    label,
    value,
    show(share, text = figureNumber(share)) {
      bar.setAttribute("width", (width * clampNumber(share || 0, 0, 1)).toFixed(2));
      value.textContent = text;
    },
    accent(on) {
      bar.classList.toggle("cv-accent", on);
    },
  };
}

/** 28 x 28 bytes on a canvas, ink dark on paper in light and bright on dark. */
export function paintDigit(canvas, bytes, { ink = [28, 33, 38], paper = [255, 255, 255] } = {}) {
  canvas.width = canvas.height = 28;
  const image = new ImageData(28, 28);
  for (let p = 0; p < 784; p++) {
    const share = bytes[p] / 255;
    for (let rgb = 0; rgb < 3; rgb++) {
      image.data[4 * p + rgb] = paper[rgb] + (ink[rgb] - paper[rgb]) * share;
    }
    image.data[4 * p + 3] = 255;
  }
  canvas.getContext("2d").putImageData(image, 0, 0);
}

/** A signed difference: blue is ink that went, red is ink that came. */
export function paintDifference(canvas, before, after, scales) {
  canvas.width = canvas.height = 28;
  const image = new ImageData(28, 28);
  for (let p = 0; p < 784; p++) {
    const share = (after[p] - before[p]) / 255;
    const scale = share < 0 ? scales.less : scales.more;
    const at = Math.min(1, Math.abs(share)) * (scale.length - 1);
    const low = Math.min(scale.length - 2, Math.floor(at));
    for (let rgb = 0; rgb < 3; rgb++) {
      image.data[4 * p + rgb] =
        scale[low][rgb] + (scale[low + 1][rgb] - scale[low][rgb]) * (at - low);
    }
    image.data[4 * p + 3] = 255;
  }
  canvas.getContext("2d").putImageData(image, 0, 0);
}

export function inkColours(element) {
  const colours = (name) => cssColours(element, name);
  const [ink, paper] = ["--st-text-color", "--st-background-color"].map((name) => colours(name)[0]);
  return { ink, paper, less: colours("--cv-less"), more: colours("--cv-more") };
}

/* --- saving a figure: everything visible in it as one SVG, wherever it was drawn */

const SAVED_STYLES = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "opacity",
  "font-size",
  "font-weight",
  "font-style",
  "text-anchor",
  "dominant-baseline",
  "paint-order",
  "visibility",
];

/** A figure as the text of an SVG file: nested drawings, pictures and words at their places. */
function figureToSvg(element, title) {
  const frame = element.getBoundingClientRect();
  const pad = 16;
  const out = svgNode("svg", {
    xmlns: SVG_SPACE,
    width: Math.ceil(frame.width + 2 * pad),
    height: Math.ceil(frame.height + 2 * pad),
    "font-family": "system-ui, sans-serif",
  });
  out.append(svgNode("title", {}, title));
  const [paper] = cssColours(element, "--st-background-color");
  out.append(svgNode("rect", { width: "100%", height: "100%", fill: `rgb(${paper})` }));
  const at = (box) => ({ x: box.left - frame.left + pad, y: box.top - frame.top + pad });
  const visit = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return saveText(node, out, at);
    if (node.nodeType !== Node.ELEMENT_NODE) return;
    const style = getComputedStyle(node);
    if (style.display === "none" || style.visibility === "hidden") return;
    if (node.matches(".cv-hidden, .cv-controls, input")) return;
    const box = node.getBoundingClientRect();
    if (node instanceof SVGSVGElement) return void out.append(savedDrawing(node, box, at));
    if (node instanceof HTMLCanvasElement) {
      return void out.append(
        svgNode("image", {
          ...at(box),
          width: box.width,
          height: box.height,
          href: node.toDataURL(),
          style: "image-rendering: pixelated",
        }),
      );
    }
    const back = style.backgroundColor;
    if (back && back !== "rgba(0, 0, 0, 0)" && box.width) {
      out.append(svgNode("rect", { ...at(box), width: box.width, height: box.height, fill: back }));
    }
    node.childNodes.forEach(visit);
  };
  visit(element);
  return new XMLSerializer().serializeToString(out);
}

function saveText(node, out, at) {
  const words = node.textContent.trim();
  if (!words) return;
  const range = document.createRange();
  range.selectNodeContents(node);
  const box = range.getClientRects()[0];
  if (!box) return;
  const style = getComputedStyle(node.parentElement);
  const { x, y } = at(box);
  out.append(
    svgNode(
      "text",
      {
        x: x.toFixed(1),
        y: (y + box.height * 0.78).toFixed(1),
        fill: style.color,
        "font-size": style.fontSize,
        "font-weight": style.fontWeight,
      },
      words,
    ),
  );
}

function savedDrawing(source, box, at) {
  const copy = source.cloneNode(true);
  const [from, to] = [
    [source, ...source.querySelectorAll("*")],
    [copy, ...copy.querySelectorAll("*")],
  ];
  from.forEach((node, index) => {
    const style = getComputedStyle(node);
    if (style.display === "none") to[index].setAttribute("display", "none");
    for (const name of SAVED_STYLES) to[index].setAttribute(name, style.getPropertyValue(name));
    for (const name of ["class", "tabindex", "style"]) to[index].removeAttribute(name);
  });
  for (const [name, value] of Object.entries({
    ...at(box),
    width: box.width,
    height: box.height,
  })) {
    copy.setAttribute(name, value);
  }
  return copy;
}

function saveBlob(blob, name) {
  const link = htmlNode("a", { href: URL.createObjectURL(blob), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export function saveFigure(element, title, name, kind) {
  const text = figureToSvg(element, title);
  const svg = new Blob([text], { type: "image/svg+xml" });
  if (kind === "svg") return saveBlob(svg, `${name}.svg`);
  const image = new Image();
  image.onload = () => {
    const canvas = htmlNode("canvas");
    canvas.width = image.width * 2;
    canvas.height = image.height * 2;
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    canvas.toBlob((png) => saveBlob(png, `${name}.png`), "image/png");
  };
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
}
