/*
 * The Viewpoint page's two figures. Each is one function of a 2D context, a size and the page,
 * so that the same lines are drawn on the screen and into a saved file.
 */

/** Pictures in the film strip under the lengths. */
const FILM = 9;
export const CURVE_ROOM = { left: 34, right: 12, top: 26, bottom: 22 };
const POSE_GAP = 10;

/** What each kind of transform is called, in which unit it is shown and how fine it moves. */
export const VIEW_KINDS = {
  rotation: { name: "rotation", unit: "°", digits: 0, step: 0.5 },
  shift_x: { name: "shift to the right", unit: " px", digits: 1, step: 0.1 },
  shift_y: { name: "shift down", unit: " px", digits: 1, step: 0.1 },
  scale: { name: "scale", unit: "×", digits: 2, step: 0.01 },
  shear: { name: "shear", unit: "", digits: 2, step: 0.01 },
  thickness: { name: "stroke thickness", unit: " px", digits: 1, step: 0.05 },
};

export function viewValue(kind, value) {
  const { unit, digits } = VIEW_KINDS[kind];
  const text = Math.abs(value).toFixed(digits);
  const sign = Number(text) === 0 ? "" : value < 0 ? "\u2212" : kind === "scale" ? "" : "+";
  return `${sign}${text}${unit}`;
}

/** Where the curves lie in a figure of this width. */
export function curveLayout(width) {
  const film = Math.min(40, Math.floor((width - CURVE_ROOM.left - CURVE_ROOM.right) / FILM) - 4);
  const plot = width < 520 ? 130 : 150;
  return { film, plot, height: CURVE_ROOM.top + plot + CURVE_ROOM.bottom + film + 2 };
}

function curvePlace(values, value, from, to) {
  const share = (value - values[0]) / (values[values.length - 1] - values[0]);
  return from + share * (to - from);
}

function curveLine(g, values, y, left, right, style) {
  g.save();
  g.strokeStyle = style.colour;
  g.lineWidth = style.width;
  g.setLineDash(style.dash ?? []);
  g.beginPath();
  for (let i = 0; i < values.length; i++) {
    const x = curvePlace(values, values[i], left, right);
    if (i) g.lineTo(x, y(i));
    else g.moveTo(x, y(i));
  }
  g.stroke();
  g.restore();
}

function curveStroke(g, x0, y0, x1, y1, colour, width = 1) {
  g.strokeStyle = colour;
  g.lineWidth = width;
  g.beginPath();
  g.moveTo(x0, y0);
  g.lineTo(x1, y1);
  g.stroke();
}

/** The lines of the upper figure: what they are called, how they look and their values. */
function lengthLines(page) {
  const {
    curve: { digit, count, lengths, cnn, classes },
    inks,
    measure,
  } = page;
  const of = (array, i, k) => array[classes.length * i + k];
  const other = (array, i) => {
    let most = 0;
    for (let k = 0; k < classes.length; k++)
      if (k !== digit) most = Math.max(most, of(array, i, k));
    return most;
  };
  const all = (read) => Array.from({ length: count }, (_, i) => read(i));
  const lines = [
    {
      name: `${measure} of ${classes[digit]}`,
      colour: inks.accent,
      width: 2.5,
      values: all((i) => of(lengths, i, digit)),
    },
    {
      name: "largest other",
      colour: inks.second,
      width: 2,
      dash: [6, 4],
      values: all((i) => other(lengths, i)),
    },
  ];
  if (cnn.length) {
    lines.push({
      name: `CNN's probability of ${classes[digit]}`,
      colour: inks.ink,
      width: 1.5,
      dash: [2, 3],
      values: all((i) => of(cnn, i, digit)),
    });
  }
  return lines;
}

