/* A network's column, rebuilt for each image. */

import { make } from "../../browser/dom.js";
import { CouplingPicture, PixelPicture } from "../../browser/picture.js";
import { base64ToBytes } from "../../browser/raster.js";
import { couplingWords, differWords, factRows, scoreWords } from "./words.js";

/** Marks elements that class mode hides until the class has guessed. */
const ANSWER = { answer: "" };

/**
 * @param {any} column as `data.py` describes it
 * @param {any} tables of colours
 * @param {any[]} columns of all networks
 */
export function columnOf(column, tables, columns) {
  const head = make(
    "div",
    {},
    make("h3", {}, column.title),
    make(
      "div",
      { className: "cv-column-answer", data: ANSWER },
      make("b", {}, column.called[column.winner]),
      make("span", {}, scoreWords(column)),
    ),
    make("span", { className: "cv-column-differs", data: ANSWER }, differWords(column, columns)),
  );
  return make(
    "section",
    { className: "cv-column", data: { testid: `column-${column.name}` } },
    head,
    make("div", { data: ANSWER }, bars(column)),
    couplings(column, tables.couplings),
    reconstruction(column, tables.ink),
    facts(column),
  );
}

function bars(column) {
  const parts = column.lengths.flatMap((length, digit) => {
    const bar = make("i");
    bar.style.width = `${100 * length}%`;
    const row = [
      make("dt", { title: column.called[digit] }, column.called[digit]),
      make("dd", { className: "cv-column-track" }, bar),
      make("dd", { className: "cv-column-value" }, length.toFixed(2)),
    ];
    for (const part of row) part.classList.toggle("cv-wins", digit === column.winner);
    return row;
  });
  return make("dl", { className: "cv-column-bars" }, ...parts);
}

function couplings(column, table) {
  const words = couplingWords(column);
  if (!column.couplings) return make("figure", { data: ANSWER }, emptyCell(words));
  const canvas = make("canvas", {
    className: "cv-column-map",
    aria: { role: "img", "aria-label": `couplings to ${column.called[column.winner]}` },
  });
  const map = new CouplingPicture(canvas, column.types, column.grid, column.rows);
  map.show(base64ToBytes(column.couplings), table);
  return make("figure", { data: ANSWER }, canvas, make("figcaption", {}, words));
}

function reconstruction(column, table) {
  if (!column.reconstruction) {
    return make("figure", { data: ANSWER }, emptyCell("no decoder"));
  }
  const label = `reconstruction of ${column.called[column.winner]} by ${column.title}`;
  const image = picture(column.reconstruction, table, "cv-column-image", label);
  return make("figure", { data: ANSWER }, image, make("figcaption", {}, "reconstruction"));
}

function facts(column) {
  const pairs = factRows(column).map(([name, value]) =>
    make("div", {}, make("dt", {}, name), make("dd", {}, value)),
  );
  return make("dl", { className: "cv-column-facts", data: { detail: "" } }, ...pairs);
}

function emptyCell(text) {
  return make("p", { className: "cv-column-none" }, text);
}

export function picture(text, table, className, label) {
  const canvas = make("canvas", { className, aria: { role: "img", "aria-label": label } });
  new PixelPicture(canvas).show(base64ToBytes(text), table);
  return canvas;
}
