/*
 * Options of a page's address: "?embed=1" hides the shell, "&show=canvas,lengths" shows only these
 * regions, "&lock=network" disables controls, and "&task=…" shows a task. A page's regions and
 * locks are defined in capsviz/ui/catalogue/navigation.py.
 */

import { make } from "./dom.js";
import { tellHeight } from "./frame_height.js";
import { list, text } from "./text.js";

/** Maximum length of a link's task, in characters: two sentences. */
export const MAX_TASK_LENGTH = 300;
/** Maximum length of a name repeated in an error. */
const MAX_NAME_LENGTH = 30;

/**
 * @typedef {{name: string, selector: string, wide: boolean}} Region
 * @typedef {{name: string, hidden: string, still: string}} Lock
 * @typedef {{embed: boolean, show: string[], lock: string[], task: string}} Excerpt
 */

/** @param {{search: string}} address @returns {Excerpt} */
export function readExcerpt({ search }) {
  const parameters = new URLSearchParams(search);
  const names = (/** @type {string} */ key) => {
    const items = (parameters.get(key) ?? "").split(",").map((item) => item.trim());
    return [...new Set(items.filter(Boolean))];
  };
  const task = (parameters.get("task") ?? "").trim();
  return { embed: parameters.get("embed") === "1", show: names("show"), lock: names("lock"), task };
}

/** Write an excerpt into an address. @param {URL} address @param {Excerpt} excerpt */
export function writeExcerpt(address, { embed, show, lock, task }) {
  const values = { embed: embed ? "1" : "", show: show.join(","), lock: lock.join(","), task };
  for (const [name, value] of Object.entries(values)) {
    if (value) address.searchParams.set(name, value);
    else address.searchParams.delete(name);
  }
}

/** @param {string} name */
export function isLocked(name) {
  return readExcerpt(location).lock.includes(name);
}

/**
 * The error about unknown names in an address; "" if there are none.
 * @param {"show" | "lock"} key
 * @param {string[]} names
 * @param {{name: string}[]} options
 */
export function complain(key, names, options) {
  const bad = names.find((name) => !options.some((option) => option.name === name));
  if (bad === undefined) return "";
  const few = list(
    options.map((option) => option.name),
    "unit",
  );
  return text("excerpt-unknown", { name: bad.slice(0, MAX_NAME_LENGTH), key, few });
}

/**
 * Style sheet for locked controls, also for those added later.
 * @type {CSSStyleSheet | undefined}
 */
let sheet;

/** @param {Lock[]} locks */
function lock(locks) {
  for (const { still } of locks)
    if (still) for (const node of document.querySelectorAll(still)) node.setAttribute("inert", "");
  if (!sheet) {
    sheet = new CSSStyleSheet();
    document.adoptedStyleSheets.push(sheet);
  }
  const hidden = locks.map((entry) => entry.hidden).filter(Boolean);
  sheet.replaceSync(`:is(${hidden.join(", ")}) { display: none !important; }`);
}

/**
 * Show only some regions of a page: mark their elements and ancestors.
 * @param {HTMLElement} root
 * @param {Region[]} regions
 */
function showAlone(root, regions) {
  for (const { selector, wide } of regions)
    for (const node of root.querySelectorAll(selector)) {
      node.classList.add("cv-shown");
      node.classList.toggle("cv-wide", wide);
      for (let each = node; each !== root && each.parentElement; each = each.parentElement) {
        each.removeAttribute("data-detail");
        if (each !== node) each.classList.add("cv-around");
        if (each.matches("details")) keepOpen(/** @type {HTMLDetailsElement} */ (each));
      }
    }
  root.classList.add("cv-around");
}

/** @param {HTMLDetailsElement} fold whose summary is hidden or not requested */
function keepOpen(fold) {
  fold.open = true;
  if (fold.classList.contains("cv-around"))
    fold.addEventListener("toggle", () => {
      fold.open = true;
    });
}

/**
 * Apply the address's options to a page.
 * @param {HTMLElement} root
 * @param {{regions: Region[], locks: Lock[]}} page
 */
export function applyExcerpt(root, { regions, locks }) {
  const excerpt = readExcerpt(location);
  const selected = regions.filter(({ name }) => excerpt.show.includes(name));
  const { classList } = document.documentElement;
  classList.toggle("cv-embed", excerpt.embed);
  classList.toggle("cv-excerpt", selected.length > 0);
  classList.toggle(
    "cv-excerpt-network",
    selected.some(({ name }) => name === "network"),
  );
  if (excerpt.embed) tellHeight(root);
  lock(locks.filter(({ name }) => excerpt.lock.includes(name)));
  if (selected.length) showAlone(root, selected);
  root.prepend(...say(excerpt, regions, locks));
}

/**
 * Lines above a page's regions: the task, and errors in the address.
 * @param {Excerpt} excerpt
 * @param {Region[]} regions
 * @param {Lock[]} locks
 */
function say({ show, lock: names, task }, regions, locks) {
  const long = task.length > MAX_TASK_LENGTH;
  const wrong = [complain("show", show, regions), complain("lock", names, locks)];
  if (long) wrong.push(text("excerpt-task-long", { most: MAX_TASK_LENGTH }));
  const lines = wrong.filter(Boolean).map((sentence) => line("cv-trouble", "alert", sentence));
  return task && !long ? [line("cv-task", "note", task), ...lines] : lines;
}

/** @param {string} kind @param {string} role @param {string} sentence */
function line(kind, role, sentence) {
  const className = `${kind} cv-shown cv-wide`;
  return make("p", { className, data: { testid: kind.slice(3) }, aria: { role } }, sentence);
}
