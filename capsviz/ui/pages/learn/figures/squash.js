/* The vectors s and v in the plane, the curve beside it, Jacobians as ellipses. */

import { pressOnly, setAttributes, svgAppend, svgMake } from "../../../browser/dom.js";
import { vectorLength } from "../models/maths.js";
import { SQUASH, squashEdge, squashNumbers, squashReach, squashTell } from "../models/squash.js";
import { CURVE_SIZE, SLOPE_TERMS, squashCurve } from "./curve.js";
import { LessonFigure } from "./figure.js";
import { figureNumber, svgArrow, vectorText } from "./shapes.js";

/** Half the side of the plane inside its edge, in pixels. */
const HALF = 560 / 3;
const EDGE = 8;
const MIDDLE = HALF + EDGE;
/** Radius of the small circle around s, which sets the magnification of its image around v. */
const CIRCLE_RADIUS = 26;
const VARIANTS = [0, 1, 2, 3, 4];
const READINGS = { length: "tell-length", ratio: "tell-ratio", jacobian: "error" };

export class SquashFigure extends LessonFigure {
  static toy = SQUASH;

  build() {
    this.unit = HALF / squashReach(this.options);
    this.buildPlane();
    const svg = this.panel(CURVE_SIZE.width, CURVE_SIZE.height, this.t("curve"));
    svg.parentElement.style.setProperty("--cv-wide", "330px"); // space for the plane beside it
    this.curve = squashCurve(svg, {
      maxInput: squashReach(this.options),
      maxOutput: this.options.zoom ? 0.6 : 1,
      straight: Boolean(this.options.zoom),
      words: { in: this.t("in"), out: this.t("out") },
    });
    this.buildControls();
  }

  buildPlane() {
    const { jacobian, variants } = this.options;
    const side = 2 * MIDDLE;
    const svg = this.panel(side, side, this.t("plane"));
    const [from, to] = [EDGE, side - EDGE];
    const r = Math.min(this.unit, HALF);
    svg.append(
      svgMake("line", { x1: from, x2: to, y1: MIDDLE, y2: MIDDLE, class: "cv-line cv-grid-line" }),
      svgMake("line", { y1: from, y2: to, x1: MIDDLE, x2: MIDDLE, class: "cv-line cv-grid-line" }),
      svgMake("circle", { cx: MIDDLE, cy: MIDDLE, r, class: "cv-orbit" }),
    );
    this.sArrow = svgArrow(svg, "cv-muted", 4, 14, "vec_s norm_s n");
    this.vArrow = svgArrow(svg, "cv-accent", 5, 15, "vec_v norm_v squash");
    this.circle = svgMake("circle", { r: CIRCLE_RADIUS, class: "cv-small-circle" });
    this.computed = svgMake("path", { class: "cv-ellipse", "data-shows": SLOPE_TERMS });
    this.measured = svgMake("path", { class: "cv-ellipse-measured" });
    if (jacobian) svg.append(this.circle, this.computed);
    if (variants) svg.append(this.measured);
    this.tip = svgAppend(svg, "circle", { r: 20, class: "cv-grip" });
    this.hold(this.tip, {
      label: this.t("tip"),
      testid: "tip",
      move: (x, y) => this.do("put", [(x - MIDDLE) / this.unit, (MIDDLE - y) / this.unit]),
      nudge: (dx, dy, event) => {
        const step = ((event.shiftKey ? 0.02 : 0.1) * squashReach(this.options)) / 4;
        this.do("put", [this.state.s[0] + dx * step, this.state.s[1] - dy * step]);
      },
      slide: {
        min: -squashEdge(this.options),
        max: squashEdge(this.options),
        value: () => this.state.s[0],
        set: (x) => this.do("put", [x, 0]), // a disc's extreme x are at its centre's height
      },
      text: () => {
        const { n, length } = squashNumbers(this.state, this.options);
        return this.t("place", { in: figureNumber(n), out: figureNumber(length) });
      },
    });
  }

  buildControls() {
    const { naive, zoom, variants } = this.options;
    this.button(this.t("middle"), () => this.do("put", [0, 0]), "middle");
    if (naive || zoom) {
      const toggle = this.toggle(this.t(naive ? "naive" : "linear"));
      if (naive) toggle.dataset.shows = "epsilon";
    }
    this.choices = (variants ? VARIANTS : []).map((variant) =>
      this.button(
        this.t(`variant-${variant}`),
        () => this.do("choose", variant),
        `variant-${variant}`,
      ),
    );
    this.resetButton();
  }

  draw() {
    const { s, variant } = this.state;
    const numbers = squashNumbers(this.state, this.options);
    const [x, y] = this.at(s);
    this.sArrow.point(MIDDLE, MIDDLE, x, y);
    if (Number.isNaN(numbers.length)) this.vArrow.hide();
    else {
      const [vx, vy] = this.at(numbers.v);
      this.vArrow.point(MIDDLE, MIDDLE, vx, vy);
    }
    for (const node of [this.tip, this.circle]) {
      setAttributes(node, { cx: x, cy: y });
    }
    this.computed.setAttribute("d", this.ellipse(numbers.jacobian, numbers.v));
    this.measured.setAttribute("d", this.ellipse(numbers.measured, numbers.v));
    this.drawCurve(numbers);
    pressOnly(this.choices, variant);
    const tell = squashTell(this.state, this.options);
    if (tell) {
      this.showTell(this.t(READINGS[this.options.telltale]), figureNumber(tell.value, 4), tell.bad);
    }
  }

  drawCurve({ n, length, along, across }) {
    const slopes = [
      this.t("along", { slope: figureNumber(along) }),
      this.t("across", { slope: figureNumber(across) }),
    ];
    this.curve.show({
      n,
      length,
      lengths: `‖s‖ = ${figureNumber(n)}   ‖v‖ = ${figureNumber(length)}`,
      slopes: this.options.jacobian ? slopes.join("   ") : "",
      straight: Boolean(this.options.zoom && this.state.mistaken),
    });
  }

  at([x, y]) {
    return [MIDDLE + this.unit * x, MIDDLE - this.unit * y];
  }

  /** Image of a small circle around s, drawn around v at the same magnification. */
  ellipse(J, v) {
    if (!v.every(Number.isFinite)) return "";
    const [cx, cy] = this.at(v);
    const points = Array.from({ length: 49 }, (_, k) => {
      const angle = (k * Math.PI) / 24;
      const [x, y] = [CIRCLE_RADIUS * Math.cos(angle), CIRCLE_RADIUS * Math.sin(angle)];
      const [px, py] = [cx + J[0][0] * x + J[0][1] * y, cy - J[1][0] * x - J[1][1] * y];
      return `${px.toFixed(2)} ${py.toFixed(2)}`;
    });
    return `M${points.join("L")}Z`;
  }

  values() {
    const { n, v, length, along, across, broken } = squashNumbers(this.state, this.options);
    return {
      vec_s: vectorText(this.state.s),
      vec_v: vectorText(v),
      norm_s: figureNumber(vectorLength(this.state.s)),
      norm_v: figureNumber(length),
      n: figureNumber(n),
      along: figureNumber(along),
      across: figureNumber(across),
      epsilon: broken ? "0" : "10⁻¹²",
    };
  }
}
