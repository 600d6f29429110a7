/* The Share dialog: address of the open view, set up for others, its QR code and its report. */

import { areDetailsOpen, DETAILS_PARAMETER } from "../browser/details.js";
import { askPage, make, makeButton, setText } from "../browser/dom.js";
import { writeExcerpt } from "../browser/excerpt.js";
import { saveFile } from "../browser/export.js";
import { currentLanguage, ENGLISH, LANGUAGE_PARAMETER } from "../browser/language.js";
import { markdownNodes } from "../browser/markdown.js";
import { copyText, LINK_PARAMETER, viewLink } from "../browser/permalink.js";
import { qrCode } from "../browser/qr.js";
import { isOfThisMachine, reachableAddress } from "../browser/reachability.js";
import { readState } from "../browser/state_sync.js";
import { Preset } from "./preset.js";

export class ShareDialog {
  /**
   * @param {import("../browser/engine/engine.js").Engine} engine
   * @param {any} data data of the header's tools
   * @param {boolean} inClass whether links include class mode
   */
  constructor(engine, data, inClass) {
    this.engine = engine;
    this.data = data;
    this.inClass = inClass;
    const { words, excerpt, framers } = data;
    this.link = make("input", {
      type: "text",
      readOnly: true,
      className: "cv-number",
      data: { testid: "share-link" },
      aria: { "aria-label": words.link },
    });
    const status = (className, testid) =>
      make("p", { className, data: { testid }, aria: { role: "status" } });
    this.note = status("cv-small cv-muted", "share-note");
    this.localNote = status("cv-small", "share-alone");
    this.code = make("div", {
      className: "cv-qr",
      data: { testid: "qr" },
      aria: { role: "img", "aria-label": words.qr },
    });
    this.code.hidden = true;
    /** The page, drawing, settings and view; null if the address is enough. */
    this.view = askPage("linkPlain");
    this.preset = new Preset(excerpt, words, framers, () => this.refresh());
  }

  close() {
    this.preset.close();
  }

  /** @param {HTMLElement} pop */
  fill(pop) {
    const { words, presets } = this.data;
    const presetsLink = make("a", { className: "cv-link", href: presets ?? "" }, words.presets);
    presetsLink.hidden = !presets;
    pop.replaceChildren(
      make("h2", {}, words.share),
      make("p", { className: "cv-muted" }, words["share-lead"]),
      this.link,
      make("div", { className: "cv-row cv-pop-row" }, ...this.buttons()),
      this.note,
      this.preset.root,
      presetsLink,
      this.code,
      this.localNote,
    );
    this.refresh();
  }

  buttons() {
    const { words } = this.data;
    const copy = makeButton("cv-button", "share-copy", words.copy, async () => {
      this.link.select();
      const copied = await copyText(this.link.value);
      setText(this.note, copied ? words.copied : words["copy-by-hand"]);
    });
    if (!this.view?.drawing || !this.engine.offers("report")) return [copy];
    const download = makeButton("cv-button", "report", words.report, () => this.report(download));
    return [copy, download];
  }

  async refresh() {
    setText(this.note, "");
    const address = await this.address();
    this.link.value = address;
    this.preset.follow(address);
    const help = isOfThisMachine(address) ? this.data.classroom.alone : "";
    this.localNote.replaceChildren(...markdownNodes(help));
    await this.drawCode(address);
  }

  /** The view's address with the preset, and with class mode if it is on. */
  async address() {
    const address = new URL(this.view ? await viewLink(this.view) : location.href);
    const set = (name, on) =>
      on ? address.searchParams.set(name, "1") : address.searchParams.delete(name);
    if (!this.view) address.searchParams.delete(LINK_PARAMETER);
    set("class", this.inClass);
    set(DETAILS_PARAMETER, areDetailsOpen());
    const language = currentLanguage(Object.keys(this.data.languages ?? {}));
    if (language !== ENGLISH) address.searchParams.set(LANGUAGE_PARAMETER, language);
    writeExcerpt(address, this.preset.excerpt);
    return reachableAddress(address.href, this.data.names);
  }

  async drawCode(address) {
    const { words, longest_coded: longest } = this.data;
    const available = this.engine.offers("qrCode");
    if (!available || address.length > longest) {
      this.code.hidden = true;
      setText(this.note, available ? words["code-too-long"] : words["code-needs-app"]);
      return;
    }
    try {
      const code = await qrCode(this.engine, address);
      if (address !== this.link.value) return; // the preset has changed
      this.code.replaceChildren(code);
      this.code.hidden = false;
    } catch (error) {
      this.code.hidden = true;
      setText(this.note, error.message);
    }
  }

  /** Save a report of the page's current state, which may have changed since the link was made. */
  async report(button) {
    button.disabled = true;
    try {
      const view = askPage("linkPlain");
      const stored = readState("settings")?.value;
      const file = await this.engine.report({
        ...reportRequest(view, stored),
        language: currentLanguage(Object.keys(this.data.languages ?? {})),
      });
      saveFile(file, "capsviz-report.html", "text/html");
      setText(this.note, this.data.words.saved);
    } catch (error) {
      setText(this.note, error.message);
    }
    button.disabled = false;
  }
}

/**
 * View for a report: the page's selected capsule, if it has one, and its sliders.
 * @param {any} view
 * @param {any} [stored] settings of other pages, for a view without any
 */
export function reportRequest({ drawing, settings, view }, stored = {}) {
  const current = settings ?? stored;
  const { capsule = current.capsule, pose = null } = "pose" in view ? view : {};
  return { drawing, settings: { ...current, capsule }, view: { pose } };
}
