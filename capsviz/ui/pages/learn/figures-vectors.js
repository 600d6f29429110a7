/* Figures of lessons 1 to 3: pooling, the scrambled face, the turning seven, squash. */

import {
  angleCode,
  LESSON_EPSILON,
  measuredJacobian,
  squashJacobianVariant,
  squashLength,
  squashVector,
  vectorLength,
} from "./maths.js";
import {
  clampNumber,
  figureNumber,
  LessonFigure,
  makeDraggable,
  svgArrow,
  svgBar,
  svgNode,
} from "./stage.js";

export class PoolFigure extends LessonFigure {
  static events = ["same", "changed"];

  constructor(host, context) {
    super(host, context);
    this.at = { row: 2, column: 4 };
    this.size = 36;
    const side = 8 * this.size;
    const map = this.panel(side + 24, side + 24, this.t("map"));
    const pooled = this.panel(side + 24, side + 24, this.t("pooled"));
    this.cells = this.grid(map, 8, this.size);
    this.blocks = this.grid(pooled, 4, 2 * this.size);
    for (let line = 0; line <= 8; line += 2) {
      const at = 12 + line * this.size;
      map.append(
        svgNode("line", {
          x1: at,
          x2: at,
          y1: 12,
          y2: side + 12,
          class: "cv-line cv-ink",
          "stroke-width": 2,
        }),
        svgNode("line", {
          y1: at,
          y2: at,
          x1: 12,
          x2: side + 12,
          class: "cv-line cv-ink",
          "stroke-width": 2,
        }),
      );
    }
    this.bright = svgNode("rect", {
      width: this.size - 6,
      height: this.size - 6,
      rx: 5,
      class: "cv-fill cv-accent",
    });
    map.append(this.bright);
    makeDraggable(this.bright, {
      label: this.t("cell", 3, 5),
      move: (x, y) => this.put(Math.floor((y - 12) / this.size), Math.floor((x - 12) / this.size)),
      nudge: (dx, dy) => this.put(this.at.row + dy, this.at.column + dx),
      text: () => this.t("cell", this.at.row + 1, this.at.column + 1),
    });
    this.bright.dataset.testid = "bright";
    const answers = this.panel(620, 84, "", true);
    answers.figureTitle.hidden = true;
    answers.append(
      svgNode("text", { x: 12, y: 30, class: "cv-text cv-muted-text" }, this.t("strength")),
      svgNode("text", { x: 12, y: 66, class: "cv-text cv-muted-text" }, this.t("place")),
    );
    this.strength = svgNode("text", {
      x: 190,
      y: 30,
      class: "cv-text cv-strong",
      "data-testid": "pooled-answer",
    });
    this.place = svgNode("text", {
      x: 190,
      y: 66,
      class: "cv-text cv-strong cv-accent-text",
      "data-testid": "place-answer",
    });
    answers.append(this.strength, this.place);
    this.draw();
  }

  grid(svg, count, size) {
    return Array.from({ length: count * count }, (_, n) => {
      const cell = svgNode("rect", {
        x: 12 + (n % count) * size,
        y: 12 + Math.floor(n / count) * size,
        width: size,
        height: size,
        class: "cv-cell",
      });
      svg.append(cell);
      return cell;
    });
  }

  put(row, column) {
    const before = this.at;
    this.at = { row: clampNumber(row, 0, 7), column: clampNumber(column, 0, 7) };
    if (this.at.row === before.row && this.at.column === before.column) return;
    const block = ({ row: r, column: c }) => 4 * (r >> 1) + (c >> 1);
    this.draw();
    this.report(block(before) === block(this.at) ? "same" : "changed");
  }

  draw() {
    const { row, column } = this.at;
    const block = 4 * (row >> 1) + (column >> 1);
    this.bright.setAttribute("x", 15 + column * this.size);
    this.bright.setAttribute("y", 15 + row * this.size);
    this.blocks.forEach((cell, n) => cell.classList.toggle("cv-cell-on", n === block));
    this.strength.textContent = this.t("strength-pooled", "1", block + 1);
    this.place.textContent = this.t("place-value", "1", row + 1, column + 1);
    this.changed();
  }
}

