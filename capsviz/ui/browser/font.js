/* The page's font for pictures that know nothing of the page: SVG drawn as an image. */

import { bytesToBase64 } from "./raster.js";

/** @type {Promise<string> | null} */
let fontText = null;

/** An SVG element that brings the font along; "" where the page has none of its own. */
export function fontStyle() {
  fontText ??= readFont().catch(() => "");
  return fontText;
}

async function readFont() {
  const rule = fontRule();
  if (!rule) return "";
  const [, address] = /url\("?([^")]+)"?\)/.exec(rule.style.getPropertyValue("src")) ?? [];
  const reply = await fetch(new URL(address, rule.parentStyleSheet?.href ?? location.href));
  if (!reply.ok) return "";
  const bytes = bytesToBase64(new Uint8Array(await reply.arrayBuffer()));
  const family = rule.style.getPropertyValue("font-family");
  const weight = rule.style.getPropertyValue("font-weight");
  return (
    `<style>@font-face { font-family: ${family}; font-weight: ${weight || "normal"}; ` +
    `src: url(data:font/woff2;base64,${bytes}) }</style>`
  );
}

/** The upright face of the page's family. */
function fontRule() {
  const page = document.querySelector(".cv") ?? document.body;
  const [family] = getComputedStyle(page).fontFamily.split(",");
  const bare = (/** @type {string} */ name) => name.trim().replace(/["']/g, "");
  for (const sheet of document.styleSheets) {
    for (const rule of fontRulesOf(sheet)) {
      if (!(rule instanceof CSSFontFaceRule)) continue;
      const upright = (rule.style.getPropertyValue("font-style") || "normal") === "normal";
      if (upright && bare(rule.style.getPropertyValue("font-family")) === bare(family)) return rule;
    }
  }
  return null;
}

/** @param {CSSStyleSheet} sheet */
function fontRulesOf(sheet) {
  try {
    return [...sheet.cssRules];
  } catch {
    return []; // of another origin
  }
}
