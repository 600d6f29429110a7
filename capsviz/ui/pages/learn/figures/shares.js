/* Couplings of each part: a bar per part, with a segment for each parent. */

import { setAttributes, setText, svgMake } from "../../../browser/dom.js";
import { list, text as message } from "../../../browser/text.js";
import { figureNumber, svgText } from "./shapes.js";

/** Width of the bars, by default and beside numbers in a narrow figure. */
const WIDTH = 220;
const NARROW_WIDTH = 134;
const ROW = 24;
const NAME_WIDTH = 22;
const HEIGHT = 19;
/** Space for a part's logits or agreements, and for the names of the columns. */
const NUMBERS = 124;
const HEADING_HEIGHT = 22;
/** Narrower segments do not name their parent. */
const MIN_NAMED_WIDTH = 20;
/** Symbols and terms of the text: a segment is a coupling, and with EM a responsibility. */
const COUPLING_TERMS = "c coupling r responsibility softmax explaining-away";
/** Symbols of the logits if they have no column: the couplings are computed from them. */
const LOGITS = "b b_k logit";
export const NUMBER_TERMS = { b: LOGITS, a: "a agreement" };

/**
 * @param {number} parts
 * @param {{numbered?: boolean, narrow?: boolean}} [options] of `shareBars`
 */
export function sharesSize(parts, { numbered = false, narrow = false } = {}) {
  const height = parts * ROW;
  if (!numbered) return { width: WIDTH, height };
  return { width: (narrow ? NARROW_WIDTH : WIDTH) + 2 * NUMBERS, height: height + HEADING_HEIGHT };
}

/**
 * @param {SVGSVGElement} svg of `sharesSize`
 * @param {{parts: number, parents: string[], numbered?: boolean, narrow?: boolean}} options
 *   `numbered`: the logits are before the bar and the agreements after it; `narrow`: the bar is
 *   shorter to make space for them
 */
export function shareBars(svg, { parts, parents, numbered = false, narrow = false }) {
  const barWidth = (numbered && narrow ? NARROW_WIDTH : WIDTH) - NAME_WIDTH - 2;
  const [left, top] = numbered ? [NAME_WIDTH + NUMBERS, HEADING_HEIGHT] : [NAME_WIDTH, 0];
  const mark = svgMake("line", { y1: top, y2: top + parts * ROW, class: "cv-line cv-mark" });
  const shows = numbered ? COUPLING_TERMS : `${COUPLING_TERMS} ${LOGITS}`;
  const rows = Array.from({ length: parts }, (_, i) => {
    const y = top + i * ROW + (ROW - HEIGHT) / 2;
    const track = svgMake("rect", { x: left, y, height: HEIGHT, rx: 3, class: "cv-track" });
    const segments = parents.map((name, j) => ({
      bar: svgMake("rect", { class: `cv-share cv-parent-${j}`, "data-shows": shows }),
      name: svgMake(
        "text",
        { class: `cv-share-name cv-parent-name-${j}`, "text-anchor": "middle" },
        name,
      ),
    }));
    const number = svgText(4, y + 14, {}, i + 1);
    const row = svgMake("g", { role: "img", "data-testid": `shares-${i + 1}` }, number, track);
    for (const { bar, name } of segments) row.append(bar, name);
    svg.append(row);
    return { row, track, segments, y };
  });
  svg.append(mark);
  const columns = numbered ? numberColumns(svg, parts, parents, left + barWidth) : null;

  return {
    /**
     * @param {number[][] | null} shares [part][parent]; null until they are computed
     * @param {{lanes?: boolean}} [options] `lanes`: each parent has its own bar, from 0 to 1, since
     *   a part's shares are not divided among them
     */
    show(shares, { lanes = false } = {}) {
      const sums = shares?.map((row) => row.reduce((sum, share) => sum + share, 0)) ?? [];
      const maximum = lanes ? 1 : Math.max(1, ...sums);
      const unit = barWidth / maximum; // a mistake may make the couplings sum to more than 1
      for (const end of ["x1", "x2"]) mark.setAttribute(end, String(left + unit));
      mark.style.display = maximum > 1.005 ? "" : "none";
      rows.forEach(({ row, track, segments, y }, i) => {
        track.setAttribute("width", String(unit));
        let x = left;
        segments.forEach(({ bar, name }, j) => {
          const width = unit * (shares?.[i][j] ?? 0);
          const height = lanes ? HEIGHT / parents.length : HEIGHT;
          const box = { x, y: y + (lanes ? j * height : 0), height: lanes ? height - 1 : height };
          for (const [key, value] of Object.entries(box)) bar.setAttribute(key, value.toFixed(2));
          bar.setAttribute("width", Math.max(0, width - 1.5).toFixed(2));
          setAttributes(name, { x: (x + width / 2).toFixed(2), y: String(y + 14) });
          name.style.display = lanes || width < MIN_NAMED_WIDTH ? "none" : "";
          if (!lanes) x += width;
        });
        const values = parents.map((name, j) =>
          message("with-value", { name, value: figureNumber(shares?.[i][j] ?? 0, 2) }),
        );
        const value = list(values, "unit");
        const label = shares ? message("named", { name: i + 1, value }) : String(i + 1);
        row.setAttribute("aria-label", label);
      });
    },
    /** @param {Record<string, number[][] | undefined>} values b and a, if computed */
    showNumbers(values) {
      for (const { symbol, i, j, text } of columns ?? []) {
        const number = values[symbol]?.[i][j];
        setText(text, number === undefined ? "·" : figureNumber(number, 2));
      }
    },
  };
}

/** The columns of the logits, before the bars, and of the agreements, after them. */
function numberColumns(svg, parts, parents, end) {
  const starts = { b: NAME_WIDTH, a: end };
  return Object.entries(starts).flatMap(([symbol, start]) =>
    parents.flatMap((parent, j) => {
      const x = start + (j + 1) * (NUMBERS / 2) - 6;
      const attributes = { anchor: "end", "data-shows": NUMBER_TERMS[symbol] };
      const kind = `cv-strong cv-symbol-${symbol}`;
      svg.append(svgText(x, 14, { ...attributes, kind }, `${symbol} ${parent}`));
      return Array.from({ length: parts }, (_, i) => {
        const y = HEADING_HEIGHT + i * ROW + 16;
        const text = svgText(x, y, {
          ...attributes,
          "data-testid": `${symbol}-${i + 1}-${parent}`,
        });
        svg.append(text);
        return { symbol, i, j, text };
      });
    }),
  );
}
