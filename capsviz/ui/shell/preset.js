/*
 * Sets up a page for others, in the Share dialog: its visible parts, locked controls and task, and
 * the frame for a slide or a course page.
 */

import { make, makeButton, setText } from "../browser/dom.js";
import { MAX_TASK_LENGTH } from "../browser/excerpt.js";
import { escapeXml } from "../browser/file_metadata.js";
import { copyText } from "../browser/permalink.js";
import { fillText, list } from "../browser/text.js";

/** Size of the preview, in CSS pixels: that of a slide. */
const [WIDTH, HEIGHT] = [1000, 625];
/** Delay of a reload after the last choice, in ms. */
const RELOAD_DELAY = 500;

/** Sets the height of frames to the height of their pages (browser/frame_height.js). */
const FIT_FRAMES = `<script>
addEventListener("message", ({ data, source }) => {
  for (const frame of document.querySelectorAll("iframe"))
    if (frame.contentWindow === source && data?.capsviz) frame.height = Number(data.capsviz.height);
});
</script>`;

/** The markup of a frame. @param {string} address @param {string} title */
export function frameMarkup(address, title) {
  const [src, escapedTitle] = [address, title].map(escapeXml);
  return `<iframe src="${src}" title="${escapedTitle}" width="100%" height="${HEIGHT}" loading="lazy" style="border: 0"></iframe>
${FIT_FRAMES}`;
}

/**
 * @typedef {object} Page
 * @property {{name: string}[]} regions
 * @property {{name: string}[]} locks
 * @typedef {import("../browser/excerpt.js").Excerpt} Excerpt
 */

export class Preset {
  /**
   * @param {Page} page
   * @param {Record<string, string>} words
   * @param {string[] | null} framers origins that may show it in a frame; null for all
   * @param {() => void} onChange
   */
  constructor(page, words, framers, onChange) {
    this.words = words;
    this.framers = framers;
    this.shown = this.boxes("show", page.regions, onChange);
    this.locked = this.boxes("lock", page.locks, onChange);
    this.task = make("textarea", {
      ...{ className: "cv-number", rows: 2, maxLength: MAX_TASK_LENGTH },
      data: { testid: "preset-task" },
    });
    this.task.addEventListener("input", onChange);
    this.frame = make("div", { className: "cv-preset-frame" });
    this.markup = make("textarea", {
      ...{ className: "cv-number", readOnly: true, rows: 3 },
      data: { testid: "preset-markup" },
      aria: { "aria-label": words.frame },
    });
    this.status = make("span", { className: "cv-small cv-muted", aria: { role: "status" } });
    this.root = make(
      "details",
      { className: "cv-preset", data: { testid: "preset" } },
      make("summary", {}, words.preset),
      this.group(words["preset-show"], this.shown),
      this.group(words["preset-lock"], this.locked),
      make("label", {}, make("span", {}, words["preset-task"]), this.task),
      ...this.frameControls(),
      this.frame,
    );
    this.root.addEventListener("toggle", onChange);
  }

  /** Controls for a frame: its markup, or how to allow frames. */
  frameControls() {
    if (this.framers?.length === 0)
      return [
        make(
          "p",
          { className: "cv-muted", data: { testid: "preset-not" } },
          this.words["frame-not"],
        ),
      ];
    const copy = makeButton("cv-button", "preset-copy", this.words["frame-copy"], async () => {
      this.markup.select();
      const copied = await copyText(this.markup.value);
      setText(this.status, this.words[copied ? "copied-frame" : "copy-by-hand"]);
    });
    const hosts = list(this.framers ?? [], "unit");
    const label = hosts ? fillText(this.words["frame-of"], { hosts }) : this.words.frame;
    const name = make("span", {}, label);
    return [
      make("label", {}, name, this.markup),
      make("div", { className: "cv-row cv-pop-row" }, copy, this.status),
    ];
  }

  /**
   * @param {string} key
   * @param {{name: string}[]} items
   * @param {() => void} onChange
   * @returns {HTMLInputElement[]}
   */
  boxes(key, items, onChange) {
    return items.map(({ name }) => {
      const box = make("input", {
        type: "checkbox",
        value: name,
        data: { testid: `preset-${key}-${name}` },
      });
      box.addEventListener("change", onChange);
      return box;
    });
  }

  /** @param {string} title @param {HTMLInputElement[]} boxes */
  group(title, boxes) {
    const labels = boxes.map((box) => make("label", {}, box, ` ${box.value}`));
    return make("fieldset", {}, make("legend", {}, title), ...labels);
  }

  /** The chosen options. A preset page has no shell. @returns {Excerpt} */
  get excerpt() {
    const names = (/** @type {HTMLInputElement[]} */ boxes) =>
      boxes.filter(({ checked }) => checked).map(({ value }) => value);
    const [show, lock, task] = [names(this.shown), names(this.locked), this.task.value.trim()];
    return {
      embed: this.root.open || Boolean(show.length + lock.length + task.length),
      show,
      lock,
      task,
    };
  }

  /** @param {string} address of the preset page */
  follow(address) {
    this.address = address;
    this.markup.value = frameMarkup(address, document.title);
    clearTimeout(this.reloadTimer);
    this.reloadTimer = setTimeout(() => this.showPreview(), RELOAD_DELAY);
  }

  /** Show the page in its frame. */
  showPreview() {
    if (!this.root.open || !this.root.isConnected || !this.address) return this.close();
    const { pathname, search } = new URL(this.address);
    const src = pathname + search;
    if (this.live?.getAttribute("src") === src) return;
    this.live = make("iframe", { title: this.words.preview, data: { testid: "preset-live" } });
    this.live.setAttribute("src", src);
    Object.assign(this.live.style, { width: `${WIDTH}px`, height: `${HEIGHT}px` });
    const scale = this.frame.clientWidth / WIDTH;
    this.live.style.scale = String(scale);
    this.frame.style.height = `${HEIGHT * scale}px`;
    this.frame.replaceChildren(this.live);
  }

  /** Remove the frame while it is not visible. */
  close() {
    clearTimeout(this.reloadTimer);
    this.live = null;
    this.frame.replaceChildren();
    this.frame.style.height = "0";
  }
}
