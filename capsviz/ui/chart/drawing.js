/* What Plotly has drawn, as SVG text that stands alone. */

/**
 * All layers of a figure, in another palette's colours. Text stays as wide as it is here, in
 * whatever font a reader of the file has.
 * @param {HTMLElement} figure
 * @param {string[]} from colours as #rrggbb
 * @param {string[]} to those that take their places
 */
export function plotlyText(figure, from, to) {
  const layers = [...figure.querySelectorAll(".main-svg")].map((layer) => {
    const copy = /** @type {Element} */ (layer.cloneNode(true));
    const texts = copy.querySelectorAll("text");
    [...layer.querySelectorAll("text")].forEach((text, n) => {
      const wide = text.getComputedTextLength();
      if (!wide || text.querySelector("tspan")) return;
      texts[n].setAttribute("textLength", wide.toFixed(1));
      texts[n].setAttribute("lengthAdjust", "spacing");
    });
    copy.removeAttribute("style"); // where the page lays one layer over another
    for (const node of copy.querySelectorAll("*")) recolour(node, from, to);
    return new XMLSerializer().serializeToString(copy);
  });
  return layers.join("");
}

const COLOURED = ["style", "fill", "stroke"];

/** Cells of a heat map are a picture, which keeps its colours, and what is written in them too. */
function recolour(node, from, to) {
  if (node.closest(".hm")) return;
  for (const name of COLOURED) {
    const before = node.getAttribute(name);
    if (before) node.setAttribute(name, recolourText(before, from, to));
  }
}

/**
 * A text with the colours of one palette in place of another's, opaque or not.
 * @param {string} text
 * @param {string[]} from
 * @param {string[]} to
 */
export function recolourText(text, from, to) {
  const places = new Map(from.map((colour, n) => [parts(colour).join(), parts(to[n])]));
  const other = (/** @type {number[]} */ colour) => places.get(colour.join()) ?? colour;
  return text
    .replace(/(rgba?\()(\d+), ?(\d+), ?(\d+)/g, (_, head, ...rgb) => {
      return head + other(rgb.slice(0, 3).map(Number)).join(", ");
    })
    .replace(/#[0-9a-f]{6}\b/gi, (hex) => `rgb(${other(parts(hex)).join(", ")})`);
}

/** @param {string} hex */
function parts(hex) {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
}
