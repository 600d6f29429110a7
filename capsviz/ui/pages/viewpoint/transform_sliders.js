/* One slider for each kind of transform. */

import { make, makeButton, setText } from "../../browser/dom.js";
import { text } from "../../browser/text.js";
import { kindName, VIEW_KINDS, viewValue } from "./figures.js";
import { turnValue } from "./transform.js";

/** @typedef {import("./index.js").ViewpointPage} ViewpointPage */

/** The first transforms to try; all details show the others. */
const FIRST_TRANSFORMS = ["rotation", "shift_x", "scale"];

const PLAY = '<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M4.5 2.8v10.4l8.5-5.2z"/></svg>';

export class Rows {
  /** @param {ViewpointPage} page */
  constructor(page) {
    this.rest = page.server.rest;
    this.rows = Object.fromEntries(
      Object.keys(VIEW_KINDS).map((kind) => [kind, buildRow(kind, page)]),
    );
    page.element("sliders").append(...Object.values(this.rows).map(({ row }) => row));
  }

  /** @param {Record<string, number>} transform */
  show(transform) {
    for (const [kind, { row, input, value }] of Object.entries(this.rows)) {
      const current = turnValue(kind, transform[kind]);
      if (Number(input.value) !== current) input.value = String(current);
      const label = viewValue(kind, current);
      setText(value, label);
      input.setAttribute("aria-valuetext", label);
      row.classList.toggle("cv-v-moved", current !== this.rest[kind]);
    }
  }

  /** @param {string} kind @param {boolean} playing */
  showPlaying(kind, playing) {
    this.rows[kind].play.setAttribute("aria-pressed", String(playing));
  }
}

/** @param {string} kind @param {ViewpointPage} page */
function buildRow(kind, page) {
  const [low, high] = page.server.limits[kind];
  const { step } = VIEW_KINDS[kind];
  const name = kindName(kind);
  const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const input = make("input", {
    type: "range",
    min: String(low),
    max: String(high),
    step: String(step),
    data: { testid: `slider-${kind}` },
    aria: { "aria-label": name },
  });
  const value = make("output", { className: "cv-v-value" });
  const play = makeButton("cv-icon cv-v-play", `play-${kind}`, [], () => page.player.toggle(kind), {
    title: text(reducedMotion ? "kind-step" : "kind-play", { kind: name }),
    innerHTML: PLAY,
    aria: { "aria-label": text("kind-play", { kind: name }), "aria-pressed": "false" },
  });
  const reset = () => page.move(kind, page.server.rest[kind]);
  const resetAndFocus = () => {
    reset();
    input.focus();
  };
  const undo = makeButton("cv-v-undo", "", "\u21ba", resetAndFocus, {
    title: text("kind-reset", { kind: name }),
    aria: { "aria-label": text("kind-reset", { kind: name }) },
  });
  const label = make("span", { className: "cv-v-name cv-small cv-muted", textContent: name });
  input.addEventListener("input", () => page.move(kind, turnValue(kind, Number(input.value))));
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Backspace" && event.key !== "Delete") return;
    event.preventDefault();
    reset();
  });
  const row = make("div", { className: "cv-v-row" }, label, input, value, undo, play);
  row.toggleAttribute("data-detail", !FIRST_TRANSFORMS.includes(kind));
  play.toggleAttribute("data-detail", kind !== FIRST_TRANSFORMS[0]);
  return { row, input, value, play };
}