/** Where the parts belong, seen from the middle of the face. */
const FACE_PARTS = [
  { name: "eye-left", x: -52, y: -46 },
  { name: "eye-right", x: 52, y: -46 },
  { name: "nose", x: 0, y: 8 },
  { name: "mouth", x: 0, y: 66 },
];
/** Two votes this far apart, in the panel's units, point in opposite directions: half of it. */
const FACE_PERIOD = 300;
/** Length of each vote. */
const FACE_GAIN = 0.9;
/** Where the button puts the parts: their votes spread evenly around the circle. */
const FACE_SCRAMBLED = [
  { x: 60, y: -9 },
  { x: 15, y: -83 },
  { x: 37, y: 120 },
  { x: -112, y: -46 },
];

/** The votes of the parts for the middle of the face, and the capsule they make. */
function faceCapsule(middle, parts) {
  const votes = parts.map(({ x, y }, n) => ({
    x: x - FACE_PARTS[n].x,
    y: y - FACE_PARTS[n].y,
  }));
  const codes = votes.map((vote) =>
    angleCode([vote.x, vote.y], [FACE_PERIOD, FACE_PERIOD], FACE_GAIN),
  );
  const s = codes[0].map((_, d) => codes.reduce((sum, code) => sum + code[d], 0));
  const v = squashVector(s);
  // Back from angles to a place, on the turn of the circle nearest to the face's middle.
  const place = [0, 1].map((d) => {
    const angle = Math.atan2(s[2 * d + 1], s[2 * d]);
    const raw = (angle / (2 * Math.PI)) * FACE_PERIOD;
    const near = d === 0 ? middle.x : middle.y;
    return raw + FACE_PERIOD * Math.round((near - raw) / FACE_PERIOD);
  });
  return { votes, s, v, place };
}

export class FaceFigure extends LessonFigure {
  static events = ["scrambled", "restored", "moved"];

  constructor(host, context) {
    super(host, context);
    this.middle = { x: 210, y: 190 };
    this.parts = FACE_PARTS.map(({ x, y }) => ({ x: 210 + x, y: 190 + y }));
    const svg = this.panel(420, 380, this.t("face"));
    this.svg = svg;
    this.outline = svgNode("ellipse", { rx: 122, ry: 142, class: "cv-outline" });
    this.wires = this.parts.map(() => svgArrow(svg, "cv-second", 1.6, 8));
    svg.prepend(this.outline);
    this.shapes = this.parts.map((_, n) => this.shape(n));
    svg.append(...this.shapes);
    this.dots = this.parts.map(() => svgNode("circle", { r: 6, class: "cv-fill cv-second" }));
    svg.append(...this.dots);
    makeDraggable(this.outline, {
      label: this.t("outline"),
      move: (x, y) => this.moveAll(x, y),
      nudge: (dx, dy) => this.moveAll(this.middle.x + 6 * dx, this.middle.y + 6 * dy, true),
    });
    this.outline.dataset.testid = "outline";
    this.outline.addEventListener("pointerdown", () => (this.grip = null));
    this.outline.addEventListener("pointerup", () => (this.grip = null));
    const bars = this.panel(300, 236, this.t("votes"));
    bars.figureTitle.hidden = true;
    this.pooled = svgBar(bars, { x: 12, y: 40, width: 276, height: 20, name: this.t("detector") });
    this.capsule = svgBar(bars, {
      x: 12,
      y: 112,
      width: 276,
      height: 20,
      name: this.t("capsule"),
      className: "cv-accent",
    });
    this.count = svgNode("text", { x: 12, y: 174, class: "cv-text cv-muted-text" });
    this.where = svgNode("text", {
      x: 12,
      y: 206,
      class: "cv-text cv-strong",
      "data-testid": "face-place",
    });
    bars.append(this.count, this.where);
    this.bars = bars;
    this.button(this.t("scramble"), () => this.scramble(), "scramble");
    this.button(this.t("restore"), () => this.restore(), "restore");
    this.draw();
  }

