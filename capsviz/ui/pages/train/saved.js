/* Files of a moment: its pictures as a figure, its numbers as CSV and JSON. */

import { drawText } from "../../browser/chart.js";
import { csvText, exportButtons, offerFiles, saveFile } from "../../browser/export.js";
import { couplingOf, Inks } from "../../browser/picture.js";
import { text } from "../../browser/text.js";

/** Arrays of pictures and of byte values, left out of the numbers. */
const NUMBERS = ["lengths", "votes", "capsule", "confusion"];
/** Arrays whose bytes are square roots of couplings. */
const ROOTS = ["couplings", "vote_couplings"];

/**
 * @param {HTMLElement} numbers container of the buttons that save numbers
 * @param {HTMLElement} pictures container of the buttons that save the pictures
 * @param {any} stage
 */
export function exportMoment(numbers, pictures, stage) {
  const name = () => `train-${stage.film?.about.run ?? "run"}-${stage.moment?.step ?? 0}`;
  const json = () => JSON.stringify(momentValues(stage.film, stage.index));
  exportButtons(numbers, text("file-moment"), {
    csv: () => saveFile(csvText(rowsOf(stage.film, stage.index)), `${name()}.csv`, "text/csv"),
    json: () => saveFile(json(), `${name()}.json`, "application/json"),
  });
  const section = pictures.closest("section");
  const figure = (root) => {
    const inks = new Inks(root);
    return {
      width: section.clientWidth,
      height: heightOf(section),
      ...pictureSource(stage.film, stage.moment.step),
      rows: rowsOf(stage.film, stage.index),
      draw: (g) => drawSection(g, section, inks),
    };
  };
  const file = () => `${name()}-pictures`;
  offerFiles(() => pictures, [{ name: "pictures", title: text("file-pictures"), file, figure }]);
}

/** Source of the pictures, for their captions. @param {any} film @param {number} [step] */
export function pictureSource({ about }, step) {
  const { architecture, routing } = about.settings.model;
  return {
    network: architecture === "capsnet" ? routing : architecture,
    caption: text(step === undefined ? "file-run" : "file-run-step", {
      run: about.run,
      step: String(step),
    }),
  };
}

/** All data of a moment, as plain values. */
export function momentValues(film, index) {
  const moment = film.moments[index];
  const arrays = Object.entries(film.arrays).map(([name, all]) => {
    const values = [...(all[index] ?? [])];
    return [name, ROOTS.includes(name) ? values.map(couplingOf) : values];
  });
  const { run, classes, settings } = film.about;
  const line = film.line(moment.step);
  return { run, classes, settings, ...moment, line, arrays: Object.fromEntries(arrays) };
}

/** Its numbers as a table of names and values. */
export function rowsOf(film, index) {
  const moment = film.moments[index];
  const { classes } = film.about;
  const rows = [["name", "value"]];
  const add = (name, value) => {
    if (value != null) rows.push([name, value]);
  };
  for (const name of ["step", "seconds", "accuracy", "training_accuracy", "plain_accuracy"])
    add(name, moment[name]);
  const line = film.line(moment.step) ?? {};
  for (const name of ["margin", "error", "rate", "norm"]) add(name, line[name]);
  for (const [name, value] of Object.entries(moment.r2 ?? {})) add(`R2 ${name}`, value);
  for (const { name, verdict } of moment.checks ?? []) add(`check ${name}`, verdict);
  for (const { name, gradient, update, weight } of moment.layers ?? []) {
    add(`gradient ${name}`, gradient);
    add(`update ${name}`, update);
    add(`weight ${name}`, weight);
  }
  for (const name of NUMBERS) {
    const values = film.arrays[name]?.[index] ?? [];
    values.forEach((value, i) => {
      add(`${name} ${name === "lengths" ? classes[i] : i}`, value);
    });
  }
  return rows;
}

/** Height of a section's pictures. */
function heightOf(section) {
  const { top } = section.getBoundingClientRect();
  const all = [...section.querySelectorAll("canvas")];
  const bottoms = all.map((canvas) => canvas.getBoundingClientRect().bottom);
  return Math.ceil(Math.max(1, ...bottoms.map((bottom) => bottom - top)));
}

/** A section's pictures and titles in the page's layout. */
function drawSection(g, section, inks) {
  const { left, top } = section.getBoundingClientRect();
  const style = { colour: inks.ink, font: inks.font(14), align: "left", baseline: "middle" };
  for (const title of section.querySelectorAll("h2, h3")) {
    const box = title.getBoundingClientRect();
    const [x, y] = [box.left - left, box.top - top + box.height / 2];
    if (box.width) drawText(g, title.textContent, x, y, style);
  }
  for (const canvas of section.querySelectorAll("canvas")) {
    const box = canvas.getBoundingClientRect();
    if (!box.width || !canvas.width) continue;
    g.drawImage(canvas, box.left - left, box.top - top, box.width, box.height);
  }
}
