/* Texts and controls that depend on the routing and on the positions of capsules. */

import { nameThings } from "../../browser/classes.js";
import { make, setText } from "../../browser/dom.js";
import { offerIterating } from "../../browser/network_offer.js";
import { SYMBOLS, setSymbols, symbol, wordNodes } from "../../browser/symbols.js";
import { text } from "../../browser/text.js";
import { geometryWords, termWords } from "./words.js";

/** @import { Find } from "../../browser/dom.js" */

/** Controls that a routing of one pass does not need. */
const ITERATION_CONTROLS = ["play", "step-back", "iteration", "step-forward", "iteration-text"];
const PLACE_CONTROLS = ["overlay-choice", "from-choice"];

/** Offer a network with iterations beside a routing of one pass. @param {Find} find @param {any} kind */
export function showOffer({ element }, kind) {
  const offer = kind.onePass ? offerIterating() : null;
  const button = element("choose-iterating");
  button.hidden = !offer;
  button.onclick = offer?.choose ?? null;
  setText(button, offer?.words ?? "");
}

/**
 * The sentence on each capsule, with the symbols in their colours.
 * @param {import("./kinds/index.js").Kind} kind
 * @param {import("./state.js").RoutingState} state
 */
function leadWords(kind, { thing, voter }) {
  const symbols = Object.fromEntries(SYMBOLS.map((name) => [name, symbol(name)]));
  return wordNodes(kind.casts, {
    count: make("span", { data: { part: "count" } }),
    voter,
    thing,
    u: symbols.u,
    uhat: symbols.uhat,
    lead: wordNodes(kind.lead, { ...symbols, thing }),
  });
}

/** Place for the selected class's name in a heading. */
const followed = () => make("b", { data: { part: "digit", answer: "" } });

/**
 * @param {any} root of the page
 * @param {Find} find
 * @param {import("./state.js").RoutingState} state
 */
export function dressForKind(root, { part, parts, element }, state) {
  const { kind } = state;
  const onePass = Boolean(kind.onePass);
  const setParts = (name, content) => {
    for (const node of parts(name)) setSymbols(node, content);
  };
  const { thing } = state;
  nameThings(root, thing);
  setText(part("heading"), text(kind.heading));
  part("lead").replaceChildren(...leadWords(kind, state));
  setText(element("one-pass"), kind.onePass ? text(kind.onePass) : "");
  element("one-pass").hidden = !onePass;
  for (const name of ["steps", "rounds", "over-iterations"])
    for (const node of parts(name)) node.hidden = onePass;
  for (const name of [...ITERATION_CONTROLS, "summaries"]) element(name).hidden = onePass;
  root.querySelector('[data-export="summaries"]').hidden = onePass;
  element("summary-text").hidden = !onePass || Boolean(kind.scales);
  // Rows are built later, with the classes.
  root.querySelector(".cv-parents").dataset.leaves = kind.leaves.join(" ");
  setParts("total", kind.total);
  setParts("total-mark", kind.totalMark);
  const cloud = text("cloud-help", {
    vote: "û",
    cloud: text(kind.cloud, { thing }),
    rings: onePass ? "none" : "some",
  });
  setParts("cloud-help", cloud);
  const rest = text(kind.summaries ?? "summaries-help");
  const second = kind.second && text(kind.second.help);
  const { measure } = kind;
  setParts(
    "summaries-help",
    second ? text("summaries-help-second", { measure, thing, second, rest }) : rest,
  );
  for (const select of ["scale", "overlay"]) {
    for (const option of element(select).options) {
      if (option.value === "feed") option.textContent = text("feed-choice", { total: kind.total });
      if (option.value === "weighted")
        option.textContent = text("scale-weighted", { weight: kind.weight });
      option.hidden = option.disabled = !state.isAllowed(select, option.value);
    }
  }
}

/**
 * @param {Find} find
 * @param {import("./state.js").RoutingState} state
 */
export function dressForGeometry({ part, element }, { data, kind }) {
  for (const [name, content] of Object.entries(geometryWords(data, kind)))
    setSymbols(part(name), content);
  element("scale").options[0].textContent = text("scale-relative", { over: data.over });
  const places = data.whole ? "one" : "many";
  const heading = wordNodes("couplings-heading", { map: kind.map, name: followed(), places });
  part("couplings-heading").replaceChildren(...heading);
  part("image-heading").replaceChildren(
    ...(data.whole
      ? wordNodes("image-heading-whole", {})
      : wordNodes("image-heading", { name: followed() })),
  );
  const terms = termWords(data, kind).flatMap((content) =>
    ["dt", "dd"].map((tag, index) => {
      const node = make(tag);
      setSymbols(node, content[index]);
      return node;
    }),
  );
  part("terms").replaceChildren(...terms);
  for (const name of PLACE_CONTROLS) part(name).hidden = data.whole;
}