  set(options) {
    super.set(options);
    this.bars.figureBox.classList.toggle("cv-veiled", Boolean(options.hide));
    this.bars.figureBox.inert = Boolean(options.hide);
  }

  shape(n) {
    const group = svgNode("g", { class: "cv-part" });
    const name = FACE_PARTS[n].name;
    if (name.startsWith("eye")) {
      group.append(
        svgNode("ellipse", { rx: 26, ry: 15, class: "cv-part-shape" }),
        svgNode("circle", { r: 8, class: "cv-fill cv-ink" }),
      );
    } else if (name === "nose") {
      group.append(svgNode("path", { d: "M2 -30 L-15 20 Q0 32 15 20 Z", class: "cv-part-shape" }));
    } else {
      group.append(
        svgNode("path", { d: "M-42 -8 Q0 6 42 -8 Q0 36 -42 -8 Z", class: "cv-part-shape" }),
      );
    }
    makeDraggable(group, {
      label: this.t("part", this.t(name)),
      move: (x, y) => this.movePart(n, x, y),
      nudge: (dx, dy) => this.movePart(n, this.parts[n].x + 6 * dx, this.parts[n].y + 6 * dy),
    });
    group.dataset.testid = name;
    return group;
  }

  movePart(n, x, y) {
    this.parts[n] = { x: clampNumber(x, 20, 400), y: clampNumber(y, 20, 360) };
    this.draw();
    this.judge();
  }

  moveAll(x, y, exact = false) {
    if (!exact && !this.grip) this.grip = { x: x - this.middle.x, y: y - this.middle.y };
    const to = {
      x: clampNumber(exact ? x : x - this.grip.x, 125, 295),
      y: clampNumber(exact ? y : y - this.grip.y, 145, 235),
    };
    const [dx, dy] = [to.x - this.middle.x, to.y - this.middle.y];
    this.middle = to;
    this.travelled = (this.travelled ?? 0) + Math.hypot(dx, dy);
    this.parts = this.parts.map((part) => ({ x: part.x + dx, y: part.y + dy }));
    this.draw();
    if (this.travelled > 40 && this.length > 0.85) this.report("moved");
  }

  scramble() {
    this.parts = FACE_SCRAMBLED.map(({ x, y }) => ({ x: this.middle.x + x, y: this.middle.y + y }));
    this.draw();
    this.judge();
  }

  restore() {
    this.parts = FACE_PARTS.map(({ x, y }) => ({ x: this.middle.x + x, y: this.middle.y + y }));
    this.travelled = 0;
    this.draw();
    this.judge();
  }

  judge() {
    if (this.length < 0.4) this.report("scrambled");
    if (this.length > 0.9) this.report("restored");
  }

  draw() {
    const { votes, s, v, place } = faceCapsule(this.middle, this.parts);
    this.length = vectorLength(v);
    this.numbers = { norm_s: figureNumber(vectorLength(s)), norm_v: figureNumber(this.length) };
    this.outline.setAttribute("cx", this.middle.x);
    this.outline.setAttribute("cy", this.middle.y);
    this.parts.forEach((part, n) => {
      this.shapes[n].setAttribute("transform", `translate(${part.x} ${part.y})`);
      this.wires[n].point(part.x, part.y, votes[n].x, votes[n].y);
      this.dots[n].setAttribute("cx", votes[n].x);
      this.dots[n].setAttribute("cy", votes[n].y);
    });
    this.pooled.show(1);
    this.capsule.show(this.length);
    this.count.textContent = this.t("parts", 4);
    this.where.textContent =
      this.length < 0.5
        ? `${this.t("place")}: –`
        : `${this.t("place")}: ${this.t("place-value", figureNumber(place[0], 0), figureNumber(place[1], 0))}`;
    this.changed();
  }

