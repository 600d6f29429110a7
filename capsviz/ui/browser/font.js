/* The page's fonts, embedded in SVG files and images, which cannot use the page's own. */

import { bytesToBase64 } from "./raster.js";

/** @type {Map<string, Promise<string>>} faces as CSS, by the address of their files */
const faces = new Map();

/**
 * A style element with the fonts that an SVG names; "" if the page has no fonts.
 * @param {string} svg its text
 */
export async function fontStyle(svg) {
  const italic = /font-style[=:]\s*"?italic/.test(svg);
  const rules = pageFonts().filter(
    ({ style }) =>
      svg.includes(nameOf(style.getPropertyValue("font-family"))) && (italic || !isItalic(style)),
  );
  const css = (await Promise.all(rules.map(embeddedFace))).join("");
  return css && `<style>${css}</style>`;
}

/** @param {CSSFontFaceRule} rule @returns {Promise<string>} "" if its file cannot be loaded */
function embeddedFace(rule) {
  const [, address] = /url\("?([^")]+)"?\)/.exec(rule.style.getPropertyValue("src")) ?? [];
  if (!address) return Promise.resolve("");
  const url = new URL(address, rule.parentStyleSheet?.href ?? location.href).href;
  const reading = faces.get(url) ?? readFace(rule.style, url).catch(() => "");
  faces.set(url, reading);
  return reading;
}

/** @param {CSSStyleDeclaration} style @param {string} url */
async function readFace(style, url) {
  const reply = await fetch(url);
  if (!reply.ok) return "";
  const bytes = bytesToBase64(new Uint8Array(await reply.arrayBuffer()));
  return (
    `@font-face { font-family: "${nameOf(style.getPropertyValue("font-family"))}"; ` +
    `font-weight: ${style.getPropertyValue("font-weight") || "normal"}; ` +
    `font-style: ${isItalic(style) ? "italic" : "normal"}; ` +
    `src: url(data:font/woff2;base64,${bytes}) }`
  );
}

/** @param {CSSStyleDeclaration} style */
function isItalic(style) {
  return style.getPropertyValue("font-style") === "italic";
}

/** @param {string} family */
function nameOf(family) {
  return family.trim().replace(/["']/g, "");
}

function pageFonts() {
  const rules = [...document.styleSheets].flatMap(fontRulesOf);
  return rules.filter((rule) => rule instanceof CSSFontFaceRule);
}

/** @param {CSSStyleSheet} sheet */
function fontRulesOf(sheet) {
  try {
    return [...sheet.cssRules];
  } catch {
    return []; // a sheet of another origin
  }
}
