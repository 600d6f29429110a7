/* Small pictures of the lessons, in the colours of the symbols. */

import { svgMake } from "../../browser/dom.js";

const [WIDTH, HEIGHT] = [160, 100];
/** Strokes of digits, in a box of 40 x 60. */
const SEVEN = "M4 6H36L16 56";
const ZERO = "M20 4C2 4 2 56 20 56C38 56 38 4 20 4Z";

/** Colours of areas and, by the same name with "-line", of lines; other kinds are classes. */
const INKS = {
  ...{ ink: "ink", winner: "accent", bar: "bar", uhat: "sym-uhat" },
  ...{ b: "sym-b", c: "sym-c", s: "sym-s", v: "sym-v", a: "sym-a" },
};

/** @param {string} kind */
function look(kind) {
  const ink = INKS[kind.replace(/-line$/, "")];
  if (!ink) return { class: `cv-p-${kind}` };
  const colour = `var(--cv-${ink})`;
  return kind.endsWith("-line") ? { fill: "none", stroke: colour } : { fill: colour };
}

const path = (d, kind, attributes = {}) => svgMake("path", { d, ...look(kind), ...attributes });
const dot = (cx, cy, r, kind) => svgMake("circle", { cx, cy, r, ...look(kind) });
const box = (x, y, width, height, kind, attributes = {}) =>
  svgMake("rect", { x, y, width, height, rx: 2, ...look(kind), ...attributes });
const transformGroup = (transform, ...nodes) => svgMake("g", { transform }, ...nodes);
const sign = (x, y, text, kind) =>
  svgMake("text", { x, y, ...look(kind), class: "cv-p-sign" }, text);

/** An arrow from one point to another. */
function arrow(x0, y0, x1, y1, kind, width = 4) {
  const angle = (Math.atan2(y1 - y0, x1 - x0) * 180) / Math.PI;
  const length = Math.hypot(x1 - x0, y1 - y0);
  const head = 2.8 * width;
  return transformGroup(
    `translate(${x0} ${y0}) rotate(${angle.toFixed(1)})`,
    path(`M0 0H${(length - head + 1).toFixed(1)}`, `${kind}-line`, { "stroke-width": width }),
    path(`M${length.toFixed(1)} 0l${-head} ${-0.45 * head}v${0.9 * head}z`, kind),
  );
}

/** A grid of cells, one of which is bright. */
function grid(x, y, count, side, [column, row]) {
  const cells = Array.from({ length: count * count }, (_, n) => {
    const [cellColumn, cellRow] = [n % count, Math.floor(n / count)];
    const kind = cellColumn === column && cellRow === row ? "winner" : "cell";
    return box(x + cellColumn * side, y + cellRow * side, side - 1.5, side - 1.5, kind);
  });
  return svgMake("g", {}, ...cells);
}

/** Rays from a point, each with a dot at its end: votes. */
function votes(x, y, ends, kind = "uhat") {
  return ends.flatMap(([dx, dy]) => [
    path(`M${x} ${y}l${dx} ${dy}`, `${kind}-line`, { "stroke-width": 2 }),
    dot(x + dx, y + dy, 4, kind),
  ]);
}

/** Heights of bars from left to right, the first of which wins. */
function bars(heights, x, y, width, winner) {
  return heights.map((height, n) =>
    box(x + n * (width + 3), y - height, width, height, n === winner ? "winner" : "bar"),
  );
}