  values() {
    return this.numbers;
  }
}

export class SevenFigure extends LessonFigure {
  static events = ["turned", "faded", "vector"];

  constructor(host, context) {
    super(host, context);
    this.angle = -Math.PI / 2;
    this.ink = 0.95;
    this.turnedBy = 0;
    const left = this.panel(340, 340, this.t("picture"));
    const right = this.panel(340, 340, this.t("capsule"));
    this.seven = svgNode("path", { d: "M-48 -62 L48 -62 L-14 74", class: "cv-pen" });
    this.orbit = svgNode("circle", { cx: 170, cy: 170, r: 128, class: "cv-orbit" });
    this.knob = svgNode("circle", { r: 15, class: "cv-knob" });
    left.append(this.orbit, this.seven, this.knob);
    makeDraggable(this.knob, {
      label: this.t("turn"),
      move: (x, y) => this.turn(Math.atan2(y - 170, x - 170)),
      nudge: (dx, dy) => this.turn(this.angle + ((dx || dy) * Math.PI) / 24),
      text: () => this.t("degrees", this.degrees()),
    });
    this.knob.dataset.testid = "turn";
    right.append(
      svgNode("circle", { cx: 170, cy: 170, r: 140, class: "cv-orbit" }),
      svgNode("circle", { cx: 170, cy: 170, r: 3, class: "cv-fill cv-ink" }),
    );
    this.arrow = svgArrow(right, "cv-accent", 5, 18);
    this.tip = svgNode("circle", { r: 20, class: "cv-grip" });
    right.append(this.tip);
    makeDraggable(this.tip, {
      label: this.t("tip"),
      move: (x, y) => this.point(x - 170, y - 170),
      nudge: (dx, dy) => {
        const [x, y] = this.vector();
        this.point(140 * x + 7 * dx, 140 * y + 7 * dy);
      },
      text: () =>
        `${this.t("length")} ${figureNumber(this.ink)}, ${this.t("degrees", this.degrees())}`,
    });
    this.tip.dataset.testid = "tip";
    const numbers = this.panel(700, 40, "", true);
    numbers.figureTitle.hidden = true;
    this.words = svgNode("text", { x: 12, y: 26, class: "cv-text cv-strong" });
    numbers.append(this.words);
    this.fade = this.range(
      this.t("ink"),
      { min: 0, max: 0.99, step: 0.01, value: this.ink },
      (ink) => {
        this.ink = ink;
        this.draw();
        if (ink < 0.2) this.report("faded");
      },
      "ink",
    );
    this.draw();
  }

  vector() {
    return [this.ink * Math.cos(this.angle), this.ink * Math.sin(this.angle)];
  }

  degrees() {
    return Math.round((((this.angle + Math.PI / 2) * 180) / Math.PI + 720) % 360) % 360;
  }

  turn(angle) {
    const by = Math.atan2(Math.sin(angle - this.angle), Math.cos(angle - this.angle));
    this.turnedBy += Math.abs(by);
    this.angle = angle;
    this.draw();
    if (this.turnedBy > Math.PI / 3) this.report("turned");
  }

  point(x, y) {
    const length = Math.hypot(x, y) / 140;
    if (length > 0.005) this.angle = Math.atan2(y, x);
    this.ink = clampNumber(length, 0, 0.99);
    this.fade.input.value = String(this.ink);
    this.draw();
    this.report("vector");
    if (this.ink < 0.2) this.report("faded");
  }

