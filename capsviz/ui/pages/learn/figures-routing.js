/* Figures of lessons 4, 5, 8 and 9: boat and house, and routing by hand. */

import { angleCode, placedBy, routeVotes, vectorDot, vectorLength } from "./maths.js";
import {
  clampNumber,
  figureNumber,
  htmlNode,
  LessonFigure,
  makeDraggable,
  svgArrow,
  svgBar,
  svgNode,
} from "./stage.js";

const BOAT_RECTANGLE = "M-50 -30H50V30H-50Z";
const BOAT_TRIANGLE = "M-66 30L0 -30L66 30Z";
const BOAT_HULL = "M-66 -30L0 30L66 -30Z";
/** Each part's fixed relation to each whole, in the part's own frame. */
const BOAT_RELATIONS = {
  triangle: [
    { x: 0, y: 30, angle: 0 },
    { x: 0, y: 30, angle: Math.PI },
  ],
  rectangle: [
    { x: 0, y: -30, angle: 0 },
    { x: 0, y: 30, angle: 0 },
  ],
};
const BOAT_WHOLES = ["house", "boat"];
/** The whole's outline in its own frame. */
const BOAT_OUTLINES = [
  [BOAT_RECTANGLE, 30, BOAT_TRIANGLE, -30],
  [BOAT_RECTANGLE, -30, BOAT_HULL, 30],
];
const BOAT_PERIODS = [600, 300, 150, 600, 300, 150, 2 * Math.PI, 2 * Math.PI];
const BOAT_GAIN = 1.6;
const BOAT_SCENES = {
  apart: [
    { x: 120, y: 120, angle: 0.5 },
    { x: 330, y: 240, angle: -0.15 },
  ],
  house: [
    { x: 230, y: 160, angle: 0 },
    { x: 230, y: 220, angle: 0 },
  ],
};

/** Votes [part][whole] as places and as codes, and three iterations of routing over them. */
function boatRouting(parts) {
  const places = parts.map(({ kind, at }) => BOAT_RELATIONS[kind].map((w) => placedBy(at, w)));
  const votes = places.map((row) =>
    row.map(({ x, y, angle }) =>
      angleCode([x, x, x, y, y, y, angle, angle], BOAT_PERIODS, BOAT_GAIN),
    ),
  );
  return { places, votes, steps: routeVotes(votes, 3) };
}

export class BoatFigure extends LessonFigure {
  static events = ["house", "boat", "dragged", "turned"];

  constructor(host, context) {
    super(host, context);
    const svg = this.panel(460, 380, this.t("table"));
    this.ghostLayer = svgNode("g", { class: "cv-ghosts" });
    svg.append(this.ghostLayer);
    this.parts = ["triangle", "rectangle"].map((kind, n) => ({
      kind,
      at: { ...BOAT_SCENES.apart[n] },
      node: this.buildPart(svg, kind, n),
    }));
    this.ghosts = this.parts.map((_, n) =>
      BOAT_WHOLES.map((whole, j) => {
        const [first, y1, second, y2] = BOAT_OUTLINES[j];
        const group = svgNode("g", { class: `cv-ghost cv-ghost-${n} cv-ghost-${whole}` });
        group.append(
          svgNode("path", { d: first, transform: `translate(0 ${y1})` }),
          svgNode("path", { d: second, transform: `translate(0 ${y2})` }),
          svgNode("circle", { r: 5 }),
        );
        this.ghostLayer.append(group);
        return group;
      }),
    );
    const bars = this.panel(300, 190, this.t("agree"));
    this.bars = BOAT_WHOLES.map((whole, j) =>
      svgBar(bars, { x: 12, y: 40 + 66 * j, width: 276, height: 20, name: this.t(whole) }),
    );
    this.meeting = svgNode("text", { x: 12, y: 160, class: "cv-text cv-muted-text" });
    bars.append(this.meeting);
    this.spun = 0;
    this.button(this.t("turn"), () => this.turnAll(Math.PI / 12), "turn-all");
    this.button(this.t("start"), () => this.scene("apart"), "boat-start");
    this.draw();
  }

