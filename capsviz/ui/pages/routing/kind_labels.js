/* Words and controls of another routing, and of a network whose capsules sit elsewhere. */

import { nameThings, speak } from "../../browser/classes.js";
import { make, setText } from "../../browser/dom.js";
import { offerIterating } from "../../browser/network_offer.js";
import { setSymbols, symbol } from "../../browser/symbols.js";
import { geometryWords, termWords } from "./words.js";

/** @typedef {{part: (name: string) => any, parts: (name: string) => any[], element: (name: string) => any}} Find */

/** Controls without a use for a routing of one pass. */
const STEPPING = ["play", "step-back", "iteration", "step-forward", "iteration-text"];
const OVER_ITERATIONS = ["paths", "summaries", "answers"];
const NEEDS_PLACES = ["overlay-choice", "from-choice", "image-digit"];

/** Offer a network with iterations beside a routing of one pass. @param {Find} find @param {any} kind */
export function showOffer({ element }, kind) {
  const offer = kind.onePass ? offerIterating() : null;
  const button = element("choose-iterating");
  button.hidden = !offer;
  button.onclick = offer?.choose ?? null;
  setText(button, offer?.words ?? "");
}

/**
 * @param {any} root of the page
 * @param {Find} find
 * @param {import("./state.js").RoutingState} state
 */
export function dressForKind(root, { part, parts, element }, state) {
  const { kind } = state;
  const once = Boolean(kind.onePass);
  const say = (name, text) => {
    for (const place of parts(name)) setSymbols(place, text);
  };
  setText(part("heading"), kind.heading);
  const { thing } = state;
  const words = (piece) => (typeof piece === "string" ? speak(piece, thing) : piece);
  nameThings(root, thing);
  part("lead").replaceChildren(...kind.lead(symbol, state.voter).map(words));
  setText(element("one-pass"), kind.onePass ?? "");
  element("one-pass").hidden = !once;
  for (const name of ["steps", "rounds"]) part(name).hidden = once;
  for (const name of [...STEPPING, ...OVER_ITERATIONS]) element(name).hidden = once;
  for (const name of OVER_ITERATIONS) {
    root.querySelector(`[data-export="${name}"]`).hidden = once;
  }
  element("summary-text").hidden = !once || Boolean(kind.scales);
  for (const name of ["a", "b"]) {
    for (const cell of root.querySelectorAll(`.cv-glass [data-shows="${name}"]`)) {
      cell.hidden = kind.leaves.includes(name);
    }
  }
  say("measure", `${kind.measure} ${kind.mark}`);
  say("map", kind.map);
  say("total", kind.total);
  say("total-mark", kind.totalMark);
  say("cloud-help", kind.cloud + (once ? "" : "; small rings are earlier iterations"));
  const second = kind.second?.help;
  const others = `The ${kind.measure} of the chosen ${thing}'s capsule, the others in grey`;
  say("sums-help", second ? `${others}; ${second}.` : "");
  for (const select of ["scale", "overlay"]) {
    for (const option of element(select).options) {
      if (option.value === "feed") option.textContent = `what adds to ${kind.total}`;
      if (option.value === "weighted") option.textContent = kind.weighted;
      option.hidden = option.disabled = !state.isAllowed(select, option.value);
    }
  }
}

/**
 * @param {Find} find
 * @param {import("./state.js").RoutingState} state
 */
export function dressForGeometry({ part, parts }, { data, kind }) {
  for (const [name, text] of Object.entries(geometryWords(data, kind))) {
    for (const place of parts(name)) setSymbols(place, text);
  }
  const terms = termWords(data, kind).flatMap((words) =>
    ["dt", "dd"].map((tag, at) => {
      const made = make(tag);
      setSymbols(made, words[at]);
      return made;
    }),
  );
  part("terms").replaceChildren(...terms);
  for (const name of NEEDS_PLACES) part(name).hidden = data.whole;
}