/** @type {Record<string, () => Element[]>} */
const PICTURES = {
  pooling: () => [
    grid(12, 18, 4, 16, [2, 1]),
    arrow(84, 50, 100, 50, "ink", 3),
    grid(108, 30, 2, 20, [1, 0]),
  ],
  vector: () => [
    dot(52, 54, 38, "ring"),
    arrow(52, 54, 80, 28, "v", 6),
    transformGroup("translate(104 20) rotate(10 20 30)", path(SEVEN, "pen")),
  ],
  votes: () => [
    transformGroup(
      "translate(80 37) scale(0.92)",
      path("M-30 44h60l-10 18h-40z", "dashed"),
      path("M-27 41h60l-10 18h-40z", "dashed"),
      path("M0 -36L26 -2H-26Z", "part"),
      box(-30, 6, 60, 20, "part"),
    ),
    ...votes(22, 50, [[14, -8]]),
    ...votes(138, 50, [[-14, -8]]),
  ],
  routing: () => {
    const parts = [14, 32, 50, 68, 86];
    const [a, b] = [30, 72];
    return [
      ...parts.flatMap((y, n) => [
        path(`M32 ${y}C74 ${y} 84 ${a} 122 ${a}`, "c-line", { "stroke-width": n < 3 ? 6 : 2 }),
        path(`M32 ${y}C74 ${y} 84 ${b} 122 ${b}`, "c-line", { "stroke-width": n < 3 ? 1 : 3 }),
      ]),
      ...parts.map((y) => dot(28, y, 6, "uhat")),
      dot(128, a, 15, "v"),
      dot(128, b, 8, "bar"),
    ];
  },
  overlap: () => [
    transformGroup("translate(42 14) scale(1.2)", path(ZERO, "pen-a")),
    transformGroup("translate(68 16) scale(1.2)", path(SEVEN, "pen-b")),
  ],
  squash: () => [
    path("M20 10V86H148", "axis"),
    path("M20 86L84 22", "dashed-line"),
    path("M20 22H148", "guide"),
    path("M20 86C34 86 40 62 56 48S110 27 148 25", "v-line", { "stroke-width": 5 }),
  ],
  loss: () => [
    ...bars([12, 20, 9, 70, 16, 8, 24, 11, 40, 14], 18, 88, 10, 3),
    path("M12 18H150", "guide"),
    path("M12 80H150", "guide"),
  ],
  dimensions: () => [
    ...[-24, -8, 8, 24].map((slant, n) =>
      transformGroup(
        `translate(${16 + 34 * n} 12) scale(0.8) translate(20 56) skewX(${-slant}) translate(-20 -56)`,
        path(ZERO, "pen"),
      ),
    ),
    path("M18 82H142", "axis"),
    dot(104, 82, 8, "v"),
  ],
  learning: () => [
    path("M20 10V86H148", "axis"),
    path("M20 84C38 40 60 30 148 24", "dashed-line"),
    path("M20 84C44 78 46 26 148 14", "v-line", { "stroke-width": 5 }),
    path("M86 10V86", "guide"),
  ],
  contested: () => [
    path("M80 16V86M58 86H102", "axis"),
    path("M34 34L126 20", "axis"),
    path("M34 34l-18 30h36zM126 20l-18 30h36z", "ring"),
    path("M14 64a20 12 0 0 0 40 0z", "uhat"),
    path("M106 50a20 12 0 0 0 40 0z", "winner"),
  ],
  verdict: () =>
    [
      [120, 60],
      [104, 92],
      [112, 30],
    ].flatMap(([hoped, measured], n) => [
      box(20, 16 + 26 * n, hoped, 18, "hoped"),
      box(20, 16 + 26 * n, measured, 18, n === 1 ? "winner" : "bar"),
      path(`M${20 + measured - 10} ${25 + 26 * n}h20`, "axis"),
    ]),
  em: () => [
    svgMake("ellipse", { cx: 54, cy: 56, rx: 36, ry: 24, class: "cv-p-cloud" }),
    svgMake("ellipse", { cx: 118, cy: 38, rx: 22, ry: 26, class: "cv-p-cloud-b" }),
    ...[
      [40, 50],
      [54, 60],
      [66, 50],
      [50, 68],
      [72, 62],
    ].map(([x, y]) => dot(x, y, 4, "uhat")),
    ...[
      [112, 30],
      [122, 42],
      [116, 50],
    ].map(([x, y]) => dot(x, y, 4, "uhat")),
  ],
  ways: () =>
    [
      [8, 1, 2, 1, 3],
      [1, 9, 1, 2, 1],
      [2, 2, 1, 8, 1],
      [1, 1, 7, 2, 4],
    ].flatMap((shares, row) =>
      shares.map((share, column) =>
        box(26 + 22 * column, 9 + 21 * row, 20, 19, "c", {
          "fill-opacity": (0.08 + share / 10).toFixed(2),
        }),
      ),
    ),
  parts: () => [
    path("M80 26L36 70M80 26L124 70", "uhat-line", { "stroke-width": 3 }),
    dot(80, 22, 17, "v"),
    transformGroup("translate(36 76)", dot(0, 0, 18, "node"), path("M-10 0H10", "pen-thin")),
    transformGroup("translate(124 76)", dot(0, 0, 18, "node"), path("M5 -10L-5 10", "pen-thin")),
  ],
  mistakes: () => [
    ...[0, 1, 2].flatMap((n) => [
      box(18, 16 + 26 * n, n === 1 ? 60 : 44, 18, "uhat"),
      box(n === 1 ? 80 : 64, 16 + 26 * n, n === 1 ? 60 : 40, 18, "bar"),
    ]),
    path("M105 8V92", "dashed-line"),
    path("M120 62l22 22M142 62l-22 22", "winner-line", { "stroke-width": 6 }),
  ],
  quiz: () => [
    ...[0, 1, 2].flatMap((n) => [
      dot(30, 22 + 28 * n, 9, n === 1 ? "v" : "ring"),
      box(50, 15 + 28 * n, [88, 70, 80][n], 14, "bar"),
    ]),
    path("M25 50l4 4 7 -8", "tick"),
  ],
  glossary: () => [
    ...["u", "û", "b", "c"].map((text, n) =>
      sign(32 + 32 * n, 44, text, ["ink", "uhat", "b", "c"][n]),
    ),
    ...["s", "v", "a"].map((text, n) => sign(48 + 32 * n, 84, text, ["s", "v", "a"][n])),
  ],
};

/**
 * Picture of a lesson, the quiz or the glossary; empty if there is none.
 * @param {string} name
 * @returns {SVGSVGElement}
 */
export function drawPicture(name) {
  const nodes = PICTURES[name]?.() ?? [];
  const viewBox = `0 0 ${WIDTH} ${HEIGHT}`;
  return svgMake("svg", { viewBox, class: "cv-entry-picture", "aria-hidden": true }, ...nodes);
}