export function drawLengthCurves(g, width, _height, page) {
  const { curve, inks, transform } = page;
  const { left, right: rightRoom, top } = CURVE_ROOM;
  const { film, plot } = curveLayout(width);
  const [right, low] = [width - rightRoom, top + plot];
  const y = (value) => low - plot * value;
  g.font = `12px ${inks.font}`;
  g.textBaseline = "middle";
  g.textAlign = "right";
  for (const value of [0, 0.5, 1]) {
    curveStroke(g, left, y(value), right, y(value), inks.line);
    g.fillStyle = inks.muted;
    g.fillText(String(value), left - 6, y(value));
  }
  const { values, kind } = curve;
  g.textAlign = "center";
  g.textBaseline = "top";
  for (const share of [0, 0.25, 0.5, 0.75, 1]) {
    const value = values[0] + share * (values[values.length - 1] - values[0]);
    g.textAlign = share === 0 ? "left" : share === 1 ? "right" : "center";
    g.fillText(viewValue(kind, value), curvePlace(values, value, left, right), low + 5);
  }
  const lines = lengthLines(page);
  for (const line of [...lines].reverse()) {
    curveLine(g, values, (i) => y(line.values[i]), left, right, line);
  }
  const now = curvePlace(values, transform[kind], left, right);
  curveStroke(g, now, top - 4, now, low + 4, inks.ink, 1.5);
  // The legend wraps on a phone: shorter words there.
  g.textAlign = "left";
  g.textBaseline = "middle";
  let x = left;
  for (const line of lines) {
    const name =
      width < 520
        ? line.name.replace("'s probability of", "").replace(`${page.measure} of `, "")
        : line.name;
    g.save();
    g.setLineDash(line.dash ?? []);
    curveStroke(g, x, 9, x + 22, 9, line.colour, line.width);
    g.restore();
    g.fillStyle = inks.ink;
    g.fillText(name, x + 28, 9);
    x += 44 + 6.6 * name.length;
  }
  const side = page.film.width;
  for (let f = 0; f < FILM; f++) {
    const i = Math.round((f / (FILM - 1)) * (values.length - 1));
    const at = left + (f / (FILM - 1)) * (right - left - film);
    g.drawImage(page.film, 0, side * i, side, side, at, low + CURVE_ROOM.bottom, film, film);
  }
}

/**
 * @param {number} width of the figure, in pixels
 * @param {number} count of the pose's dimensions
 */
export function poseLayout(width, count) {
  const columns = width < 520 ? 4 : 8;
  const cell = (width - POSE_GAP * (columns - 1)) / columns;
  const high = width < 520 ? 62 : 78;
  return { columns, cell, high, height: (high + POSE_GAP) * Math.ceil(count / columns) };
}

export function drawPoseCurves(g, width, _height, page) {
  const { curve, inks, transform } = page;
  const { values, kind, poses, law } = curve;
  const count = poses.length / values.length;
  const { columns, cell, high } = poseLayout(width, count);
  let [least, most] = [Infinity, -Infinity];
  for (const value of poses) [least, most] = [Math.min(least, value), Math.max(most, value)];
  const room = 0.08 * (most - least) + 1e-6;
  [least, most] = [least - room, most + room];
  g.font = `11px ${inks.font}`;
  g.textBaseline = "top";
  const middle = (values.length - 1) / 2;
  for (let d = 0; d < count; d++) {
    const left = (d % columns) * (cell + POSE_GAP);
    const top = Math.floor(d / columns) * (high + POSE_GAP);
    const y = (value) => top + high * (1 - (value - least) / (most - least));
    g.fillStyle = inks.panel;
    g.fillRect(left, top, cell, high);
    if (least < 0 && most > 0) curveStroke(g, left, y(0), left + cell, y(0), inks.line);
    if (law) {
      const inside = Array.from(values.keys()).filter(
        (i) => Math.abs(values[i] - values[middle]) <= law.span + 1e-9,
      );
      const base = poses[count * middle + d];
      const line = (i) =>
        Math.min(top + high, Math.max(top, y(base + law.slope[d] * (values[i] - values[middle]))));
      const [first, last] = [inside[0], inside.at(-1)];
      g.save();
      g.setLineDash([4, 3]);
      curveStroke(
        g,
        curvePlace(values, values[first], left, left + cell),
        line(first),
        curvePlace(values, values[last], left, left + cell),
        line(last),
        inks.muted,
        1.5,
      );
      g.restore();
    }
    curveLine(g, values, (i) => y(poses[count * i + d]), left, left + cell, {
      colour: inks.ink,
      width: 1.8,
    });
    const now = curvePlace(values, transform[kind], left, left + cell);
    curveStroke(g, now, top, now, top + high, inks.accent, 1);
    g.textAlign = "left";
    g.fillStyle = inks.muted;
    g.fillText(String(d), left + 4, top + 3);
  }
}
