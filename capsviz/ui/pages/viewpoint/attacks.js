/* A picture made to fool each of the two networks: before, the change, after. */

import { judge } from "../../browser/derive/reading.js";
import { verdictWords } from "../../browser/derive/verdict_words.js";
import { make, makeButton, setText } from "../../browser/dom.js";
import { PixelPicture } from "../../browser/picture.js";
import { number, text } from "../../browser/text.js";
import { attackWords, largest, misfitWords } from "./words.js";

const PICTURES = ["before", "change", "after"];

export class Attacks {
  /** @param {import("./index.js").ViewpointPage} page */
  constructor(page) {
    this.page = page;
    this.count = 0;
    this.parts = Object.fromEntries(
      ["capsules", "cnn"].map((part) => [part, buildPart(part, page.part(part))]),
    );
  }

  /** @param {{header: any, arrays: any}} reply */
  show({ header, arrays }) {
    const { tables, server, part: find } = this.page;
    const { network, alarms } = server;
    const { measure, classes } = network;
    const { recorded } = header;
    const origin = find("recorded");
    origin.hidden = recorded === undefined;
    if (!origin.hidden) setText(origin, text("attack-recorded", { epsilon: number(recorded, 2) }));
    const judged = judgeAttack(header, arrays, network);
    for (const [part, elements] of Object.entries(this.parts)) {
      const available = `${part}_before` in judged;
      elements.row.hidden = !available;
      if (!available) {
        setText(elements.text, text(origin.hidden ? "attack-no-cnn" : "attack-no-cnn-site"));
        setText(elements.misfit, "");
        continue;
      }
      const [before, after] = [arrays[`${part}_before`], arrays[`${part}_after`]];
      elements.pictures.before.show(before, tables.ink);
      elements.pictures.after.show(after, tables.ink);
      elements.pictures.change.showDifference(before, after, tables.difference);
      const decoded = arrays[`${part}_after_decoded`];
      if (decoded) elements.pictures.decoded.show(decoded, tables.ink);
      setText(elements.text, attackWords(judged, part, measure, classes));
      setText(elements.misfit, misfitWords(judged, part, alarms));
      this.count += 1;
      elements.root.dataset.seq = String(this.count);
    }
  }
}

/**
 * The predictions of an attack's header, with what follows from their numbers.
 * @param {Record<string, any>} header
 * @param {Record<string, Uint8Array>} arrays
 * @param {import("../../browser/classes.js").NetworkData} network
 */
function judgeAttack(header, arrays, network) {
  const judged = { ...header };
  for (const [name, entry] of Object.entries(header).filter(([name]) => name in arrays)) {
    const { lengths, misfit } = entry;
    judged[name] = { ...entry, winner: largest(lengths) };
    if (misfit === undefined) continue;
    const limit = network.limits.misfit;
    const verdict = judge(!arrays[name].some(Boolean), lengths, misfit, network);
    const sentence = verdictWords(verdict, { ...network, lengths: [lengths] });
    Object.assign(judged[name], { limit, fits: misfit <= limit, verdict: sentence });
  }
  return judged;
}

function buildPart(part, root) {
  const names = part === "capsules" ? [...PICTURES, "decoded"] : PICTURES;
  const pictures = {};
  const figures = names.map((name) => {
    const label = text(`attack-${name}`);
    const spoken = name === "change" ? text("attack-change-spoken") : label;
    const canvas = make("canvas", {
      data: { testid: `${part}-${name}` },
      aria: { role: "img", "aria-label": spoken },
    });
    pictures[name] = new PixelPicture(canvas);
    const data = name === "decoded" ? { decoded: "" } : {};
    return make("figure", { data }, canvas, make("figcaption", { textContent: label }));
  });
  const row = make("div", { className: "cv-v-four" }, ...figures);
  const line = make("p", { data: { testid: `${part}-text` }, aria: { "aria-live": "polite" } });
  const misfit = make("p", { className: "cv-muted", data: { testid: `${part}-misfit` } });
  root.append(make("h3", { className: "cv-title" }, text(`attack-${part}`)), row, line, misfit);
  return { root, pictures, row, text: line, misfit };
}

/**
 * A contested claim with both sides, and a button that tries it.
 * @param {import("./controls.js").ViewpointClaim} claim
 * @param {string} name
 * @param {string} label
 * @param {() => void} onClick
 * @returns {HTMLElement}
 */
export function claimElement({ claim, pro, con }, name, label, onClick) {
  const title = text("contested", { claim });
  return make(
    "div",
    { className: "cv-v-claim cv-small" },
    make("p", {}, make("b", {}, title)),
    make("p", {}, make("b", {}, text("claim-for"), " "), pro),
    make("p", {}, make("b", {}, text("claim-against"), " "), con),
    makeButton("cv-button", `try-${name}`, label, onClick),
  );
}