  draw() {
    const [x, y] = this.vector();
    const turn = ((this.angle + Math.PI / 2) * 180) / Math.PI;
    this.seven.setAttribute("transform", `translate(170 170) rotate(${turn.toFixed(2)})`);
    this.seven.setAttribute("stroke-opacity", this.ink.toFixed(3));
    this.knob.setAttribute("cx", 170 + 128 * Math.cos(this.angle));
    this.knob.setAttribute("cy", 170 + 128 * Math.sin(this.angle));
    this.arrow.point(170, 170, 170 + 140 * x, 170 + 140 * y);
    this.tip.setAttribute("cx", 170 + 140 * x);
    this.tip.setAttribute("cy", 170 + 140 * y);
    this.words.textContent = `${this.t("length")} ${figureNumber(this.ink)}   ·   ${this.t("angle")} ${this.t("degrees", this.degrees())}   ·   (${figureNumber(x)}, ${figureNumber(-y)})`;
    this.changed();
  }

  values() {
    return {
      norm_v: figureNumber(this.ink),
      norm_s: figureNumber(Math.sqrt(this.ink / (1 - this.ink))),
    };
  }
}

/** Pixels of one unit of length in the plane of squash. */
const SQUASH_UNIT = 56;
const SQUASH_REACH = 4;

export class SquashFigure extends LessonFigure {
  static events = ["long", "short", "flat", "zero", "switched", "variants"];

  constructor(host, context) {
    super(host, context);
    this.s = [1.2, 0.8];
    this.mistaken = false;
    this.variant = 0;
    this.tried = new Set();
    this.build();
  }

  set(options) {
    const before = this.options;
    super.set(options);
    if (JSON.stringify(before) === JSON.stringify(options)) return;
    this.mistaken = false;
    this.variant = 0;
    this.tried = new Set();
    this.stage.replaceChildren();
    this.controls.replaceChildren();
    this.tell.hidden = true;
    this.build();
  }

  build() {
    const { jacobian = false, naive = false, zoom = false, variants = false } = this.options;
    this.reach = zoom ? 1 : SQUASH_REACH;
    this.s = zoom ? [0.08, 0.06] : [1.2, 0.8];
    const half = (SQUASH_REACH * SQUASH_UNIT) / 1.2;
    this.half = half;
    const unit = half / this.reach;
    this.unit = unit;
    const side = 2 * half + 16;
    const svg = this.panel(side, side, this.t("plane"));
    const middle = side / 2;
    this.middle = middle;
    svg.append(
      svgNode("line", {
        x1: 8,
        x2: side - 8,
        y1: middle,
        y2: middle,
        class: "cv-line cv-grid-line",
      }),
      svgNode("line", {
        y1: 8,
        y2: side - 8,
        x1: middle,
        x2: middle,
        class: "cv-line cv-grid-line",
      }),
      svgNode("circle", { cx: middle, cy: middle, r: Math.min(unit, half), class: "cv-orbit" }),
    );
    this.sArrow = svgArrow(svg, "cv-muted", 4, 14);
    this.vArrow = svgArrow(svg, "cv-accent", 5, 15);
    this.sCircle = svgNode("circle", { r: 26, class: "cv-small-circle" });
    this.vEllipse = svgNode("path", { class: "cv-ellipse" });
    this.vMeasured = svgNode("path", { class: "cv-ellipse-measured" });
    if (jacobian) svg.append(this.sCircle, this.vEllipse);
    if (variants) svg.append(this.vMeasured);
    this.tip = svgNode("circle", { r: 20, class: "cv-grip" });
    svg.append(this.tip);
    makeDraggable(this.tip, {
      label: this.t("tip"),
      move: (x, y) => this.put([(x - middle) / unit, (middle - y) / unit]),
      nudge: (dx, dy, event) => {
        const step = (event.shiftKey ? 0.02 : 0.1) * (this.reach / SQUASH_REACH);
        this.put([this.s[0] + dx * step, this.s[1] - dy * step]);
      },
      text: () =>
        `${this.t("in")} ${figureNumber(vectorLength(this.s))}, ${this.t("out")} ${figureNumber(squashLength(vectorLength(this.s)))}`,
    });
    this.tip.dataset.testid = "tip";
    this.buildCurve();
    this.buildControls();
    this.draw();
  }

