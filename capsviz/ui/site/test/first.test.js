import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { runInNewContext } from "node:vm";

const SCRIPT = readFileSync(new URL("../first.js", import.meta.url), "utf8");
const REASONS = ["sandboxed", "file", "broken"];
const worded = (language) =>
  Object.fromEntries(REASONS.map((reason) => [reason, [`${reason} ${language}`, "way out"]]));
const WORDS = JSON.stringify({ en: worded("en"), de: worded("de") });

/**
 * Open a page.
 * @param {string} address
 * @param {{origin?: string, arrived?: boolean, language?: string}} how
 */
function open(address, { origin = "http://site", arrived = false, language } = {}) {
  class HTMLScriptElement {}
  const listeners = {};
  const shown = [];
  const { protocol, search, href } = new URL(address);
  const root = { style: {}, classList: { contains: () => arrived } };
  const make = () => ({ style: {}, append: () => {} });
  const body = { replaceChildren: (said) => shown.push(`${said.lang}: ${said.textContent}`) };
  const page = { documentElement: root, styleSheets: [], body, createElement: make };
  runInNewContext(SCRIPT, {
    ...{ document: { ...page, currentScript: { dataset: { words: WORDS } } }, HTMLScriptElement },
    ...{ location: { protocol, search, href }, self: { origin }, URLSearchParams },
    ...(language && { sessionStorage: { getItem: () => language } }),
    navigator: { languages: ["fr-FR", "en-GB"] },
    addEventListener: (name, hear) => {
      listeners[name] = hear;
    },
  });
  const script = (type) => Object.assign(new HTMLScriptElement(), { type });
  return { shown, listeners, script };
}

test("a page says in its language why it cannot work", () => {
  assert.deepEqual(open("file:///site/index.html", { origin: "null" }).shown, ["en: file en "]);
  assert.deepEqual(open("http://site/?lang=de", { origin: "null" }).shown, ["de: sandboxed de "]);
  const { shown, listeners, script } = open("http://site/?lang=de-AT");
  assert.deepEqual(shown, []);
  listeners["capsviz:broken"]();
  listeners.error({ target: script("module") });
  assert.deepEqual(shown, ["de: broken de ", "de: broken de "]);
  const chosen = open("http://site/", { language: "de" });
  chosen.listeners["capsviz:broken"]();
  assert.deepEqual(chosen.shown, ["de: broken de "]);
});

test("an error of a picture, of the charts' script or of a shown page leaves the page", () => {
  const { shown, listeners, script } = open("http://site/");
  listeners.error({ target: {} });
  listeners.error({ target: script("") });
  assert.deepEqual(shown, []);
  const later = open("http://site/", { arrived: true });
  later.listeners.error({ target: later.script("module") });
  assert.deepEqual(later.shown, []);
});