  set(options) {
    const before = this.options;
    super.set(options);
    this.ghostLayer.style.display = options.ghosts ? "" : "none";
    if (options.scene && options.scene !== before.scene) this.scene(options.scene);
    this.spun = 0;
  }

  scene(name) {
    this.parts.forEach((part, n) => (part.at = { ...BOAT_SCENES[name][n] }));
    this.draw();
  }

  buildPart(svg, kind, n) {
    const group = svgNode("g", { class: "cv-part" });
    const body = svgNode("path", {
      d: kind === "triangle" ? BOAT_TRIANGLE : BOAT_RECTANGLE,
      class: `cv-part-shape cv-part-${n}`,
    });
    // Where the other part never lies: above the triangle, beside the rectangle.
    const [edge, hold] =
      kind === "triangle"
        ? [
            [0, -30],
            [0, -58],
          ]
        : [
            [50, 0],
            [78, 0],
          ];
    const stem = svgNode("line", {
      x1: edge[0],
      y1: edge[1],
      x2: hold[0],
      y2: hold[1],
      class: "cv-line cv-ink",
      "stroke-width": 2,
    });
    const knob = svgNode("circle", { cx: hold[0], cy: hold[1], r: 11, class: "cv-knob" });
    group.append(stem, body, knob);
    svg.append(group);
    let grip = null;
    makeDraggable(body, {
      label: this.t("part", this.t(kind)),
      move: (x, y) => {
        const { at } = this.parts[n];
        grip ??= { x: x - at.x, y: y - at.y };
        this.place(n, { ...at, x: x - grip.x, y: y - grip.y });
      },
      nudge: (dx, dy) => {
        const { at } = this.parts[n];
        this.place(n, { ...at, x: at.x + 6 * dx, y: at.y + 6 * dy });
      },
      key: (pressed) => {
        const way = { "+": 1, "=": 1, "-": -1 }[pressed];
        if (way) this.turn(n, (way * Math.PI) / 12);
        return Boolean(way);
      },
      end: () => (grip = null),
    });
    body.dataset.testid = kind;
    makeDraggable(knob, {
      label: this.t("handle", this.t(kind)),
      move: (x, y) => {
        const { at } = this.parts[n];
        let angle = Math.atan2(y - at.y, x - at.x) - Math.atan2(hold[1], hold[0]);
        const quarter = (Math.round(angle / (Math.PI / 2)) * Math.PI) / 2;
        if (Math.abs(angle - quarter) < 0.09) angle = quarter;
        this.place(n, { ...at, angle });
      },
      nudge: (dx, dy) => this.turn(n, ((dx || dy) * Math.PI) / 24),
    });
    knob.dataset.testid = `${kind}-turn`;
    return group;
  }

  turn(n, by) {
    const { at } = this.parts[n];
    this.place(n, { ...at, angle: at.angle + by });
  }

  place(n, at) {
    this.parts[n].at = {
      x: clampNumber(at.x, 40, 420),
      y: clampNumber(at.y, 40, 340),
      angle: at.angle,
    };
    this.chosen = n;
    this.draw();
    this.report("dragged");
    this.judge();
  }

  turnAll(by) {
    const [cos, sin] = [Math.cos(by), Math.sin(by)];
    const middle = {
      x: this.parts.reduce((sum, { at }) => sum + at.x, 0) / 2,
      y: this.parts.reduce((sum, { at }) => sum + at.y, 0) / 2,
    };
    for (const part of this.parts) {
      const [dx, dy] = [part.at.x - middle.x, part.at.y - middle.y];
      part.at = {
        x: middle.x + cos * dx - sin * dy,
        y: middle.y + sin * dx + cos * dy,
        angle: part.at.angle + by,
      };
    }
    this.spun += by;
    this.draw();
    if (this.spun > Math.PI / 2 - 0.01) this.report("turned");
    this.judge();
  }

  judge() {
    const [house, boat] = this.agreement;
    if (house > 0.9) this.report("house");
    if (boat > 0.9) this.report("boat");
  }