  buildCurve() {
    const svg = this.panel(360, 300, this.t("curve"));
    const [left, top, width, height] = [44, 14, 300, 240];
    const most = this.reach;
    const tall = this.options.zoom ? 0.6 : 1;
    this.onCurve = (n, y) => [left + (width * n) / most, top + height * (1 - y / tall)];
    const path = (f) =>
      Array.from({ length: 121 }, (_, k) => {
        const [x, y] = this.onCurve((most * k) / 120, f((most * k) / 120));
        return `${k ? "L" : "M"}${x.toFixed(1)} ${clampNumber(y, top, top + height).toFixed(1)}`;
      }).join("");
    svg.append(
      svgNode("path", { d: `M${left} ${top}V${top + height}H${left + width}`, class: "cv-axis" }),
      svgNode(
        "text",
        {
          x: left + width,
          y: top + height + 30,
          class: "cv-text cv-muted-text",
          "text-anchor": "end",
        },
        this.t("in"),
      ),
      svgNode("text", { x: left + 6, y: top + 10, class: "cv-text cv-muted-text" }, this.t("out")),
      svgNode(
        "text",
        { x: left - 8, y: top + 6, class: "cv-text cv-muted-text", "text-anchor": "end" },
        String(tall),
      ),
      svgNode(
        "text",
        { x: left - 8, y: top + height, class: "cv-text cv-muted-text", "text-anchor": "end" },
        "0",
      ),
      svgNode(
        "text",
        {
          x: left + width,
          y: top + height + 14,
          class: "cv-text cv-muted-text",
          "text-anchor": "middle",
        },
        String(most),
      ),
    );
    this.straight = svgNode("path", { d: path((n) => n), class: "cv-curve cv-dashed" });
    this.straight.style.display = "none";
    svg.append(this.straight, svgNode("path", { d: path(squashLength), class: "cv-curve" }));
    this.guide = svgNode("path", { class: "cv-guide" });
    this.dot = svgNode("circle", { r: 7, class: "cv-fill cv-accent" });
    this.lengths = svgNode("text", {
      x: left + width,
      y: top + height - 12,
      class: "cv-text cv-strong",
      "text-anchor": "end",
      "data-testid": "lengths-text",
    });
    svg.append(this.guide, this.dot, this.lengths);
    if (this.options.jacobian) {
      this.slopes = svgNode("text", {
        x: left + width,
        y: top + height - 36,
        class: "cv-text",
        "text-anchor": "end",
      });
      svg.append(this.slopes);
    } else this.slopes = null;
  }

  buildControls() {
    const { naive, zoom, variants } = this.options;
    this.button(this.t("middle"), () => this.put([0, 0]), "middle");
    if (naive || zoom) {
      this.toggle(this.t(naive ? "naive" : "linear"), this.mistaken, (on) => {
        this.mistaken = on;
        this.draw();
        this.report("switched");
      });
    }
    this.choices = [];
    if (variants) {
      this.choices = [0, 1, 2, 3].map((variant) =>
        this.button(
          this.t(`variant-${variant}`),
          () => {
            this.variant = variant;
            this.tried.add(variant);
            this.draw();
            if (this.tried.size === 4) this.report("variants");
          },
          `variant-${variant}`,
        ),
      );
    }
  }

  put(s) {
    const length = vectorLength(s);
    const limit = this.reach * 0.985;
    this.s = length > limit ? s.map((x) => (x * limit) / length) : s;
    if (length < 0.03 * (this.reach / SQUASH_REACH)) this.s = [0, 0];
    this.draw();
    const n = vectorLength(this.s);
    if (n > 3) this.report("long");
    if (n > 2.2) this.report("flat");
    if (n > 0 && n < 0.3) this.report("short");
    if (n === 0) this.report("zero");
  }

