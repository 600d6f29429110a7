/* Networks kept from runs: links to draw for each, and their deletion. */

import { enable, make, makeButton } from "../../browser/dom.js";
import { viewLink } from "../../browser/permalink.js";
import { text } from "../../browser/text.js";

/** @typedef {{name: string, run: string, owned: boolean, parts: boolean}} Network */

/**
 * A link that opens Draw with a network; Parts, with one of parts and objects.
 * @param {string} base of the app
 * @param {{name: string, parts: boolean}} network
 */
export async function drawLink(base, { name, parts }) {
  const link = parts
    ? { page: "parts", drawing: null, settings: null, view: { network: name } }
    : { page: "draw", drawing: null, settings: { model: name }, view: {} };
  const address = new URL(await viewLink(link));
  address.pathname = `${base}/${parts ? "parts" : ""}`;
  return make(
    "a",
    { href: address.href, data: { testid: "train-draw-with" } },
    text("network-draw"),
  );
}

/**
 * @param {HTMLElement} list
 * @param {Network[]} networks
 * @param {string} base of the app
 * @param {(name: string) => void} remove
 */
export async function showNetworks(list, networks, base, remove) {
  const rows = networks.map(async ({ name, run, owned, parts }) => {
    const properties = {
      title: owned ? "" : text("network-strange"),
      aria: { "aria-label": text("network-remove-name", { name }) },
    };
    const act = () => {
      if (owned && confirm(text("network-remove-question", { name }))) remove(name);
    };
    const button = makeButton("cv-button", "", text("network-remove"), act, properties);
    enable(button, owned);
    return make(
      "li",
      {},
      make("span", {}, name === run ? name : text("network-of", { name, run })),
      await drawLink(base, { name, parts }),
      button,
    );
  });
  list.replaceChildren(...(await Promise.all(rows)));
}