  draw() {
    const { places, votes, steps } = boatRouting(this.parts);
    const last = steps.at(-1);
    this.agreement = BOAT_WHOLES.map(
      (_, j) => vectorDot(votes[0][j], votes[1][j]) / BOAT_GAIN ** 2,
    );
    const degrees = (angle) => ((angle * 180) / Math.PI).toFixed(2);
    this.parts.forEach(({ at, node }, n) => {
      node.setAttribute(
        "transform",
        `translate(${at.x.toFixed(2)} ${at.y.toFixed(2)}) rotate(${degrees(at.angle)})`,
      );
      places[n].forEach((place, j) =>
        this.ghosts[n][j].setAttribute(
          "transform",
          `translate(${place.x.toFixed(2)} ${place.y.toFixed(2)}) rotate(${degrees(place.angle)})`,
        ),
      );
    });
    const winner = this.agreement[0] > this.agreement[1] ? 0 : 1;
    const met = this.agreement[winner] > 0.9;
    this.bars.forEach((bar, j) => {
      bar.show(this.agreement[j], figureNumber(this.agreement[j]));
      bar.accent(j === winner && met);
    });
    this.meeting.textContent = met
      ? `${this.t("votes-agree")}: ${this.t(BOAT_WHOLES[winner])}`
      : "";
    const n = this.chosen ?? 0;
    const spell = ({ x, y, angle }) =>
      `(${figureNumber(x, 0)}, ${figureNumber(y, 0)}, ${figureNumber((((angle * 180) / Math.PI + 540) % 360) - 180, 0)}°)`;
    this.numbers = {
      u: spell(this.parts[n].at),
      u_hat: `${spell(places[n][winner])} → ${this.t(BOAT_WHOLES[winner])}`,
      c: figureNumber(last.c[n][winner]),
      s: `‖s‖ = ${figureNumber(vectorLength(last.s[winner]))}`,
    };
    this.changed();
  }

  values() {
    return this.numbers;
  }
}

function polarVote(degrees, length) {
  const angle = (degrees * Math.PI) / 180;
  return [length * Math.cos(angle), length * Math.sin(angle)];
}

/** Votes as [degrees, length], by part and parent. */
const ROUTE_PRESETS = {
  cluster: [
    [
      [40, 1.3],
      [-30, 1.2],
    ],
    [
      [25, 1.2],
      [95, 1.1],
    ],
    [
      [55, 1.2],
      [170, 1.2],
    ],
    [
      [35, 1.1],
      [-110, 1.2],
    ],
    [
      [70, 1.1],
      [20, 1.1],
    ],
  ],
  undecided: [
    [
      [40, 1.2],
      [-60, 1.15],
    ],
    [
      [20, 1.2],
      [-35, 1.15],
    ],
    [
      [60, 1.2],
      [-85, 1.15],
    ],
    [
      [50, 1.2],
      [-75, 1.15],
    ],
    [
      [30, 1.2],
      [-45, 1.15],
    ],
  ],
  across: [
    [
      [0, 1.3],
      [100, 1.1],
    ],
    [
      [12, 1.2],
      [-140, 1.1],
    ],
    [
      [-24, 1.2],
      [10, 1.1],
    ],
    [
      [-12, 1.3],
      [-60, 1.1],
    ],
    [
      [90, 1.3],
      [170, 1.1],
    ],
  ],
  overlap: [
    [
      [50, 2.3],
      [200, 0.8],
      [-100, 0.8],
    ],
    [
      [38, 2.3],
      [80, 0.8],
      [50, 1.6],
    ],
    [
      [62, 2.3],
      [-40, 0.8],
      [-10, 1.6],
    ],
    [
      [170, 0.8],
      [140, 2.3],
      [5, 1.6],
    ],
    [
      [-70, 0.8],
      [128, 2.3],
      [35, 1.6],
    ],
    [
      [50, 0.8],
      [152, 2.3],
      [140, 0.8],
    ],
  ],
};
ROUTE_PRESETS.mirror = ROUTE_PRESETS.cluster.map(([a, b]) => [b, a]);

function routePreset(name) {
  return ROUTE_PRESETS[name].map((row) =>
    row.map(([degrees, length]) => polarVote(degrees, length)),
  );
}

const ROUTE_PARENTS = ["A", "B", "C"];
const ROUTE_PHASES = ["b", "c", "s", "v", "a"];

