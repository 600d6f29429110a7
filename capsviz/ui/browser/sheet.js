/*
 * What every saved picture stands on, whoever draws it: a background that the visitor chooses, a
 * margin, the figure's title above it, and beneath it the network's name and the view's address.
 */

import { contextOf, make } from "./dom.js";
import { viewLink } from "./permalink.js";
import { adoptTheme, Inks } from "./picture.js";

/** Pixels around everything, between its parts, and of its letters. */
const SHEET_MARGIN = 24;
const SHEET_GAP = 12;
const TITLE_SIZE = 17;
const WORDS_SIZE = 12;
const SHEET_LINE = 17;
/** Least room for what is written, and the most characters of an address. */
const WORDS_ROOM = 420;
const LONGEST_WRITTEN = 1200;

/** @typedef {"light" | "dark" | "none"} Background */

/** @type {Background[]} */
const BACKGROUNDS = ["light", "dark", "none"];
const KEPT_BACKGROUND = "capsviz.background";

/** The background that was chosen last, if any was. @returns {Background | undefined} */
function readBackground() {
  try {
    const kept = localStorage.getItem(KEPT_BACKGROUND);
    return BACKGROUNDS.find((each) => each === kept);
  } catch {
    return undefined;
  }
}

/** That one, or else the page's own. @param {HTMLElement} place @returns {Background} */
function selectBackground(place) {
  return readBackground() ?? (place.closest(".cv-dark") ? "dark" : "light");
}

/**
 * Where the background of saved pictures is chosen: a sign of it, and beneath the pointer a list.
 * @param {HTMLElement} place
 */
export function backgroundChoice(place) {
  const options = BACKGROUNDS.map((value) => make("option", { value }, value));
  const label = "background of saved pictures";
  const select = make(
    "select",
    { data: { testid: "export-background" }, aria: { "aria-label": label } },
    ...options,
  );
  const box = make("span", { className: "cv-icon cv-export-background", title: label }, select);
  // The page may not have its theme yet.
  const show = () => {
    select.value = selectBackground(place);
  };
  select.addEventListener("pointerdown", show);
  select.addEventListener("focus", show);
  select.addEventListener("change", () => {
    try {
      localStorage.setItem(KEPT_BACKGROUND, select.value);
    } catch {
      // A browser that keeps nothing has the page's own.
    }
    // One choice for all figures of a page.
    for (const other of document.querySelectorAll(".cv-export-background"))
      other.setAttribute("data-chosen", select.value);
  });
  box.dataset.chosen = readBackground() ?? "";
  return box;
}

/**
 * The page's colours as they are on the chosen background, while `use` reads them.
 * @template T
 * @param {HTMLElement} place on the page
 * @param {(root: HTMLElement, paper: boolean) => T} use gets an element that has these colours,
 *   and whether there is a background at all
 * @returns {T}
 */
export function onBackground(place, use) {
  const root = /** @type {HTMLElement} */ (place.closest(".cv") ?? place);
  const background = selectBackground(place);
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
 * What is written around a figure.
 * @typedef {object} Words
 * @property {string} title
 * @property {string} [network] its name
 * @property {string} [caption] what else the figure is of
 * @property {string} [link]
 *
 * @typedef {object} Figure
 * @property {number} width
 * @property {number} height
 * @property {(g: any, width: number, height: number) => void} draw
 */

/**
 * What brings back the view that is open, where the page says what that is, or else the page; a
 * file on somebody's disk is no address.
 */
export async function sheetLink({ origin, pathname, search } = location) {
  if (!origin.startsWith("http")) return "";
  /** @type {any[]} */
  const roots = [...document.querySelectorAll(".cv")];
  const found = roots.find((root) => typeof root.linkPlain === "function");
  const plain = found?.linkPlain();
  return plain ? viewLink(plain) : origin + pathname + search;
}

/**
 * A figure on its sheet.
 * @param {Figure} figure
 * @param {Words} words
 * @param {HTMLElement} root has the colours, see `onBackground`
 * @param {boolean} paper whether it has a background
 * @returns {Figure}
 */
export function sheetOf(figure, words, root, paper) {
  const inks = new Inks(root);
  const [about, address] = captionWords(words);
  const fonts = { title: inks.font(TITLE_SIZE, 600), words: inks.font(WORDS_SIZE) };
  const widest = Math.max(
    textMetrics(words.title, fonts.title).width,
    textMetrics(about, fonts.words).width,
    WORDS_ROOM,
  );
  const room = Math.max(figure.width, widest);
  const apart = splitText(address, room, textMetrics(address, fonts.words).width);
  const written = [...(about ? [about] : []), ...apart];
  const top = SHEET_MARGIN + TITLE_SIZE + SHEET_GAP;
  const beneath = SHEET_GAP + SHEET_LINE * written.length;
  const width = Math.ceil(room) + 2 * SHEET_MARGIN;
  const height = Math.ceil(top + figure.height + beneath + SHEET_MARGIN);
  return {
    width,
    height,
    draw: (g) => {
      if (paper) {
        g.fillStyle = inks.paper;
        g.fillRect(0, 0, width, height);
      }
      g.textAlign = "left";
      g.textBaseline = "alphabetic";
      g.font = fonts.title;
      g.fillStyle = inks.ink;
      g.fillText(words.title, SHEET_MARGIN, SHEET_MARGIN + TITLE_SIZE * 0.8);
      g.font = fonts.words;
      g.fillStyle = inks.muted;
      written.forEach((line, k) => {
        // A vector picture can be followed where it is written.
        if (line === apart[0] && words.link) g.openLink?.(words.link);
        g.fillText(
          line,
          SHEET_MARGIN,
          top + figure.height + SHEET_GAP + SHEET_LINE * k + WORDS_SIZE,
        );
      });
      if (words.link) g.closeLink?.();
      g.save();
      g.translate(SHEET_MARGIN, top);
      // As on the page, where nothing is drawn past the canvas.
      g.beginPath();
      g.rect(0, 0, figure.width, figure.height);
      g.clip();
      figure.draw(g, figure.width, figure.height);
      g.restore();
    },
  };
}

/**
 * What is written beneath a figure: what it is of, and the address; of one that is too long to be
 * typed or scanned only where the page is.
 * @param {Omit<Words, "title">} words
 * @returns {[string, string]}
 */
export function captionWords({ caption = "", network = "", link = "" }) {
  const about = [caption, network && `network ${network}`].filter(Boolean).join(" · ");
  const short = link.length > LONGEST_WRITTEN ? link.replace(/[?].*$/, "") : link;
  return [about, ["capsviz", short].filter(Boolean).join(" · ")];
}

/**
 * A text without spaces to part it at, in lines.
 * @param {string} text
 * @param {number} room for a line
 * @param {number} width of all of it
 */
export function splitText(text, room, width) {
  // Letters differ in width: a line has a tenth to spare.
  const most = width <= room ? text.length : Math.floor((0.9 * text.length * room) / width);
  const count = Math.ceil(text.length / most);
  return Array.from({ length: count }, (_, k) => text.slice(k * most, (k + 1) * most));
}

/** "the lengths" is a heading as "Lengths". @param {string} title */
export function headingOf(title) {
  const bare = title.replace(/^the /, "");
  return bare.charAt(0).toUpperCase() + bare.slice(1);
}

/** @type {CanvasRenderingContext2D | null} measures text */
let ruler = null;

/** @param {string} text @param {string} font */
export function textMetrics(text, font) {
  ruler ??= contextOf(make("canvas"));
  ruler.font = font;
  return ruler.measureText(text);
}
