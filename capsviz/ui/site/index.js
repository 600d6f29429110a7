/* The shell of a published page: it shows the page, then keeps the site for later. */

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
  // First: its worker asks for the runtime, which is more than all scripts.
  const engine = new SiteEngine(base);
  setEngine(engine);
  const site = await engine.open();
  const { languages } = site;
  const language = currentLanguage(Object.keys(languages));
  // In a frame, too, where no header brings them.
  const header = language === ENGLISH ? site.tools : await engine.toolsIn(language);
  adoptTexts(header.texts);
  if (language !== ENGLISH) wordSurroundings(site.missing, header.titles_of_pages);
  const data = { base, page, languages, ...site.pages[page] };
  // Beside the bundle that this script becomes a part of (scripts.py).
  const { default: show } = await import(new URL(`./${page}.js`, import.meta.url).href);
  const tools = document.querySelector('[data-part="tools"]');
  // In a frame there are none.
  if (tools) showTools({ parentElement: tools, data: { ...site.tools, ...data } });
  hideWays(site.missing, base);
  const parentElement = document.querySelector('[data-part="page"]');
  const host = hostPage(show, { data, parentElement });
  const titleOf = (/** @type {string} */ name) => networkName(engine.network(name).title);
  engine.onProgress = (model, share, error) => {
    if (model !== engine.shown[0]) return;
    const interim = page === "draw" && engine.meanwhile[model];
    showProgress(share, titleOf(model), interim && titleOf(interim));
    if (!error) return;
    engine.refused.set(model, error);
    host.load({ seen: true });
  };
  if (page === "draw") await engine.ready;
  // Files that are kept for later must not hold up what is seen now; a frame of another site may
  // keep nothing.
  navigator.serviceWorker?.register(`${base}/service_worker.js`).catch(() => {});
}

// In a sandbox first.js says why nothing works.
// It is not awaited: a page's bundle, which it imports, waits for this module.
if (self.origin !== "null")
  start().catch((error) => {
    console.error(error);
    window.dispatchEvent(new Event("capsviz:broken")); // which first.js words
  });
