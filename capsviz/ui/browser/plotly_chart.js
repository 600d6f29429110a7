/*
 * A chart of measured results, drawn by Plotly, with buttons to save it. Plotly is the largest
 * script: it is loaded when a chart gets close to the viewport. Until then, the chart's space is
 * reserved.
 */

import { make } from "./dom.js";
import { exportButtons, saveDrawing, saveFile } from "./export.js";
import { zoomOf } from "./figure.js";
import { number, text } from "./text.js";

/** Distance from the viewport at which a chart is drawn. */
const DRAW_MARGIN = "300px";
/** Scale of the text in class mode. */
const CLASS_TYPE = 1.4;
/** The chart has its own buttons for files; Plotly's would send it to Plotly's server. */
const makeConfig = () => ({
  displaylogo: false,
  modeBarButtons: [["zoom2d", "pan2d", "zoomIn2d", "zoomOut2d", "resetScale2d"]],
  // Translations of Plotly's button titles.
  locale: "own",
  locales: {
    own: {
      dictionary: {
        Zoom: text("chart-zoom"),
        Pan: text("chart-pan"),
        "Zoom in": text("chart-zoom-in"),
        "Zoom out": text("chart-zoom-out"),
        "Reset axes": text("chart-reset"),
      },
    },
  },
});

/** Decimal and thousands separators in Plotly's format. */
function findSeparators() {
  const example = number(12345.6, 1);
  return `${example.at(-2)}${example[2]}`;
}

/** @type {Promise<any> | null} */
let fetching = null;

/** Load Plotly. @param {string} address of its script */
function fetchPlotly(address) {
  fetching ??= new Promise((settle, fail) => {
    const script = make("script", { src: address });
    script.addEventListener("load", () => settle(/** @type {any} */ (globalThis).Plotly));
    script.addEventListener("error", () => {
      fetching = null;
      script.remove();
      fail(new Error(text("charts-away")));
    });
    document.head.append(script);
  });
  return fetching;
}

/**
 * Enlarge all text of a figure, and its height, to be readable from the back of a room.
 * @param {any} part of a figure
 * @param {number} factor
 * @param {boolean} [font] whether the part is a font
 * @returns {any}
 */
export function enlargeLetters(part, factor, font = false) {
  if (Array.isArray(part)) return part.map((each) => enlargeLetters(each, factor));
  if (part === null || typeof part !== "object") return part;
  const entries = Object.entries(part).map(([name, value]) => [
    name,
    font && name === "size" && typeof value === "number"
      ? value * factor
      : enlargeLetters(value, factor, name.endsWith("font")),
  ]);
  return Object.fromEntries(entries);
}

/**
 * A figure to draw, as a copy since Plotly modifies it.
 * @param {any} figure
 * @param {boolean} large whether class mode is on
 * @param {number} [zoom] of the page: Plotly expects the pointer in window pixels
 */
function drawnFigure(figure, large, zoom = 1) {
  const separators = findSeparators();
  if (!large && zoom === 1) {
    const { data, layout } = structuredClone(figure);
    return { data, layout: { ...layout, separators } };
  }
  const { data, layout } = enlargeLetters(figure, large ? CLASS_TYPE * zoom : zoom);
  const height = layout.height * zoom * (large ? Math.sqrt(CLASS_TYPE) : 1);
  return { data, layout: { ...layout, height, separators } };
}

/**
 * @typedef {object} ChartPart as of capsviz/ui/sections
 * @property {string} name of the saved files
 * @property {string} title
 * @property {string} network measured network, if it is a single one
 * @property {{light: any, dark: any}} figures
 * @property {string} csv
 */

