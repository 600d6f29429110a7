/* The capsules: the length or activation of each, and its reconstruction. */

import { setText } from "../../browser/dom.js";
import { lengthRow } from "../../browser/length_rows.js";
import { PixelPicture } from "../../browser/picture.js";
import { number, text } from "../../browser/text.js";

/** Most capsules that fit below each other without scrolling. */
const MAX_ROWS = 12;

/** Lengths that training aims at. */
const TARGET_LENGTHS = [0.1, 0.9];

/** @typedef {ReturnType<typeof buildRow>} Row */

/**
 * @param {HTMLElement} container
 * @param {string[]} classes what each is called
 * @param {(capsule: number) => void} choose
 * @returns {Row[]}
 */
export function buildLengths(container, classes, choose) {
  const rows = classes.map((name, k) => buildRow(name, k, choose));
  container.replaceChildren(...rows.map(({ row }) => row));
  container.classList.toggle(
    "cv-lengths-named",
    classes.some((name) => name.length > 1),
  );
  container.classList.toggle("cv-lengths-many", classes.length > MAX_ROWS);
  return rows;
}

function buildRow(name, k, choose) {
  const labels = {
    meter: text("capsule-length", { measure: "length", name }),
    choose: text("capsule-choose", { name }),
    title: text("capsule-choose-picture", { name }),
  };
  const parts = lengthRow(k, name, labels, () => choose(k), {
    className: "cv-digit",
    data: { testid: `decoded-${k}`, decoded: "" },
    aria: { role: "img", "aria-label": text("capsule-reconstruction", { name }) },
  });
  const marks = TARGET_LENGTHS.map((aim) => number(aim)).join(" ");
  Object.assign(parts.meter.dataset, { aims: text("lengths-aims"), marks });
  parts.rank.setAttribute("aria-hidden", "true");
  return { ...parts, picture: new PixelPicture(parts.canvas) };
}

/**
 * Draw a reply's last lengths and reconstructions.
 * @param {Row[]} rows
 * @param {any} reply
 * @param {number} selected the capsule that is looked at
 * @param {Uint32Array} ink table of colours
 */
export function showLengths(rows, reply, selected, ink) {
  const lengths = reply.lengths.at(-1);
  const { digit: winner, runner_up: runnerUp } = reply.verdict;
  rows.forEach(({ row, meter, bar, value, rank, picture }, k) => {
    if (row.hidden) return;
    const label = number(lengths[k], 2);
    bar.style.transform = `scaleX(${lengths[k].toFixed(4)})`;
    if (value.textContent !== label) {
      setText(value, label);
      meter.setAttribute("aria-valuenow", lengths[k].toFixed(2));
    }
    row.classList.toggle("cv-length-winner", k === winner);
    row.classList.toggle("cv-length-second", k === runnerUp);
    row.classList.toggle("cv-length-shown", k === selected);
    // The picture of a short capsule is as insignificant as its length.
    picture.context.canvas.style.scale = Math.max(0.4, lengths[k]).toFixed(2);
    setText(rank, k === winner ? text("rank-first") : k === runnerUp ? text("rank-second") : "");
    picture.show(reply.reconstructions.subarray(k * reply.pixels, (k + 1) * reply.pixels), ink);
  });
}

/**
 * Label the meters with the measure and the class.
 * @param {Row[]} rows
 * @param {{measure: string, classes: string[]}} reply
 */
export function nameLengths(rows, { measure, classes }) {
  rows.forEach(({ meter }, k) => {
    meter.setAttribute("aria-label", text("capsule-length", { measure, name: classes[k] }));
  });
}
