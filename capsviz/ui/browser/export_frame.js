/*
 * Frame of every saved picture: a background chosen by the visitor, a margin, the figure's title
 * above, and a line with the network's name below. A visitor may leave out title and line. The
 * view's address is only in the file's metadata.
 */

import { askPage, contextOf, make } from "./dom.js";
import { viewLink } from "./permalink.js";
import { adoptTheme, Inks } from "./picture.js";
import { readText, writeText } from "./storage.js";
import { list, text } from "./text.js";

/** Margin, gap, font sizes and line height, in pixels. */
const SHEET_MARGIN = 24;
const SHEET_GAP = 12;
const TITLE_SIZE = 17;
const WORDS_SIZE = 12;
const SHEET_LINE = 17;

/** @typedef {"light" | "dark" | "none"} Background */

/** @type {Background[]} */
const BACKGROUNDS = ["light", "dark", "none"];
const BACKGROUND_KEY = "capsviz.background";
const CAPTION_KEY = "capsviz.caption";

/** The last chosen background, if any. @returns {Background | undefined} */
function readBackground() {
  const stored = readText(() => localStorage, BACKGROUND_KEY);
  return BACKGROUNDS.find((each) => each === stored);
}

/**
 * The last chosen background, or else the page's.
 * @param {HTMLElement} element
 * @returns {Background}
 */
function selectBackground(element) {
  return readBackground() ?? (element.closest(".cv-dark") ? "dark" : "light");
}

/**
 * Control for the background of saved pictures: an icon with an invisible list over it.
 * @param {HTMLElement} element
 */
export function backgroundChoice(element) {
  const options = BACKGROUNDS.map((value) =>
    make("option", { value }, text("background-name", { background: value })),
  );
  const label = text("background");
  const select = make(
    "select",
    { data: { testid: "export-background" }, aria: { "aria-label": label } },
    ...options,
  );
  const box = make("span", { className: "cv-icon cv-export-background", title: label }, select);
  // The page may not have its theme yet.
  const show = () => {
    select.value = selectBackground(element);
  };
  select.addEventListener("pointerdown", show);
  select.addEventListener("focus", show);
  select.addEventListener("change", () => {
    writeText(() => localStorage, BACKGROUND_KEY, select.value);
    // One choice for all figures of a page.
    for (const each of document.querySelectorAll(".cv-export-background"))
      each.setAttribute("data-chosen", select.value);
  });
  box.dataset.chosen = readBackground() ?? "";
  return box;
}

/** Whether pictures get a title and a caption. */
const hasCaption = () => readText(() => localStorage, CAPTION_KEY) !== "none";

/** Checkbox for the title and caption of saved pictures, for all of a page's figures. */
export function captionChoice() {
  const box = make("input", {
    type: "checkbox",
    checked: hasCaption(),
    data: { testid: "export-caption" },
  });
  box.addEventListener("change", () => {
    writeText(() => localStorage, CAPTION_KEY, box.checked ? "" : "none");
    const boxes = document.querySelectorAll('[data-testid="export-caption"]');
    for (const each of boxes) /** @type {HTMLInputElement} */ (each).checked = box.checked;
  });
  return make("label", { className: "cv-export-caption" }, box, text("caption-choice"));
}

/**
 * Call `use` with the page's colours on the chosen background.
 * @template T
 * @param {HTMLElement} element on the page
 * @param {(root: HTMLElement, paper: boolean) => T} use gets an element with these colours, and
 *   whether the picture has a background
 * @returns {T}
 */
export function onBackground(element, use) {
  const root = /** @type {HTMLElement} */ (element.closest(".cv") ?? element);
  const background = selectBackground(element);
  const dressed = make("div", { className: root.className, hidden: true });
  dressed.classList.remove("cv-dark");
  if (background !== "none") dressed.classList.add(`cv-on-${background}`);
  (root.parentElement ?? root).append(dressed);
  adoptTheme(dressed);
  try {
    return use(dressed, background !== "none");
  } finally {
    dressed.remove();
  }
}

