/* How a class joins: the code, the address and its QR code, in the projector's size. */

import { make, setText } from "../browser/dom.js";
import { engineOf } from "../browser/engine/index.js";
import { paragraph } from "../browser/markdown.js";
import { qrCode } from "../browser/qr.js";
import { isOfThisMachine, reachableAddress } from "../browser/reachability.js";
import { panel } from "./elements.js";
import { spaceCode } from "./stored_role.js";

/**
 * The address that phones open.
 * @param {string} base path of the app
 * @param {string} code
 * @param {string[]} names of the server in the classroom's network, most likely first
 * @param {{origin: string}} current
 */
export function joinAddress(base, code, names, current = location) {
  return reachableAddress(`${current.origin}${base}/?join=${code}`, names);
}

export class Joining {
  /** @param {string} base @param {Record<string, string>} words */
  constructor(base, words) {
    this.base = base;
    this.words = words;
    this.code = make("p", { className: "cv-class-code", data: { testid: "class-code" } });
    this.link = make("p", { className: "cv-class-link", data: { testid: "class-link" } });
    this.square = make("div", {
      className: "cv-qr cv-class-qr",
      hidden: true,
      aria: { role: "img", "aria-label": words.qr },
    });
    this.people = make("p", { className: "cv-class-here" });
    this.help = paragraph(words.alone, "cv-class-help");
    const text = make(
      "div",
      { className: "cv-class-how" },
      make("p", {}, words["how-scan"]),
      this.link,
      make("p", { className: "cv-muted" }, words["how-code"]),
      this.code,
      this.people,
    );
    const row = make("div", { className: "cv-row cv-class-joining" }, this.square, text);
    const trouble = make(
      "details",
      { className: "cv-class-trouble" },
      make("summary", {}, words.unreached),
      make("p", {}, words["unreached-network"]),
      make("p", {}, words["unreached-firewall"]),
      make("p", {}, words["unreached-hotspot"]),
    );
    const heading = make("h2", {}, words.joining);
    this.panel = panel(words.joining, words.begin, heading, row, this.help, trouble);
    this.panel.classList.add("cv-class-join");
  }

  /** @param {{code: string, names: string[]}} started */
  async show({ code, names }) {
    const address = joinAddress(this.base, code, names);
    setText(this.code, spaceCode(code));
    setText(this.link, address);
    this.help.hidden = !isOfThisMachine(address);
    try {
      this.square.replaceChildren(await qrCode(engineOf(this), address));
      this.square.hidden = false;
    } catch {
      this.square.hidden = true; // the address can be typed
    }
  }
}
