/* Controls of Viewpoint, as view and network have them. */

import { nameNumbers, nameThings } from "../../browser/classes.js";
import { finders, setText } from "../../browser/dom.js";
import { number, text } from "../../browser/text.js";
import { claimElement } from "./attacks.js";
import { kindName, VIEW_KINDS } from "./figures.js";
import { anyTransform, turnValue } from "./transform.js";

/** A strong attack changes each pixel by this much at least. */
const STRONG = 0.2;

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

/**
 * @param {ViewpointPage} page
 * @param {import("./player.js").Player} player
 */
export function listenToControls(page, player) {
  const { element } = page;
  const { rest } = page.server;
  for (const kind of Object.keys(VIEW_KINDS))
    element("kind").append(new Option(kindName(kind), kind));
  page.onClick("copy-link", () => page.copyLink());
  page.onClick("reset", () => page.setTransform(rest));
  page.onClick("random", () => page.setTransform(anyTransform(rest)));
  const hear = (name, act) => element(name).addEventListener("input", ({ target }) => act(target));
  hear("kind", ({ value }) => {
    player.stop();
    page.view.kind = value;
    page.onMove();
  });
  hear("digit", ({ value }) => page.change({ digit: Number(value) }));
  hear("method", ({ value }) => page.change({ method: value }));
  hear("epsilon", ({ value }) => page.change({ epsilon: Number(value) }));
}

/**
 * The claims, each with what lets one try it.
 * @param {ViewpointPage} page
 * @param {Record<string, ViewpointClaim>} claims
 * @param {import("./player.js").Player} player
 */
export function buildClaims(page, claims, player) {
  const attack = () => page.change({ method: "pgd", epsilon: Math.max(page.view.epsilon, STRONG) });
  /** @type {Record<string, [string, () => void]>} */
  const tries = {
    equivariant: [
      text("try-equivariant"),
      () => player.toggle("rotation", turnValue("rotation", page.view.transform.rotation)),
    ],
    robust: [text("try-robust"), () => page.setTransform(anyTransform(page.server.rest))],
    adversarial: [text("try-adversarial"), attack],
  };
  for (const [name, [label, act]] of Object.entries(tries)) {
    const place = page.root.querySelector(`[data-claim="${name}"]`);
    place.append(claimElement(claims[name], name, label, act));
  }
}

/** @param {(name: string) => any} element @param {any} view */
export function showControls(element, view) {
  for (const name of ["kind", "digit", "method"]) element(name).value = String(view[name]);
  if (Number(element("epsilon").value) !== view.epsilon) element("epsilon").value = view.epsilon;
  setText(element("epsilon-text"), number(view.epsilon, 2));
}

/** Offer the class whose curve is drawn. @param {HTMLSelectElement} place @param {string[]} classes */
export function offerClasses(place, classes) {
  const options = classes.map((name, k) => new Option(name, String(k)));
  place.replaceChildren(new Option(text("digit-winner"), "-1"), ...options);
}

/**
 * Names follow the network.
 * @param {HTMLElement} root
 * @param {ViewpointPageData} data
 */
export function nameNetwork(root, { network, cnn }) {
  const { part } = finders(root);
  nameThings(root, network.thing);
  nameNumbers(root, network.dimensions);
  part("centred").hidden = !network.digits;
  part("cnn-key").hidden = !cnn;
  for (const place of root.querySelectorAll('[data-say="measure"]'))
    setText(place, text("measure", { measure: network.measure }));
}
