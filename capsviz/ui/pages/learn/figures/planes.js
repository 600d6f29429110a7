/* The planes of routing: one per parent, with its votes, s and v. */

import { setAttributes, setText, svgMake } from "../../../browser/dom.js";
import { vectorLength } from "../models/maths.js";
import { figureNumber, svgArrow, svgText } from "./shapes.js";

/**
 * One parent's plane.
 * @param {SVGSVGElement} svg a square
 * @param {{side: number, unit: number, votes: number, name: string}} options `unit` is the length of 1
 *   in pixels
 */
export function votePlane(svg, { side, unit, votes, name }) {
  const middle = side / 2;
  buildFrame(svg, side, unit);
  const rays = Array.from({ length: votes }, () =>
    svgMake("line", {
      ...{ x1: middle, y1: middle, class: "cv-line cv-vote-line" },
      "data-shows": "c coupling r responsibility",
    }),
  );
  svg.append(...rays);
  const sArrow = svgArrow(svg, "cv-symbol-s", 2.5, 10, "s");
  const vArrow = svgArrow(svg, "cv-symbol-v", 5, 14, "v squash capsule");
  const dots = rays.map((_, i) => buildDot(i));
  const frame = svg.firstElementChild;
  const sum = svgText(10, side - 10, {
    kind: "cv-strong cv-symbol-s cv-plane-sum",
    ...{ "data-testid": `route-sum-${name}`, "data-shows": "s" },
  });
  const length = svgText(side - 10, side - 10, {
    ...{ kind: "cv-strong cv-symbol-v", anchor: "end" },
    ...{ "data-testid": `route-length-${name}`, "data-shows": "v squash" },
  });
  svg.append(...dots, sum, length);
  /** @param {number[]} vector */
  const toPixels = ([x, y]) => [middle + unit * x, middle - unit * y];
  const width = (share) => (1 + 7 * Math.min(1, share)).toFixed(2);

  return {
    dots,
    /** Vector of a point in the panel. */
    from: (x, y) => [(x - middle) / unit, (middle - y) / unit],
    /**
     * @param {number[][]} vectors the votes
     * @param {number[] | null} shares of the parts; null until they are computed
     * @param {number} selected a vote, or -1
     */
    showVotes(vectors, shares, selected) {
      dots.forEach((dot, i) => {
        const [x, y] = toPixels(vectors[i]);
        dot.setAttribute("transform", `translate(${x.toFixed(2)} ${y.toFixed(2)})`);
        dot.classList.toggle("cv-vote-chosen", i === selected);
        setAttributes(rays[i], { x2: x, y2: y, "stroke-width": width(shares?.[i] ?? 0) });
      });
    },
    /**
     * @param {number[] | undefined} s undefined until it is computed
     * @param {number[] | undefined} v
     * @param {boolean} leads whether no other capsule is longer
     */
    showSum(s, v, leads) {
      if (s) {
        const size = vectorLength(s) * unit;
        const scale = Math.min(1, (side / 2 - 6) / Math.max(size, 1e-9));
        const [x, y] = toPixels(s.map((component) => component * scale));
        sArrow.point(middle, middle, x, y);
      } else sArrow.hide();
      if (v) {
        const [x, y] = toPixels(v);
        vArrow.point(middle, middle, x, y);
      } else vArrow.hide();
      frame.classList.toggle("cv-frame-leads", leads);
      setText(sum, s ? `‖s‖ = ${figureNumber(vectorLength(s))}` : "");
      setText(length, v ? `‖v‖ = ${figureNumber(vectorLength(v))}` : "");
    },
  };
}

function buildFrame(svg, side, unit) {
  const middle = side / 2;
  const edge = { x: 0.5, y: 0.5, width: side - 1, height: side - 1, rx: 6 };
  svg.append(
    svgMake("rect", { ...edge, class: "cv-frame", "data-shows": "whole" }),
    svgMake("line", { x1: 0, x2: side, y1: middle, y2: middle, class: "cv-line cv-grid-line" }),
    svgMake("line", { y1: 0, y2: side, x1: middle, x2: middle, class: "cv-line cv-grid-line" }),
    svgMake("circle", { cx: middle, cy: middle, r: unit, class: "cv-orbit" }),
  );
}

function buildDot(i) {
  return svgMake(
    "g",
    { class: "cv-vote", "data-shows": "u_hat vote" },
    svgMake("circle", { r: 17, class: "cv-grip" }),
    svgMake("circle", { r: 10.5, class: "cv-vote-dot" }),
    svgMake(
      "text",
      { dy: "0.32em", class: "cv-vote-name", "text-anchor": "middle" },
      String(i + 1),
    ),
  );
}
