/* Controls of Viewpoint: their state by view and network. */

import { nameNumbers, nameThings } from "../../browser/classes.js";
import { setText } from "../../browser/dom.js";
import { Factors } from "../../browser/factors.js";
import { Sections } from "../../browser/sections.js";
import { number, text } from "../../browser/text.js";
import { claimElement } from "./attacks.js";
import { kindName, VIEW_KINDS } from "./figures.js";
import { randomTransform } from "./transform.js";
import { turnedWords } from "./words.js";

/** A strong attack changes each pixel by this much at least. */
const STRONG_ATTACK = 0.2;

/**
 * @typedef {import("./index.js").ViewpointPage} ViewpointPage
 *
 * @typedef {object} ViewpointLaws
 * @property {Record<string, number>} span
 * @property {any[]} slope
 * @property {any[]} shared
 * @property {any[]} own
 *
 * @typedef {object} ViewpointClaim
 * @property {string} claim
 * @property {string} pro
 * @property {string} con
 *
 * @typedef {object} ViewpointPageData as `data.py` gives it
 * @property {any[]} table
 * @property {Record<string, any>} settings
 * @property {import("../../browser/classes.js").NetworkData} network
 * @property {string} reply
 * @property {Record<string, [number, number]>} limits
 * @property {Record<string, number>} rest
 * @property {ViewpointLaws | null} laws null if nothing was measured
 * @property {number | null} alarms share of untouched digits that the misfit test rejects
 * @property {Record<string, ViewpointClaim>} claims
 * @property {boolean} cnn
 * @property {import("../../browser/factors.js").KnownFactors | null} factors
 * @property {string} samples
 * @property {import("../../browser/classes.js").TestSet | null} test
 */

/** @param {ViewpointPage} page */
export function buildControls(page) {
  const { element } = page;
  const { rest } = page.server;
  for (const kind of Object.keys(VIEW_KINDS))
    element("kind").append(new Option(kindName(kind), kind));
  page.onClick("copy-link", () => page.copyLink());
  page.onClick("reset", () => page.setTransform(rest));
  page.onClick("random", () => page.setTransform(randomTransform(rest)));
  const onInput = (name, listener) =>
    element(name).addEventListener("input", ({ target }) => listener(target));
  onInput("kind", ({ value }) => {
    page.player.stop();
    page.view.kind = value;
    page.onMove();
  });
  onInput("digit", ({ value }) => page.change({ digit: Number(value) }));
  onInput("method", ({ value }) => page.change({ method: value }));
  onInput("epsilon", ({ value }) => page.change({ epsilon: Number(value) }));
  buildClaims(page);
}

/** The claims, each with what lets one try it. @param {ViewpointPage} page */
function buildClaims(page) {
  const attack = () =>
    page.change({ method: "pgd", epsilon: Math.max(page.view.epsilon, STRONG_ATTACK) });
  /** @type {Record<string, [string, () => void]>} */
  const tries = {
    equivariant: [text("try-equivariant"), () => page.player.toggle("rotation")],
    robust: [text("try-robust"), () => page.setTransform(randomTransform(page.server.rest))],
    adversarial: [text("try-adversarial"), attack],
  };
  for (const [name, [label, onClick]] of Object.entries(tries)) {
    const container = page.root.querySelector(`[data-claim="${name}"]`);
    container.append(claimElement(page.server.claims[name], name, label, onClick));
  }
}

/** Sliders of the factors of a known object. @param {ViewpointPage} page */
export function makeFactors(page) {
  return new Factors(page.part("factors"), page.engine, {
    settings: () => page.settings,
    receive: ({ b }) => page.takeDrawing({ s: [], b }),
    rest: (b) => page.replaceDrawing({ s: [], b }, page.view.digit),
    compare: (truth, reading) => setText(page.part("turned"), turnedWords(truth, reading)),
    trouble: (sentence) => page.trouble(sentence),
  });
}

/** Results on many digits. @param {ViewpointPage} page */
export function makeSections(page) {
  return new Sections(page.part("sections"), page.signal, {
    ask: (question) =>
      page.engine.sections("viewpoint", { ...question, language: page.server.language }),
    field: (name) => page.view[name],
    change: (name, value) => page.change({ [name]: value }),
  });
}

/** @param {ViewpointPage} page */
export function showControls({ element, view }) {
  for (const name of ["kind", "digit", "method"]) element(name).value = String(view[name]);
  if (Number(element("epsilon").value) !== view.epsilon) element("epsilon").value = view.epsilon;
  setText(element("epsilon-text"), number(view.epsilon, 2));
}

/** Offer the classes of another network, one of which has its curve drawn. @param {ViewpointPage} page */
function offerClasses({ element, view, server: { network } }) {
  const select = element("digit");
  const names = network.classes.join("\n");
  if (names === select.dataset.names) return;
  select.dataset.names = names;
  const options = network.classes.map((name, k) => new Option(name, String(k)));
  select.replaceChildren(new Option(text("digit-winner"), "-1"), ...options);
  if (view.digit >= options.length) view.digit = -1;
}

/** Names follow the network. @param {ViewpointPage} page */
export function nameNetwork(page) {
  const { root, part } = page;
  const { network, cnn } = page.server;
  offerClasses(page);
  nameThings(root, network.thing);
  nameNumbers(root, network.dimensions);
  part("centred").hidden = !network.digits;
  part("cnn-key").hidden = !cnn;
  for (const node of root.querySelectorAll('[data-say="measure"]'))
    setText(node, text("measure", { measure: network.measure }));
}
