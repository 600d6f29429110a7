/* A network's row of the table, rebuilt for each image. */

import { make } from "../../browser/dom.js";
import { PixelPicture } from "../../browser/picture.js";
import { base64ToBytes } from "../../browser/raster.js";
import { number, text } from "../../browser/text.js";
import { CouplingMap } from "./maps.js";
import {
  accuracyWords,
  couplingWords,
  differWords,
  errorOf,
  factRows,
  scoreWords,
  titleOf,
} from "./words.js";

/** Marks elements that class mode hides until the class has guessed. */
const ANSWER = { answer: "" };
/** Most letters of a class that fit below its bar. */
const MAX_LETTERS = 2;

/**
 * @typedef {object} TableState
 * @property {any} tables of colours
 * @property {import("./words.js").Column[]} columns of all networks
 * @property {Uint8Array} image that they read
 * @property {[number, number]} span ends of the scale of accuracies
 * @property {number} tiles of a coupling picture beside each other
 * @property {import("./maps.js").Maps} maps
 */

/**
 * A row, and beneath it a line of facts.
 * @param {import("./words.js").Column} column
 * @param {TableState} state
 */
export function rowOf(column, state) {
  const { tables, columns, image, span, tiles, maps } = state;
  const data = { testid: `compared-${column.name}` };
  const row = make(
    "tr",
    { className: "cv-compared", data, aria: { role: "row" } },
    make("th", { scope: "row", aria: { role: "rowheader" } }, titleOf(column)),
    cell(
      "answer",
      make("b", {}, column.called[column.winner]),
      make(
        "p",
        {},
        make("span", {}, scoreWords(column)),
        make("span", { className: "cv-compared-differs" }, differWords(column, columns)),
      ),
    ),
    cell("lengths", bars(column)),
    cell("couplings", ...couplings(column, tables.couplings, tiles, maps)),
    cell("reconstruction", ...reconstruction(column, tables.ink, image)),
    accuracy(column, span),
  );
  const details = make(
    "tr",
    { className: "cv-compared-facts", data: { detail: "" }, aria: { role: "row" } },
    make("td", { colSpan: row.children.length, aria: { role: "cell" } }, facts(column)),
  );
  return make("tbody", { aria: { role: "rowgroup" } }, row, details);
}

/** @param {string} name @param {...Node} content */
function cell(name, ...content) {
  const inner = make("div", { data: ANSWER }, ...content);
  return make("td", { className: `cv-compared-${name}`, aria: { role: "cell" } }, inner);
}

/** A bar for each class; the one under the pointer shows its number. */
function bars({ lengths, called, winner }) {
  const fits = called.every((/** @type {string} */ name) => name.length <= MAX_LETTERS);
  const parts = lengths.map((/** @type {number} */ length, /** @type {number} */ k) => {
    const value = make("span", { className: "cv-compared-value" }, number(length, 2));
    const track = make("dd", { className: "cv-compared-track" }, value, make("i"));
    const bar = make("div", {}, make("dt", {}, called[k]), track);
    bar.classList.toggle("cv-wins", k === winner);
    bar.style.setProperty("--cv-share", `${100 * length}%`);
    return bar;
  });
  const list = make("dl", { className: "cv-compared-bars" }, ...parts);
  list.classList.toggle("cv-compared-named", !fits);
  return list;
}

function couplings(column, table, tiles, maps) {
  if (!column.couplings) return [emptyCell(couplingWords(column))];
  return new CouplingMap(column, table, tiles, maps).parts;
}

function reconstruction(column, table, image) {
  if (!column.reconstruction) return [emptyCell(text("decoder-none"))];
  const name = column.called[column.winner];
  const label = text("reconstruction", { name, network: titleOf(column) });
  const error = errorOf(column, image);
  const canvas = picture(column.reconstruction, table, label);
  if (error === null) return [canvas];
  return [
    canvas,
    make("span", {}, make("span", {}, text("reconstruction-error")), number(error, 1)),
  ];
}

/** The accuracy, its interval in numbers, and both on one scale for all networks. */
function accuracy({ accuracy: measured }, [low, high]) {
  const { of, share, interval } = measured;
  const [value, label] = accuracyWords(measured);
  const positionOf = (/** @type {number} */ share) => `${(100 * (share - low)) / (high - low)}%`;
  const track = make("div", { className: "cv-compared-span", aria: { "aria-hidden": "true" } });
  if (interval) {
    const bar = make("i");
    bar.style.left = positionOf(interval[0]);
    bar.style.right = `calc(100% - ${positionOf(interval[1])})`;
    const dot = make("b");
    dot.style.left = positionOf(share);
    track.append(bar, dot);
  }
  const title = text("accuracy-pictures", { pictures: of });
  return make(
    "td",
    { className: "cv-compared-accuracy", title, aria: { role: "cell" } },
    make("div", {}, make("b", {}, value), " ", make("span", {}, label)),
    ...(interval ? [track] : []),
  );
}

function facts(column) {
  const pairs = factRows(column).map(([name, value]) =>
    make("div", {}, make("dt", {}, name), make("dd", {}, value)),
  );
  return make("dl", {}, ...pairs);
}

function emptyCell(label) {
  return make("p", { className: "cv-compared-none cv-small cv-muted" }, label);
}

export function picture(bytes, table, label) {
  const canvas = make("canvas", { aria: { role: "img", "aria-label": label } });
  new PixelPicture(canvas).show(base64ToBytes(bytes), table);
  return canvas;
}