export class RouteFigure extends LessonFigure {
  static events = [
    "dragged",
    "b",
    "c",
    "s",
    "v",
    "a",
    "third",
    "b-wins",
    "ghost-gone",
    "no-competition",
    "competition",
    "negated",
    "many",
    "switched",
    "next",
  ];

  set(options) {
    const before = this.options;
    super.set(options);
    const same = (name) => JSON.stringify(before[name]) === JSON.stringify(options[name]);
    const keys = [
      "preset",
      "parents",
      "finished",
      "mistake",
      "switch",
      "negate",
      "next",
      "iterations",
    ];
    if (this.votes && (Object.keys(options).length === 0 || keys.every(same))) return;
    this.start();
  }

  start() {
    const { preset = "cluster", iterations = 3 } = this.options;
    this.votes = routePreset(preset);
    this.parents = this.votes[0].length;
    this.reach = Math.max(2, ...this.votes.flat().map((vote) => 1.15 * vectorLength(vote)));
    this.finished = Boolean(this.options.finished);
    this.iteration = this.finished ? iterations : 1;
    this.phase = this.finished ? 4 : 0;
    this.mistaken = false;
    this.compete = true;
    this.kept = null;
    this.picture = 1;
    this.chosen = [preset === "across" ? 4 : 0, 0];
    this.stage.replaceChildren();
    this.controls.replaceChildren();
    this.tell.hidden = true;
    this.buildPlanes();
    this.buildTable();
    this.buildControls();
    this.draw();
  }

  buildPlanes() {
    const side = this.parents === 3 ? 230 : 300;
    this.unit = side / 2 / this.reach;
    this.planes = Array.from({ length: this.parents }, (_, j) => {
      const svg = this.panel(side, side, this.t("plane", ROUTE_PARENTS[j]));
      const middle = side / 2;
      svg.append(
        svgNode("rect", {
          x: 0.5,
          y: 0.5,
          width: side - 1,
          height: side - 1,
          rx: 6,
          class: "cv-frame",
        }),
        svgNode("line", { x1: 0, x2: side, y1: middle, y2: middle, class: "cv-line cv-grid-line" }),
        svgNode("line", { y1: 0, y2: side, x1: middle, x2: middle, class: "cv-line cv-grid-line" }),
        svgNode("circle", { cx: middle, cy: middle, r: this.unit, class: "cv-orbit" }),
      );
      const rays = this.votes.map(() => {
        const ray = svgNode("line", { x1: middle, y1: middle, class: "cv-line cv-vote-line" });
        svg.append(ray);
        return ray;
      });
      const s = svgArrow(svg, "cv-muted", 2.5, 10);
      const v = svgArrow(svg, "cv-accent", 5, 14);
      const dots = this.votes.map((_vote, i) => this.buildVote(svg, i, j, middle));
      const length = svgNode("text", {
        x: side - 10,
        y: side - 10,
        class: "cv-text cv-strong",
        "text-anchor": "end",
        "data-testid": `route-length-${ROUTE_PARENTS[j]}`,
      });
      svg.append(length);
      return { svg, side, middle, rays, s, v, dots, length };
    });
  }

  buildVote(svg, i, j, middle) {
    const group = svgNode("g", { class: "cv-vote" });
    group.append(
      svgNode("circle", { r: 17, class: "cv-grip" }),
      svgNode("circle", { r: 10.5, class: "cv-vote-dot" }),
      svgNode("text", { y: 4.5, class: "cv-vote-name", "text-anchor": "middle" }, String(i + 1)),
    );
    svg.append(group);
    makeDraggable(group, {
      label: this.t("vote", i + 1, ROUTE_PARENTS[j]),
      move: (x, y) => this.moveVote(i, j, [(x - middle) / this.unit, (middle - y) / this.unit]),
      nudge: (dx, dy) => {
        const [x, y] = this.votes[i][j];
        this.moveVote(i, j, [x + 0.1 * dx, y - 0.1 * dy]);
      },
      text: () => (this.votes ? this.votes[i][j].map((x) => figureNumber(x)).join(", ") : ""),
    });
    group.addEventListener("focus", () => this.choose(i, j));
    group.dataset.testid = `vote-${i + 1}-${ROUTE_PARENTS[j]}`;
    return group;
  }