/**
 * Texts around a figure.
 * @typedef {object} Words
 * @property {string} title
 * @property {string} [network] name
 * @property {string} [caption] further facts about the figure
 * @property {string} [link]
 *
 * @typedef {object} Axes names of a figure's horizontal and vertical axes
 * @property {string} [x]
 * @property {string} [y]
 *
 * @typedef {object} Figure
 * @property {number} width
 * @property {number} height
 * @property {Axes} [axes] if the figure itself does not write their names
 * @property {(g: any, width: number, height: number) => void} draw
 *
 * @typedef {Figure & {metadata: import("./file_metadata.js").Metadata}} Sheet
 */

/** Link to the open view, or else to the page; empty for a file on disk. */
export async function sheetLink({ origin, pathname, search } = location) {
  if (!origin.startsWith("http")) return "";
  const view = askPage("linkPlain");
  return view ? viewLink(view) : origin + pathname + search;
}

/**
 * A figure on its sheet.
 * @param {Figure} figure
 * @param {Words} texts
 * @param {HTMLElement} root with the colours, see `onBackground`
 * @param {boolean} paper whether it has a background
 * @returns {Sheet}
 */
export function sheetOf(figure, texts, root, paper) {
  const inks = new Inks(root);
  const { title, link = "" } = texts;
  const caption = captionLine(texts);
  const axes = axesLine(figure.axes);
  const withCaption = hasCaption();
  const fonts = { title: inks.font(TITLE_SIZE, 600), words: inks.font(WORDS_SIZE) };
  const widest = Math.max(
    figure.width,
    textMetrics(axes, fonts.words).width,
    withCaption ? textMetrics(title, fonts.title).width : 0,
    withCaption ? textMetrics(caption, fonts.words).width : 0,
  );
  const top = SHEET_MARGIN + (withCaption ? TITLE_SIZE + SHEET_GAP : 0);
  const axesHeight = axes ? SHEET_GAP + SHEET_LINE : 0;
  const foot = top + figure.height + axesHeight;
  const beneath = withCaption ? SHEET_GAP + SHEET_LINE : 0;
  const width = Math.ceil(widest) + 2 * SHEET_MARGIN;
  const height = Math.ceil(foot + beneath + SHEET_MARGIN);
  const write = (g, line, font, colour, y) => {
    g.textAlign = "left";
    g.textBaseline = "alphabetic";
    g.font = font;
    g.fillStyle = colour;
    g.fillText(line, SHEET_MARGIN, y);
  };
  return {
    width,
    height,
    metadata: { title, description: caption, link },
    draw: (g) => {
      if (paper) {
        g.fillStyle = inks.paper;
        g.fillRect(0, 0, width, height);
      }
      if (withCaption) {
        write(g, title, fonts.title, inks.ink, SHEET_MARGIN + TITLE_SIZE * 0.8);
        write(g, caption, fonts.words, inks.muted, foot + SHEET_GAP + WORDS_SIZE);
      }
      const under = top + figure.height + SHEET_GAP + WORDS_SIZE;
      if (axes) write(g, axes, fonts.words, inks.ink, under);
      g.save();
      g.translate(SHEET_MARGIN, top);
      // As on the page, where the canvas clips.
      g.beginPath();
      g.rect(0, 0, figure.width, figure.height);
      g.clip();
      figure.draw(g, figure.width, figure.height);
      g.restore();
    },
  };
}

/** The line below a figure. @param {Omit<Words, "title">} words */
export function captionLine({ caption = "", network = "" }) {
  const parts = [caption, network && text("caption-network", { network }), "capsviz"];
  return list(/** @type {string[]} */ (parts.filter(Boolean)), "dots");
}

/** The line that names a figure's axes: "→ iteration, ↑ length". @param {Axes} [axes] */
export function axesLine({ x, y } = {}) {
  const parts = [x && `\u2192 ${x}`, y && `\u2191 ${y}`].filter(Boolean);
  return list(/** @type {string[]} */ (parts), "unit");
}

/** A title as a heading: "the lengths" becomes "Lengths". @param {string} title */
export function headingOf(title) {
  const rest = title.replace(/^the /, "");
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

/** @type {CanvasRenderingContext2D | null} measures text */
let ruler = null;

/** @param {string} text @param {string} font */
export function textMetrics(text, font) {
  ruler ??= contextOf(make("canvas"));
  ruler.font = font;
  return ruler.measureText(text);
}
