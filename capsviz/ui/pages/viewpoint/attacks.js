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

  /** @param {{header: any, arrays: any}} found */
  show({ header: said, arrays }) {
    const { tables, server, part: placeOf } = this.page;
    const { network, alarms } = server;
    const { measure, classes } = network;
    const { recorded } = said;
    const origin = placeOf("recorded");
    origin.hidden = recorded === undefined;
    if (!origin.hidden) setText(origin, text("attack-recorded", { epsilon: number(recorded, 2) }));
    const header = judgeAttack(said, arrays, network);
    for (const [part, shown] of Object.entries(this.parts)) {
      const there = `${part}_before` in header;
      shown.row.hidden = !there;
      if (!there) {
        setText(shown.text, text(origin.hidden ? "attack-no-cnn" : "attack-no-cnn-site"));
        setText(shown.misfit, "");
        continue;
      }
      const [before, after] = [arrays[`${part}_before`], arrays[`${part}_after`]];
      shown.pictures.before.show(before, tables.ink);
      shown.pictures.after.show(after, tables.ink);
      shown.pictures.change.showDifference(before, after, tables.difference);
      const decoded = arrays[`${part}_after_decoded`];
      if (decoded) shown.pictures.decoded.show(decoded, tables.ink);
      setText(shown.text, attackWords(header, part, measure, classes));
      setText(shown.misfit, misfitWords(header, part, alarms));
      this.count += 1;
      shown.root.dataset.seq = String(this.count);
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
  const told = { ...header };
  for (const [name, one] of Object.entries(header).filter(([name]) => name in arrays)) {
    const { lengths, misfit } = one;
    told[name] = { ...one, winner: largest(lengths) };
    if (misfit === undefined) continue;
    const limit = network.limits.misfit;
    const verdict = judge(!arrays[name].some(Boolean), lengths, misfit, network);
    const said = verdictWords(verdict, { ...network, lengths: [lengths] });
    Object.assign(told[name], { limit, fits: misfit <= limit, verdict: said });
  }
  return told;
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
  const said = make("p", { data: { testid: `${part}-text` }, aria: { "aria-live": "polite" } });
  const misfit = make("p", { className: "cv-muted", data: { testid: `${part}-misfit` } });
  root.append(make("h3", { className: "cv-title" }, text(`attack-${part}`)), row, said, misfit);
  return { root, pictures, row, text: said, misfit };
}

/**
 * A contested claim with both sides, and a button that tries it.
 * @param {import("./controls.js").ViewpointClaim} claim
 * @param {string} name
 * @param {string} label
 * @param {() => void} act
 * @returns {HTMLElement}
 */
export function claimElement({ claim, pro, con }, name, label, act) {
  const said = text("contested", { claim });
  return make(
    "div",
    { className: "cv-v-claim cv-small" },
    make("p", {}, make("b", {}, said)),
    make("p", {}, make("b", {}, text("claim-for"), " "), pro),
    make("p", {}, make("b", {}, text("claim-against"), " "), con),
    makeButton("cv-button", `try-${name}`, label, act),
  );
}