  buildTable() {
    const wide = this.parents === 2;
    const columns = wide ? ["b", "c", "a"] : ["c"];
    const head = htmlNode("tr", {}, htmlNode("th", { scope: "col" }, this.t("part")));
    for (let j = 0; j < this.parents; j++) {
      for (const name of columns) {
        head.append(
          htmlNode("th", { scope: "col", class: `cv-col-${name}` }, `${name} ${ROUTE_PARENTS[j]}`),
        );
      }
    }
    head.append(htmlNode("th", { scope: "col", class: "cv-col-c" }, this.t("sum")));
    this.cells = {};
    const rows = this.votes.map((_, i) => {
      const row = htmlNode("tr", {}, htmlNode("th", { scope: "row" }, String(i + 1)));
      for (let j = 0; j < this.parents; j++) {
        for (const name of columns) {
          const cell = htmlNode("td", { class: `cv-col-${name}` });
          cell.addEventListener("click", () => this.choose(i, j));
          this.cells[`${name}${i}${j}`] = cell;
          row.append(cell);
        }
      }
      const sum = htmlNode("td", { class: "cv-col-c cv-sum" });
      this.cells[`sum${i}`] = sum;
      row.append(sum);
      return row;
    });
    const totals = ["s", "v"].map((name) => {
      const row = htmlNode("tr", {}, htmlNode("th", { scope: "row" }, name));
      for (let j = 0; j < this.parents; j++) {
        const cell = htmlNode("td", { class: `cv-col-${name}`, colspan: String(columns.length) });
        this.cells[`${name}${j}`] = cell;
        row.append(cell);
      }
      row.append(htmlNode("td"));
      return row;
    });
    const table = htmlNode(
      "table",
      { class: "cv-route-table", "data-testid": "route-table" },
      htmlNode("caption", { class: "cv-hidden" }, this.t("table")),
      htmlNode("thead", {}, head),
      htmlNode("tbody", {}, ...rows),
      htmlNode("tfoot", {}, ...totals),
    );
    this.status = htmlNode("p", {
      class: "cv-route-status",
      "aria-live": "polite",
      "data-testid": "route-status",
    });
    this.stage.append(this.status, htmlNode("div", { class: "cv-table-box" }, table));
  }

  buildControls() {
    const { mistake, negate, next } = this.options;
    if (this.finished) this.buildIterations();
    else {
      this.button(this.t("step"), () => this.step(), "route-step").classList.add("cv-primary");
      this.button(this.t("restart"), () => this.restart(), "route-restart");
    }
    if (!this.options.mistake && this.parents === 2 && !negate) {
      for (const name of ["cluster", "mirror", "undecided"]) {
        this.button(this.t(`preset-${name}`), () => this.use(name), `preset-${name}`);
      }
    }
    if (this.options.switch === "compete") {
      this.toggle(
        this.t("compete"),
        true,
        (on) => {
          this.compete = on;
          this.draw();
          this.report(on ? "competition" : "no-competition");
        },
        "compete",
      );
    }
    if (negate) this.button(this.t("negate"), () => this.negate(), "negate");
    if (mistake) {
      this.toggle(this.t(`mistake-${mistake}`), false, (on) => {
        this.mistaken = on;
        this.kept = null;
        this.draw();
        this.report("switched");
      });
    }
    if (next) this.button(this.t("next"), () => this.nextPicture(), "next-picture");
  }

  buildIterations() {
    const less = htmlNode(
      "button",
      { type: "button", class: "cv-icon", "aria-label": this.t("less") },
      "−",
    );
    const more = htmlNode(
      "button",
      {
        type: "button",
        class: "cv-icon",
        "aria-label": this.t("more"),
        "data-testid": "route-more",
      },
      "+",
    );
    this.counter = htmlNode("output", { "data-testid": "route-iterations" });
    less.addEventListener("click", () => this.setIterations(this.iteration - 1));
    more.addEventListener("click", () => this.setIterations(this.iteration + 1));
    this.controls.append(
      htmlNode(
        "span",
        { class: "cv-stepper-row", role: "group", "aria-label": this.t("iterations") },
        less,
        this.counter,
        more,
        htmlNode("span", {}, this.t("iterations")),
      ),
    );
  }

