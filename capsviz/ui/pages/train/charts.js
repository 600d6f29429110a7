/* Curves over the steps of a run: numbers and a drawing context in, nothing kept. */

/** Above the curves, as much as their legend takes. */
const ROOM = { left: 40, right: 10, top: 24, bottom: 20 };

/**
 * @typedef {object} Curve
 * @property {string} name
 * @property {string} colour
 * @property {number[][]} points step and value of each
 * @property {number[]} [dash]
 */

/**
 * The scale of a chart: the values it runs between, and where it has marks.
 * @param {Curve[]} curves
 * @param {boolean} log
 */
export function scaleOf(curves, log) {
  if (!log) return { least: 0, most: 1, marks: [0, 0.5, 1] };
  const values = curves.flatMap(({ points }) => points.map(([, value]) => value));
  const good = values.filter((value) => value > 0 && Number.isFinite(value));
  if (!good.length) return { least: 0.01, most: 1, marks: [0.01, 0.1, 1] };
  const [low, high] = [Math.min(...good, 1), Math.max(...good, 0.001)];
  const [least, most] = [Math.floor(Math.log10(low)), Math.ceil(Math.log10(high))];
  const marks = Array.from({ length: most - least + 1 }, (_, i) => 10 ** (least + i));
  return { least: 10 ** least, most: 10 ** Math.max(most, least + 1), marks };
}

/** A mark as it is written beside a chart: small powers of ten as such. @param {number} value */
export function markWords(value) {
  if (value >= 0.001 || value <= 0) return String(value);
  return `10⁻${[...String(-Math.round(Math.log10(value)))].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[+digit]).join("")}`;
}

/** Where a step lies, 0 to 1: early ones get more room. */
export function placeOf(step, last) {
  return Math.sqrt(Math.max(0, step) / Math.max(1, last));
}

/**
 * @param {any} g a context, or what writes SVG
 * @param {number} width
 * @param {number} height
 * @param {{curves: Curve[], log: boolean, at: number, last: number, inks: any,
 *   unit: (value: number) => string}} page
 */
export function drawCurves(g, width, height, { curves, log, at, last, inks, unit }) {
  const { least, most, marks } = scaleOf(curves, log);
  const [right, low] = [width - ROOM.right, height - ROOM.bottom];
  const x = (step) => ROOM.left + placeOf(step, last) * (right - ROOM.left);
  const share = (value) =>
    log ? Math.log(value / least) / Math.log(most / least) : (value - least) / (most - least);
  const y = (value) => low - Math.min(1, Math.max(0, share(value))) * (low - ROOM.top);
  g.font = `12px ${inks.font}`;
  g.textBaseline = "middle";
  for (const mark of marks) {
    line(g, [ROOM.left, y(mark)], [right, y(mark)], inks.line);
    g.fillStyle = inks.muted;
    g.textAlign = "right";
    g.fillText(unit(mark), ROOM.left - 5, y(mark));
  }
  g.textAlign = "left";
  g.fillText("0", ROOM.left, height - 8);
  g.textAlign = "right";
  g.fillText(`step ${last.toLocaleString("en")}`, right, height - 8);
  for (const curve of curves) {
    const good = curve.points.filter(([, value]) => Number.isFinite(value) && (!log || value > 0));
    stroke(
      g,
      good.map(([step, value]) => [x(step), y(value)]),
      curve,
    );
  }
  line(g, [x(at), ROOM.top], [x(at), low], inks.accent, 1.5);
  legend(g, curves, right, inks);
}

function legend(g, curves, right, inks) {
  let at = ROOM.left + 8;
  for (const { name, colour, dash } of curves) {
    if (!name || at > right - 60) continue;
    stroke(
      g,
      [
        [at, 8],
        [at + 14, 8],
      ],
      { colour, dash, width: 3 },
    );
    g.fillStyle = inks.ink;
    g.textAlign = "left";
    g.fillText(name, at + 18, 8);
    at += 30 + 6.4 * name.length;
  }
}

function stroke(g, points, { colour, dash = [], width = 1.8 }) {
  g.save();
  g.strokeStyle = colour;
  g.lineWidth = width;
  g.setLineDash(dash);
  g.beginPath();
  points.forEach(([x, y], i) => {
    if (i) g.lineTo(x, y);
    else g.moveTo(x, y);
  });
  g.stroke();
  g.restore();
}

function line(g, [x0, y0], [x1, y1], colour, width = 1) {
  g.strokeStyle = colour;
  g.lineWidth = width;
  g.beginPath();
  g.moveTo(x0, y0);
  g.lineTo(x1, y1);
  g.stroke();
}

/** Where on a chart somebody points, as a step. */
export function stepAt(offset, width, last) {
  const share = (offset - ROOM.left) / (width - ROOM.left - ROOM.right);
  return Math.round(Math.min(1, Math.max(0, share)) ** 2 * last);
}

/**
 * Votes along and across a capsule, on one scale for the whole film.
 * @param {any} g
 * @param {number} width
 * @param {number} height
 * @param {{votes: Float32Array, couplings: Uint8Array, capsule: Float32Array, reach: number,
 *   inks: any}} page
 */
export function drawVotes(g, width, height, { votes, couplings, capsule, reach, inks }) {
  const [middleX, middleY] = [width * 0.25, height / 2];
  // No capsule is longer than 1: its ring stays on the figure too.
  const scale = Math.min((width * 0.72) / Math.max(1, reach), (height * 0.48) / reach);
  line(g, [0, middleY], [width, middleY], inks.line);
  line(g, [middleX, 0], [middleX, height], inks.line);
  g.fillStyle = inks.ink;
  for (let i = 0; i < couplings.length; i++) {
    const share = (couplings[i] / 255) ** 2;
    g.globalAlpha = 0.25 + 0.6 * share;
    g.beginPath();
    g.arc(middleX + votes[2 * i] * scale, middleY - votes[2 * i + 1] * scale, 1 + 3 * share, 0, 7);
    g.fill();
  }
  g.globalAlpha = 1;
  g.strokeStyle = inks.accent;
  g.lineWidth = 2;
  g.beginPath();
  g.arc(middleX + capsule[0] * scale, middleY, 5, 0, 7);
  g.stroke();
}