  draw() {
    const { s, unit, middle } = this;
    const { naive = false, jacobian = false, variants = false } = this.options;
    const n = vectorLength(s);
    const broken = naive && this.mistaken;
    const v = squashVector(s, broken ? 0 : LESSON_EPSILON);
    const out = vectorLength(v);
    const to = ([x, y]) => [middle + unit * x, middle - unit * y];
    this.sArrow.point(middle, middle, ...to(s));
    this.vArrow.point(middle, middle, ...(Number.isFinite(out) ? to(v) : [middle, middle]));
    const [tx, ty] = to(s);
    for (const node of [this.tip, this.sCircle]) {
      node.setAttribute("cx", tx);
      node.setAttribute("cy", ty);
    }
    const [cx, cy] = this.onCurve(n, squashLength(n));
    this.dot.setAttribute("cx", cx);
    this.dot.setAttribute("cy", cy);
    const [left, bottom] = this.onCurve(0, 0);
    this.guide.setAttribute("d", `M${cx} ${bottom}V${cy}H${left}`);
    this.lengths.textContent = `‖s‖ = ${figureNumber(n)}   ‖v‖ = ${figureNumber(out, 3)}`;
    this.straight.style.display = this.options.zoom && this.mistaken ? "" : "none";
    this.choices.forEach((button, k) =>
      button.setAttribute("aria-pressed", String(k === this.variant)),
    );
    const J = squashJacobianVariant(s, this.variant);
    if (jacobian) this.drawEllipse(this.vEllipse, J, v);
    const measured = measuredJacobian((x) => squashVector(x), s);
    if (variants) this.drawEllipse(this.vMeasured, measured, v);
    const across = n / (1 + n * n);
    const along = (2 * n) / (1 + n * n) ** 2;
    if (this.slopes) {
      this.slopes.textContent = `${this.t("along")} ${figureNumber(along)}   ${this.t("across")} ${figureNumber(across)}`;
    }
    this.numbers = {
      vec_s: `(${s.map((x) => figureNumber(x)).join(", ")})`,
      vec_v: `(${v.map((x) => figureNumber(x)).join(", ")})`,
      norm_s: figureNumber(n),
      norm_v: figureNumber(out, 3),
      n: figureNumber(n),
      along: figureNumber(along),
      across: figureNumber(across),
      epsilon: broken ? "0" : "10⁻¹²",
    };
    this.drawTell(out, J, measured, broken);
    this.changed();
  }

  drawTell(out, J, measured, broken) {
    const kind = this.options.telltale;
    if (kind === "length") {
      this.showTell(this.t("tell-length"), figureNumber(out, 3), broken && !Number.isFinite(out));
    } else if (kind === "ratio") {
      this.showTell(
        this.t("tell-ratio"),
        figureNumber(this.mistaken ? 0.1 : squashLength(0.1), 4),
        this.mistaken,
      );
    } else if (kind === "jacobian") {
      const error = Math.max(...J.flat().map((x, k) => Math.abs(x - measured.flat()[k])));
      this.showTell(this.t("error"), figureNumber(error, 4), this.variant !== 0);
    }
  }

  /** What a small circle around s becomes, at the same magnification, around v. */
  drawEllipse(path, J, v) {
    if (!v.every(Number.isFinite)) return path.setAttribute("d", "");
    const points = Array.from({ length: 49 }, (_, k) => {
      const turn = (k * Math.PI) / 24;
      const [x, y] = [Math.cos(turn), Math.sin(turn)];
      const px = this.middle + this.unit * v[0] + 26 * (J[0][0] * x + J[0][1] * y);
      const py = this.middle - this.unit * v[1] - 26 * (J[1][0] * x + J[1][1] * y);
      return `${k ? "L" : "M"}${px.toFixed(2)} ${py.toFixed(2)}`;
    });
    path.setAttribute("d", `${points.join("")}Z`);
  }

  values() {
    return this.numbers;
  }
}