  setIterations(count) {
    this.iteration = clampNumber(count, 1, 10);
    this.draw();
    this.judge();
    if (this.iteration >= 10) this.report("many");
  }

  use(name) {
    this.votes = routePreset(name);
    this.restart();
  }

  restart() {
    if (!this.finished) [this.iteration, this.phase] = [1, 0];
    this.draw();
    this.judge();
  }

  choose(i, j) {
    if (this.chosen[0] === i && this.chosen[1] === j) return;
    this.chosen = [i, j];
    this.draw();
  }

  moveVote(i, j, [x, y]) {
    const most = this.reach * 0.93;
    this.votes[i][j] = [clampNumber(x, -most, most), clampNumber(y, -most, most)];
    this.chosen = [i, j];
    this.draw();
    this.report("dragged");
    this.judge();
  }

  negate() {
    this.votes = this.votes.map((row) => row.map((vote) => vote.map((x) => -x)));
    this.draw();
    this.report("negated");
  }

  nextPicture() {
    // What a program that keeps its logits carries over: those after the last agreement.
    const last = this.steps.at(-1);
    this.kept = last.b.map((row, i) => row.map((b, j) => b + last.a[i][j]));
    this.picture += 1;
    this.votes = routePreset(this.picture % 2 ? "cluster" : "mirror");
    this.draw();
    if (this.mistaken) this.report("next");
  }

  step() {
    if (this.phase < 4) this.phase += 1;
    else if (this.iteration < 10) [this.iteration, this.phase] = [this.iteration + 1, 0];
    this.draw();
    this.report(ROUTE_PHASES[this.phase]);
    if (this.iteration >= 3 && this.phase >= 3) this.report("third");
    this.judge();
  }

  judge() {
    const lengths = this.steps.at(-1).v.map(vectorLength);
    const done = this.iteration >= 3 && this.phase >= 3;
    if (done && lengths[1] > lengths[0]) this.report("b-wins");
    if (this.parents === 3 && lengths[2] < 0.2) this.report("ghost-gone");
  }

  draw() {
    const mistake = this.mistaken ? this.options.mistake : "";
    const start = mistake === "buffer" ? this.kept : null;
    this.steps = routeVotes(this.votes, this.iteration, { mistake, compete: this.compete, start });
    const now = this.steps.at(-1);
    // v and s of the iteration before stay until this one's are there.
    const s = this.phase >= 2 ? now.s : this.steps.at(-2)?.s;
    const v = this.phase >= 3 ? now.v : this.steps.at(-2)?.v;
    const c = this.phase >= 1 ? now.c : this.steps.at(-2)?.c;
    const lengths = v?.map(vectorLength) ?? [];
    const longest = Math.max(...lengths);
    this.planes.forEach((plane, j) =>
      this.drawPlane(plane, j, { s: s?.[j], v: v?.[j], c, winner: lengths[j] === longest }),
    );
    this.drawTable(now);
    if (this.counter) this.counter.textContent = String(this.iteration);
    const words = this.finished
      ? this.t("iteration", this.iteration)
      : `${this.t("iteration", this.iteration)} · ${this.t(`phase-${ROUTE_PHASES[this.phase]}`)}`;
    const picture = this.options.next ? `${this.t("picture", this.picture)} · ` : "";
    if (this.status.textContent !== picture + words) this.status.textContent = picture + words;
    this.drawTell(now);
    this.collect(now);
    this.changed();
  }

