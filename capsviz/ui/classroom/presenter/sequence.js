/* The lecturer's own sequence in the presenter view: its stops, in order, and its file. */

import { make, makeButton, setText } from "../../browser/dom.js";
import { saveFile } from "../../browser/export.js";
import { fillText } from "../../browser/text.js";
import { button } from "../elements.js";
import {
  addStop,
  isOfSequence,
  MAX_MINUTES,
  MAX_STOPS,
  MAX_TITLE,
  parseSequence,
  readSequence,
  sequenceText,
  writeSequence,
} from "../sequence.js";

/**
 * @typedef {object} Titles by name, as of `stops.py`
 * @property {Record<string, string>} pages
 * @property {Record<string, string>} lessons
 */

export class OwnSequence {
  /**
   * @param {Record<string, string>} words
   * @param {{shown: () => void, changed: () => void}} acts `shown` requests the projector's page
   */
  constructor(words, { shown, changed }) {
    this.words = words;
    /** @type {Titles} */
    this.titles = { pages: {}, lessons: {} };
    this.changed = changed;
    this.list = make("ol", { className: "cv-desk-own" });
    this.trouble = make("p", { aria: { role: "alert" } });
    this.file = make("input", {
      type: "file",
      accept: ".json,application/json",
      className: "cv-hidden",
      tabIndex: -1,
      aria: { "aria-label": words["own-open"] },
      data: { testid: "own-file" },
    });
    this.file.addEventListener("change", () => this.open());
    this.save = button(words["own-save"], () => this.saveAll(), { testid: "own-save" });
    this.node = make(
      "details",
      { className: "cv-desk-card", data: { testid: "desk-own" } },
      make("summary", {}, words.own),
      make("p", { className: "cv-muted" }, words["own-lead"]),
      this.list,
      this.trouble,
      make(
        "p",
        { className: "cv-row cv-desk-row" },
        button(words["own-add"], shown, { testid: "own-add" }),
        this.save,
        button(words["own-open"], () => this.file.click(), { testid: "own-open" }),
      ),
      this.file,
    );
    window.addEventListener("storage", (event) => isOfSequence(event) && this.update());
    this.show();
  }

  /** The projector's page, as the server sends it. @param {any} message */
  take({ page, things }) {
    if (!page) return setText(this.trouble, this.words["own-nothing"]);
    const { pages, lessons } = this.titles;
    const { lesson: name, step } = things["view.learn"] ?? {};
    const lesson = page === "learn" && lessons[name];
    const title = lesson
      ? fillText(this.words["own-step"], { page: pages.learn, lesson, step: step + 1 })
      : (pages[page] ?? page);
    this.append(title, { page, things });
  }

  /**
   * @param {any} question with its name, as the server expects it
   * @returns {string} an error if the sequence is full
   */
  keep(question) {
    this.append(question.text, { ask: question });
    return this.trouble.textContent ?? "";
  }

  append(title, to) {
    const added = addStop(title, to);
    setText(this.trouble, added ? "" : fillText(this.words["own-full"], { most: MAX_STOPS }));
    this.node.open = true;
    this.update();
  }

  update() {
    this.show();
    this.changed();
  }

  saveAll() {
    saveFile(sequenceText(readSequence()), "capsviz-lecture.json", "application/json");
  }

  async open() {
    const [file] = this.file.files ?? [];
    this.file.value = "";
    if (!file) return;
    const stops = parseSequence(await file.text());
    setText(this.trouble, stops ? "" : fillText(this.words["own-unread"], { file: file.name }));
    if (!stops) return;
    writeSequence(stops);
    this.update();
  }

  show() {
    const stops = readSequence();
    this.save.disabled = !stops.length;
    this.list.replaceChildren(...stops.map((stop, n) => this.row(stop, n, stops)));
  }

  row({ title, minutes, to }, n, stops) {
    const { words } = this;
    const change = (changes) => {
      writeSequence(stops.map((stop, k) => (k === n ? { ...stop, ...changes } : stop)));
      this.update();
    };
    const move = (delta) => {
      const reordered = stops.toSpliced(n, 1);
      if (delta) reordered.splice(n + delta, 0, stops[n]);
      writeSequence(reordered);
      this.update();
    };
    const name = make("input", {
      type: "text",
      value: title,
      maxLength: MAX_TITLE,
      aria: { "aria-label": fillText(words["own-title"], { number: n + 1 }) },
    });
    name.addEventListener("change", () => change({ title: name.value.trim() || title }));
    const time = make("input", {
      type: "number",
      min: "1",
      max: String(MAX_MINUTES),
      value: String(minutes),
      aria: { "aria-label": fillText(words["own-minutes"], { number: n + 1 }) },
    });
    time.addEventListener("change", () => {
      const value = Math.round(Number(time.value));
      change({ minutes: Math.min(MAX_MINUTES, Math.max(1, value || minutes)) });
    });
    const act = (sign, label, delta, testid) =>
      makeButton("cv-button", testid, sign, () => move(delta), {
        title: label,
        aria: { "aria-label": fillText(words["own-act"], { act: label, title }) },
      });
    const up = act("↑", words["own-up"], -1, `own-up-${n}`);
    up.disabled = n === 0;
    const down = act("↓", words["own-down"], 1, `own-down-${n}`);
    down.disabled = n === stops.length - 1;
    const kind = make(
      "span",
      { className: "cv-muted" },
      to.ask ? words["own-asks"] : words["own-shows"],
    );
    const remove = act("×", words["own-remove"], 0, `own-remove-${n}`);
    return make("li", {}, name, kind, time, up, down, remove);
  }
}
