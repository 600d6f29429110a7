/* The shell of a published page: it shows the page, then caches the site. */

import { setEngine } from "../browser/engine/index.js";
import { readExcerpt } from "../browser/excerpt.js";
import { currentLanguage, ENGLISH } from "../browser/language.js";
import { networkName } from "../browser/names.js";
import { hostPage } from "../browser/remount.js";
import { adoptTexts } from "../browser/text.js";
import showTools from "../shell/index.js";
import { SiteEngine } from "./engine.js";
import {
  followColours,
  hideWays,
  removeShell,
  showProgress,
  wordSurroundings,
} from "./surroundings.js";

async function start() {
  const { page = "", root = "" } = document.body.dataset;
  const base = new URL(root, location.href).pathname.replace(/\/$/, "");
  if (readExcerpt(location).embed) removeShell();
  followColours();
  // First: its worker loads the runtime, which is larger than all scripts.
  const engine = new SiteEngine(base);
  setEngine(engine);
  const site = await engine.open();
  const { languages } = site;
  const language = currentLanguage(Object.keys(languages));
  // Also in a frame, which has no header to load them.
  const header = language === ENGLISH ? site.tools : await engine.toolsIn(language);
  adoptTexts(header.texts);
  if (language !== ENGLISH) wordSurroundings(site.missing, header.titles_of_pages);
  const data = { base, page, languages, ...site.pages[page] };
  // Next to the bundle that contains this script (scripts.py).
  const { default: show } = await import(new URL(`./${page}.js`, import.meta.url).href);
  const tools = document.querySelector('[data-part="tools"]');
  // Frames have no tools.
  if (tools) showTools({ parentElement: tools, data: { ...site.tools, ...data } });
  hideWays(site.missing, base);
  const parentElement = document.querySelector('[data-part="page"]');
  const host = hostPage(show, { data, parentElement });
  const titleOf = (/** @type {string} */ name) => networkName(engine.network(name).title);
  engine.onProgress = (model, share, error) => {
    if (model !== engine.shownNetworks[0]) return;
    const interim = page === "draw" && engine.meanwhile[model];
    showProgress(share, titleOf(model), interim && titleOf(interim));
    if (!error) return;
    engine.refused.set(model, error);
    host.load({ seen: true });
  };
  if (page === "draw") await engine.ready;
  // Last, so that caching does not delay the page; frames of other sites may not cache.
  navigator.serviceWorker?.register(`${base}/service_worker.js`).catch(() => {});
}

// In a sandbox, first.js shows why nothing works. Not awaited: a page's bundle, imported here,
// waits for this module.
if (self.origin !== "null")
  start().catch((error) => {
    console.error(error);
    window.dispatchEvent(new Event("capsviz:broken")); // shown by first.js
  });
