/* Disputed test digits with each network's prediction. Pressing one compares it. */

import { make, makeButton } from "../../browser/dom.js";
import { colourScales, colourTables } from "../../browser/picture.js";
import { list, text } from "../../browser/text.js";
import { picture } from "./rows.js";

const CLASSES = 10;

/**
 * Buttons for the networks whose predictions are compared.
 * @param {{networks: {name: string, title: string, chosen: boolean}[]}} part
 * @param {(networks: string[]) => void} onChange requests the digits on which these disagree
 */
export function networkChoice({ networks }, onChange) {
  const buttons = networks.map(({ title, chosen }) => {
    const aria = { "aria-pressed": String(chosen) };
    const press = () => {
      button.setAttribute("aria-pressed", String(button.ariaPressed !== "true"));
      onChange(
        networks.filter((_, k) => buttons[k].ariaPressed === "true").map(({ name }) => name),
      );
    };
    const button = makeButton("cv-button", "", title, press, { aria });
    return button;
  });
  const aria = { role: "group", "aria-label": text("disputed-networks") };
  return make("div", { className: "cv-row", data: { testid: "compare-names" }, aria }, ...buttons);
}

/**
 * @param {{digits: any[]}} part test digits and each network's prediction
 * @param {HTMLElement} root has the colours
 * @param {(index: number) => void} choose
 */
export function disputedGallery({ digits }, root, choose) {
  const { ink } = colourTables(colourScales(root), 1 / CLASSES);
  const aria = { role: "group", "aria-label": text("disputed-digits") };
  const cards = digits.map((digit) => disputeCard(digit, ink, choose));
  const data = { testid: "compare-gallery" };
  return make("div", { className: "cv-compare-gallery", data, aria }, ...cards);
}

/** The networks that give an answer. @param {{answer: number, count: number, networks: string[]}} answer */
function answerWords({ answer, count, networks }) {
  if (!networks.length) return text("disputed-many", { answer, count });
  return text("disputed-names", { answer, networks: list(networks, "unit") });
}

function disputeCard({ index, image, label, answers }, ink, choose) {
  const lines = answers.map((answer) => make("span", {}, answerWords(answer)));
  const title = make("b", {}, text("picture-label", { kind: "digit", label }));
  const content = [
    picture(image, ink, text("disputed-digit", { index: String(index) })),
    make("div", { data: { answer: "", ofNothing: "" } }, title, ...lines),
  ];
  return makeButton("cv-framed cv-disputed", `disputed-${index}`, content, () => choose(index));
}
