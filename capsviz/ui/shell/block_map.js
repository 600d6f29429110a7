/* The small map next to a page's title: the parts of a network that the page is about. */

import { svgMake } from "../browser/dom.js";
import { linkBlock, mainBlock } from "../browser/links.js";
import { list, text } from "../browser/text.js";

/** Height of each part's mark, out of 20. @type {Record<string, number>} */
const HEIGHTS = { input: 10, features: 20, capsules: 16, votes: 20, routing: 20, classes: 12 };
Object.assign(HEIGHTS, { decoder: 16, picture: 10 });
const [STEP, WIDTH, HEIGHT] = [12, 8, 20];

/**
 * @param {any} link to fill
 * @param {{base: string, page: string, parts: string[], about: string[]}} data published sites have
 *   no parts, and no map
 */
export function showWhere(link, { base, page, parts, ...data }) {
  link.hidden = page === "network" || !parts.length;
  document.documentElement.classList.toggle("cv-mapped", !link.hidden);
  if (link.hidden) return;
  // Pages with changing content report the parts themselves.
  /** @type {any} */
  const root = document.querySelector(`.cv-${page}`);
  /** @type {string[]} */
  const activeParts = root?.about?.() ?? data.about;
  const marks = parts.map((part, i) => {
    const height = HEIGHTS[part];
    return svgMake("rect", {
      ...{ x: i * STEP, y: (HEIGHT - height) / 2, width: WIDTH, height, rx: 1.5 },
      class: activeParts.includes(part) ? "cv-where-lit" : "",
    });
  });
  const width = (parts.length - 1) * STEP + WIDTH;
  const line = svgMake("path", { d: `M0 ${HEIGHT / 2}H${width}` });
  const picture = svgMake("svg", { viewBox: `0 0 ${width} ${HEIGHT}`, "aria-hidden": "true" });
  picture.append(line, ...marks);
  link.replaceChildren(picture);
  const coversAll = activeParts.length === parts.length;
  const names = list(
    activeParts.map((part) => text("part-name", { part })),
    "unit",
  );
  const title = coversAll ? text("about-whole") : text("about-parts", { parts: names });
  link.title = title;
  link.setAttribute("aria-label", text("about-link", { title }));
  linkBlock(link, base, mainBlock(activeParts));
}