  drawPlane({ middle, side, rays, s: sArrow, v: vArrow, dots, length }, j, { s, v, c, winner }) {
    const to = ([x, y]) => [middle + this.unit * x, middle - this.unit * y];
    dots.forEach((dot, i) => {
      const [x, y] = to(this.votes[i][j]);
      dot.setAttribute("transform", `translate(${x.toFixed(2)} ${y.toFixed(2)})`);
      rays[i].setAttribute("x2", x);
      rays[i].setAttribute("y2", y);
      const share = c?.[i][j] ?? 1 / this.parents;
      rays[i].setAttribute("stroke-width", (1 + 7 * Math.min(1, share)).toFixed(2));
      const chosen = this.chosen[0] === i && this.chosen[1] === j;
      dot.classList.toggle("cv-vote-chosen", chosen);
    });
    if (s) {
      const size = vectorLength(s) * this.unit;
      const fit = Math.min(1, (side / 2 - 6) / Math.max(size, 1e-9));
      sArrow.point(middle, middle, ...to(s.map((x) => x * fit)));
    } else sArrow.point(0, 0, 0, 0);
    if (v) vArrow.point(middle, middle, ...to(v));
    else vArrow.point(0, 0, 0, 0);
    for (const node of [vArrow.line, vArrow.tip]) {
      node.classList.toggle("cv-accent", winner);
      node.classList.toggle("cv-second", !winner);
    }
    length.textContent = v ? `‖v‖ = ${figureNumber(vectorLength(v))}` : "";
  }

  drawTable(now) {
    const dot = "·";
    const shown = { b: true, c: this.phase >= 1, a: this.phase >= 4 };
    this.votes.forEach((_, i) => {
      for (let j = 0; j < this.parents; j++) {
        for (const name of ["b", "c", "a"]) {
          const cell = this.cells[`${name}${i}${j}`];
          if (!cell) continue;
          const text = shown[name] ? figureNumber(now[name][i][j]) : dot;
          if (cell.textContent !== text) cell.textContent = text;
          cell.classList.toggle("cv-cell-chosen", this.chosen[0] === i && this.chosen[1] === j);
        }
      }
      const sum = now.c[i].reduce((a, b) => a + b, 0);
      this.cells[`sum${i}`].textContent = shown.c ? figureNumber(sum) : dot;
      this.cells[`sum${i}`].classList.toggle("cv-bad", shown.c && Math.abs(sum - 1) > 0.005);
    });
    const pair = (vector) => `(${vector.map((x) => figureNumber(x)).join(", ")})`;
    for (let j = 0; j < this.parents; j++) {
      this.cells[`s${j}`].textContent = this.phase >= 2 ? pair(now.s[j]) : dot;
      this.cells[`v${j}`].textContent = this.phase >= 3 ? pair(now.v[j]) : dot;
    }
    const active = this.finished ? "" : ROUTE_PHASES[this.phase];
    this.stage.querySelector(".cv-route-table").dataset.phase = active;
  }

  drawTell(now) {
    const { mistake } = this.options;
    if (mistake === "softmax" || mistake === "dims") {
      const sum = now.c[0].reduce((a, b) => a + b, 0);
      this.showTell(this.t("tell-sum"), figureNumber(sum), Math.abs(sum - 1) > 0.005);
    } else if (mistake === "sum") {
      this.showTell(
        this.t("tell-agreement"),
        figureNumber(now.a[4][0]),
        Math.abs(now.a[4][0]) > 0.5,
      );
    } else if (mistake === "buffer") {
      const first = this.steps[0].c[0][0];
      this.showTell(this.t("tell-first"), figureNumber(first), Math.abs(first - 0.5) > 0.005);
    }
  }

  collect(now) {
    const [i, j] = this.chosen;
    const pair = (vector) => `(${vector.map((x) => figureNumber(x)).join(", ")})`;
    const name = `${i + 1}${ROUTE_PARENTS[j]}`;
    this.numbers = {
      u_hat: `${pair(this.votes[i][j])}  (${name})`,
      b: `${figureNumber(now.b[i][j])}  (${name})`,
    };
    if (this.phase >= 1) this.numbers.c = `${figureNumber(now.c[i][j])}  (${name})`;
    if (this.phase >= 2) this.numbers.s = `${pair(now.s[j])}  (${ROUTE_PARENTS[j]})`;
    if (this.phase >= 3) this.numbers.v = `${pair(now.v[j])}  (${ROUTE_PARENTS[j]})`;
    if (this.phase >= 4) this.numbers.a = `${figureNumber(now.a[i][j])}  (${name})`;
  }

  values() {
    return this.numbers ?? {};
  }
}