export class PlotlyChart {
  /** @param {ChartPart} part @param {string} plotly address of its script */
  constructor(part, plotly) {
    this.part = part;
    this.plotly = plotly;
    this.near = false;
    const { title } = part;
    this.plot = make("div", {
      className: "cv-chart-plot",
      aria: { role: "group", "aria-label": title },
    });
    const buttons = make("span", { className: "cv-push", data: { testid: "export" } });
    const head = make(
      "figcaption",
      { className: "cv-head" },
      make("span", { className: "cv-chart-title" }, title),
      buttons,
    );
    this.element = make(
      "figure",
      { className: "cv-chart", data: { testid: `chart-${part.name}` } },
      head,
      this.plot,
    );
    this.keepRoom();
    exportButtons(buttons, text("chart-this"), {
      png: () => this.save("png"),
      svg: () => this.save("svg"),
      csv: () => saveFile(part.csv, `${part.name}.csv`, "text/csv;charset=utf-8"),
    });
    this.observer = new IntersectionObserver((entries) => this.approach(entries), {
      rootMargin: DRAW_MARGIN,
    });
    this.observer.observe(this.element);
    this.resized = new ResizeObserver(() => this.fit());
    this.resized.observe(this.element);
  }

  /** The figure in the page's colours. */
  get figure() {
    const { figures } = this.part;
    const large = document.documentElement.classList.contains("cv-class-mode");
    const figure = this.plot.closest(".cv-dark") ? figures.dark : figures.light;
    return drawnFigure(figure, large, zoomOf(this.element));
  }

  keepRoom() {
    this.plot.style.minHeight = `${this.figure.layout.height}px`;
  }

  /** @param {IntersectionObserverEntry[]} entries */
  approach(entries) {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    this.observer.disconnect();
    this.near = true;
    this.draw();
  }

  close() {
    this.observer.disconnect();
    this.resized.disconnect();
  }

  /** Draw the chart, also after a change of colours or size. */
  async draw() {
    this.keepRoom();
    if (!this.near) return;
    try {
      const plotly = await fetchPlotly(this.plotly);
      if (!this.plot.isConnected) return;
      const { data, layout } = this.figure;
      this.width = this.plot.clientWidth;
      await plotly.react(this.plot, data, { ...layout, width: this.width }, makeConfig());
      this.plot.dataset.drawn = "";
    } catch (error) {
      this.plot.textContent = text("chart-failed", { reason: error.message });
    }
  }

  fit() {
    const { clientWidth } = this.plot;
    if ("drawn" in this.plot.dataset && clientWidth && clientWidth !== this.width) this.draw();
  }

  /** Save the chart in the colours of the chosen background. @param {"png" | "svg"} kind */
  async save(kind) {
    const plotly = await fetchPlotly(this.plotly);
    const { name, title, network, figures } = this.part;
    const width = this.element.clientWidth;
    const container = make("div", { className: "cv-chart-apart" });
    this.element.append(container);
    const pictures = {};
    try {
      for (const [mode, figure] of Object.entries(figures)) {
        const { data, layout } = drawnFigure(figure, false);
        await plotly.newPlot(container, data, { ...layout, width }, { staticPlot: true });
        pictures[mode] = { width, height: layout.height, text: plotlyText(container) };
      }
      plotly.purge(container);
    } finally {
      container.remove();
    }
    await saveDrawing(this.element, kind, name, { title, network }, (_, dark) => {
      return dark ? pictures.dark : pictures.light;
    });
  }
}

/**
 * All layers of a Plotly figure as SVG text. Text keeps its width in any font of the reader.
 * @param {HTMLElement} figure
 */
function plotlyText(figure) {
  const layers = [...figure.querySelectorAll(".main-svg")].map((layer) => {
    const copy = /** @type {Element} */ (layer.cloneNode(true));
    const texts = copy.querySelectorAll("text");
    [...layer.querySelectorAll("text")].forEach((text, n) => {
      const width = text.getComputedTextLength();
      if (!width || text.querySelector("tspan")) return;
      texts[n].setAttribute("textLength", width.toFixed(1));
      texts[n].setAttribute("lengthAdjust", "spacing");
    });
    copy.removeAttribute("style"); // positions of layers on the page
    return new XMLSerializer().serializeToString(copy);
  });
  return layers.join("");
}
