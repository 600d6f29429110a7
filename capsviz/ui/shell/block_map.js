/* The small map beside a page's title: which part of a network the page is about. */

import { svgMake } from "../browser/dom.js";
import { linkBlock, mainBlock } from "../browser/links.js";
import { list, text } from "../browser/text.js";

/** Height of each part's mark, out of 20. @type {Record<string, number>} */
const HEIGHTS = { input: 10, features: 20, capsules: 16, votes: 20, routing: 20, classes: 12 };
Object.assign(HEIGHTS, { decoder: 16, picture: 10 });
const [STEP, WIDE, HIGH] = [12, 8, 20];

/**
 * @param {any} link filled
 * @param {{base: string, page: string, parts: string[], about: string[]}} data
 */
export function showWhere(link, { base, page, parts, ...data }) {
  // A page whose content changes says by itself what it is about.
  /** @type {any} */
  const root = document.querySelector(`.cv-${page}`);
  /** @type {string[]} */
  const about = root?.about?.() ?? data.about;
  const marks = parts.map((part, at) => {
    const height = HEIGHTS[part];
    return svgMake("rect", {
      ...{ x: at * STEP, y: (HIGH - height) / 2, width: WIDE, height, rx: 1.5 },
      class: about.includes(part) ? "cv-where-lit" : "",
    });
  });
  const width = (parts.length - 1) * STEP + WIDE;
  const line = svgMake("path", { d: `M0 ${HIGH / 2}H${width}` });
  const picture = svgMake("svg", { viewBox: `0 0 ${width} ${HIGH}`, "aria-hidden": "true" });
  picture.append(line, ...marks);
  link.replaceChildren(picture);
  const whole = about.length === parts.length;
  const names = list(
    about.map((part) => text("part-name", { part })),
    "unit",
  );
  const title = whole ? text("about-whole") : text("about-parts", { parts: names });
  link.title = title;
  link.setAttribute("aria-label", text("about-link", { title }));
  link.hidden = page === "network";
  document.documentElement.classList.toggle("cv-mapped", !link.hidden);
  linkBlock(link, base, mainBlock(about));
}
