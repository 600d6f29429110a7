/*
 * The Viewpoint page's two figures. Each is a function of a 2D context, a size and the page, used
 * for the screen and for saved files.
 */

import { drawChart, drawLine, drawRule, linearScale } from "../../browser/chart.js";
import { number, text } from "../../browser/text.js";
import { turnValue } from "./transform.js";

/** Pictures in the film strip under the lengths. */
const FILM = 9;
export const CURVE_ROOM = { left: 34, right: 52, top: 26, bottom: 22 };
const POSE_GAP = 10;
const PHONE = 520;
/** Most letters of a name at the end of a line. */
const MAX_END_LETTERS = 6;

/** Unit and step of each kind of transform. */
export const VIEW_KINDS = {
  rotation: { unit: "°", digits: 0, step: 0.5 },
  shift_x: { unit: " px", digits: 1, step: 0.1 },
  shift_y: { unit: " px", digits: 1, step: 0.1 },
  scale: { unit: "×", digits: 2, step: 0.01 },
  shear: { unit: "", digits: 2, step: 0.01 },
  thickness: { unit: " px", digits: 1, step: 0.05 },
};

/** @param {string} kind */
export const kindName = (kind) => text(`kind-${kind}`);

/** A value as text. @param {string} kind @param {number} value as it is shown */
export function viewValue(kind, value) {
  const { unit, digits } = VIEW_KINDS[kind];
  return `${number(value, digits, { signed: kind !== "scale" })}${unit}`;
}

/** Layout of the curves in a figure of this width, at most `maxHeight` and half as high as wide. */
export function curveLayout(width, maxHeight = 150) {
  const film = Math.min(56, Math.floor((width - CURVE_ROOM.left - CURVE_ROOM.right) / FILM) - 4);
  const plot = width < PHONE ? 130 : Math.min(maxHeight, width / 2);
  return { film, plot, height: CURVE_ROOM.top + plot + CURVE_ROOM.bottom + film + 2 };
}

/** The lines of the upper figure; with short names if there is little space. */
function lengthLines({ curve, inks, measure }, isShort) {
  const { digit, values, lengths, cnn, classes } = curve;
  const name = classes[digit];
  const row = (array, i) => array.subarray(classes.length * i, classes.length * (i + 1));
  const points = (getValue) => Array.from(values, (value, i) => [value, getValue(i)]);
  const lines = [
    {
      name: isShort ? name : text("line-measure", { measure, name }),
      end: name.length < MAX_END_LETTERS ? name : text("line-it"),
      colour: inks.accent,
      width: 2.5,
      points: points((i) => row(lengths, i)[digit]),
    },
    {
      name: text("line-other"),
      end: text("line-other-end"),
      colour: inks.second,
      width: 2,
      dash: [6, 4],
      points: points((i) => Math.max(0, ...row(lengths, i).filter((_, k) => k !== digit))),
    },
  ];
  if (cnn.length) {
    lines.push({
      end: text("line-cnn-end"),
      name: text(isShort ? "line-cnn-short" : "line-cnn", { name }),
      colour: inks.ink,
      width: 1.5,
      dash: [2, 3],
      points: points((i) => row(cnn, i)[digit]),
    });
  }
  return lines;
}

export function drawLengthCurves(g, width, _height, page) {
  const { curve, inks, transform } = page;
  const { values, kind } = curve;
  const { film, plot } = curveLayout(width, page.maxHeight);
  const [left, right] = [CURVE_ROOM.left, width - CURVE_ROOM.right];
  const [top, low] = [CURVE_ROOM.top, CURVE_ROOM.top + plot];
  g.font = inks.font(12);
  const chart = {
    x: linearScale([values[0], values.at(-1)], [left, right]),
    y: linearScale([0, 1], [low, top]),
    levels: [0, 0.5, 1],
    marks: [0, 0.25, 0.5, 0.75, 1].map(linearScale([0, 1], [values[0], values.at(-1)])),
    words: (value) => viewValue(kind, value),
    lines: lengthLines(page, width < PHONE),
    now: { value: turnValue(kind, transform[kind]), colour: inks.ink },
  };
  drawChart(g, { left, right, top, low }, chart, inks);
  if (page.guess !== null && kind === "rotation") {
    const x = chart.x(page.guess);
    drawRule(g, x, top, x, low, { colour: inks.accent, width: 1.5, dash: [4, 3] });
    g.fillStyle = inks.accent;
    g.textAlign = x > (left + right) / 2 ? "right" : "left";
    g.textBaseline = "top";
    g.fillText(` ${text("line-guess")} `, x, top + 2);
  }
  const side = page.film.width;
  for (let f = 0; f < FILM; f++) {
    const i = Math.round((f / (FILM - 1)) * (values.length - 1));
    const x = left + (f / (FILM - 1)) * (right - left - film);
    g.drawImage(page.film, 0, side * i, side, side, x, low + CURVE_ROOM.bottom, film, film);
  }
}

/**
 * @param {number} width of the figure, in pixels
 * @param {number} count of the pose's dimensions
 */
export function poseLayout(width, count) {
  const columns = width < PHONE ? 4 : 8;
  const cell = (width - POSE_GAP * (columns - 1)) / columns;
  const plotHeight = width < PHONE ? 62 : 78;
  return {
    columns,
    cell,
    plotHeight,
    height: (plotHeight + POSE_GAP) * Math.ceil(count / columns),
  };
}

export function drawPoseCurves(g, width, _height, page) {
  const { curve, inks, transform } = page;
  const { values, kind, poses, law } = curve;
  const count = poses.length / values.length;
  const { columns, cell, plotHeight } = poseLayout(width, count);
  let [minimum, maximum] = [Infinity, -Infinity];
  for (const value of poses)
    [minimum, maximum] = [Math.min(minimum, value), Math.max(maximum, value)];
  const margin = 0.08 * (maximum - minimum) + 1e-6;
  [minimum, maximum] = [minimum - margin, maximum + margin];
  g.font = inks.font(11);
  g.textBaseline = "top";
  const middle = (values.length - 1) / 2;
  for (let d = 0; d < count; d++) {
    const left = (d % columns) * (cell + POSE_GAP);
    const top = Math.floor(d / columns) * (plotHeight + POSE_GAP);
    const x = linearScale([values[0], values.at(-1)], [left, left + cell]);
    const y = linearScale([minimum, maximum], [top + plotHeight, top]);
    g.fillStyle = inks.panel;
    g.fillRect(left, top, cell, plotHeight);
    if (minimum < 0 && maximum > 0)
      drawRule(g, left, y(0), left + cell, y(0), { colour: inks.line });
    if (law) {
      const inside = values.filter((value) => Math.abs(value - values[middle]) <= law.span + 1e-9);
      const base = poses[count * middle + d];
      const line = Array.from([inside[0], inside.at(-1)], (value) => {
        const pose = base + law.slope[d] * (value - values[middle]);
        return [x(value), y(Math.min(maximum, Math.max(minimum, pose)))];
      });
      drawLine(g, line, { colour: inks.muted, width: 1.5, dash: [4, 3] });
    }
    const line = Array.from(values, (value, i) => [x(value), y(poses[count * i + d])]);
    drawLine(g, line, { colour: inks.ink, width: 1.8 });
    const position = x(turnValue(kind, transform[kind]));
    drawRule(g, position, top, position, top + plotHeight, { colour: inks.accent });
    g.textAlign = "left";
    g.fillStyle = inks.muted;
    g.fillText(String(d), left + 4, top + 3);
  }
}
