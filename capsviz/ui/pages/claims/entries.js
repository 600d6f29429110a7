/* The list of claims, and the content of the open one. */

import { make, makeButton, setText } from "../../browser/dom.js";
import { ENGLISH } from "../../browser/language.js";
import { followNavigation } from "../../browser/links.js";
import { readState, stateName, writeState } from "../../browser/state_sync.js";
import { list, text } from "../../browser/text.js";
import { barOf, effectOf, gridOf, isOnScale, SIGNS, scaleOf, stripOf } from "./effects.js";
import { intervalText } from "./figures.js";

/** @typedef {import("./effects.js").ClaimEntry} ClaimEntry */

/** A verdict in the visitor's language. @param {string} verdict as in the page's data */
export const verdictWords = (verdict) => text("verdict", { verdict: verdictName(verdict) });

/** The verdict's key in messages. @param {string} verdict */
const verdictName = (verdict) => verdict.replaceAll(" ", "-");

/** The address of the printed summary, in the visitor's language. @param {string} base */
export function sheetAddress(base) {
  const [language] = document.documentElement.lang.split("-");
  return `${base}/capsviz/claims/sheet${language === ENGLISH ? "" : `/${language}`}`;
}

/** @param {string[]} texts @param {HTMLElement} container */
export function fillList(container, texts) {
  container.replaceChildren(...texts.map((item) => make("li", {}, item)));
}

/** The claims, one per line, with verdict and effect if revealed. */
export class List {
  /** @param {HTMLElement} container @param {ClaimEntry[]} claims @param {(name: string) => void} choose */
  constructor(container, claims, choose) {
    const scale = scaleOf(claims);
    this.container = container;
    container.style.setProperty("--cv-claims-count", String(claims.length));
    this.entries = claims.map((claim) => {
      const verdict = make("span", { className: "cv-claims-known" });
      const line = make("span", { className: "cv-claims-line" }, claim.says);
      const effect = make("span", { className: "cv-claims-shown" });
      const content = [line, verdict, effect];
      const button = makeButton("cv-claims-entry", `claim-${claim.name}`, content, () =>
        choose(claim.name),
      );
      const { strip, says, number } = effectOf(claim, scale);
      const comparison = make("span", { className: "cv-claims-about" }, says);
      const size = make("span", { className: "cv-claims-size" }, number);
      const blank = stripOf(gridOf(scale, false));
      return { claim, button, verdict, effect, details: [strip, comparison, size], blank };
    });
    const head = make(
      "div",
      { className: "cv-claims-head cv-small cv-muted" },
      make("span", {}, text("column-claim")),
      make("span", {}, text("column-verdict")),
      make("span", { className: "cv-claims-axis" }, gridOf(scale, true)),
      make("span", { className: "cv-claims-size" }, text("column-difference")),
    );
    container.replaceChildren(head, ...this.entries.map(({ button }) => button));
  }

  /** @param {string} openName @param {(claim: ClaimEntry) => boolean} isRevealed */
  show(openName, isRevealed) {
    this.container.classList.toggle("cv-claims-all", !openName);
    for (const { claim, button, verdict, effect, details, blank } of this.entries) {
      button.setAttribute("aria-expanded", String(claim.name === openName));
      const revealed = isRevealed(claim);
      const state = revealed ? claim.verdict : "guess";
      if (verdict.dataset.verdict === state) continue;
      setText(verdict, revealed ? verdictWords(state) : text("guess"));
      verdict.dataset.verdict = state;
      effect.replaceChildren(...(revealed ? details : [blank]));
    }
  }

  /** @param {string} name */
  buttonOf(name) {
    return this.entries.find(({ claim }) => claim.name === name)?.button ?? null;
  }

  /** Open a claim, or close it, and focus its line. @param {string} name */
  press(name) {
    const button = this.buttonOf(name);
    button?.click();
    button?.focus();
  }

  /**
   * Scroll to the opened claim if it is not visible: below its line, or far above in a long list.
   *
   * @param {HTMLElement} open
   * @param {string} name
   */
  bringIntoSight(open, name) {
    const { top } = open.getBoundingClientRect();
    if (top >= 0 && top < 0.6 * innerHeight) return;
    (top < 0 ? open : this.buttonOf(name))?.scrollIntoView({ block: "start" });
  }
}

/**
 * A claim's comparisons, those of shares with bars on one scale.
 * @param {HTMLElement} container @param {import("./effects.js").Test[]} tests
 */
export function showTests(container, tests) {
  const scale = scaleOf([{ tests }]);
  const axis = make("span", { className: "cv-claims-axis" }, gridOf(scale, true));
  const head = make("li", { className: "cv-claims-scale", aria: { "aria-hidden": "true" } }, axis);
  head.append(make("span", { className: "cv-muted" }, text("axis")));
  container.replaceChildren(
    ...(tests.some(isOnScale) ? [head] : []),
    ...tests.map((test) => {
      const { says, outcome, effect } = test;
      return make(
        "li",
        { data: { outcome } },
        make("span", { aria: { "aria-hidden": "true" } }, SIGNS[outcome]),
        make("span", { className: "cv-hidden" }, `${text("outcome", { outcome })} `),
        make("span", {}, says),
        isOnScale(test) ? stripOf(gridOf(scale, false), ...barOf(test, scale)) : stripOf(),
        make("span", { className: "cv-muted" }, effect),
      );
    }),
  );
}

/**
 * Table of a measure's numbers.
 * @param {import("./figures.js").MeasureRows} measure
 */
export function tableOf({ heads, unit, counted, rows }) {
  const cells = (tag, texts) => make("tr", {}, ...texts.map((content) => make(tag, {}, content)));
  const hasCondition = heads[1] !== "";
  const value = list([text("column-value"), counted].filter(Boolean), "unit");
  const names = (/** @type {any} */ [series, condition]) =>
    hasCondition ? [series, condition] : [series];
  return make(
    "table",
    { className: "cv-claims-table" },
    make("thead", {}, cells("th", [...(hasCondition ? heads : heads.slice(0, 1)), value])),
    make("tbody", {}, ...rows.map((row) => cells("td", [...names(row), intervalText(row, unit)]))),
  );
}

/**
 * Links from a claim.
 * @param {HTMLElement} container
 * @param {import("./effects.js").ClaimLink[]} links
 * @param {string} base of the app
 */
export function showWays(container, links, base) {
  container.replaceChildren(
    ...links.map((link) => {
      const path = link.page === "draw" ? "" : link.page;
      const anchor = make("a", { className: "cv-link", href: `${base}/${path}` }, link.label);
      if (link.lesson) anchor.href += `?lesson=${link.lesson}`;
      else anchor.addEventListener("click", (event) => go(event, link));
      return anchor;
    }),
  );
}

/**
 * Open a page in the link's state, with the visitor's own drawing.
 * @param {Event} event
 * @param {import("./effects.js").ClaimLink} link
 */
function go(event, link) {
  for (const [name, values] of Object.entries({ settings: link.settings, view: link.view })) {
    if (!Object.keys(values).length) continue;
    const key = stateName(link.page, name);
    writeState(key, { ...readState(key)?.value, ...values });
  }
  followNavigation(event);
}

/**
 * Number of guessed claims or, once all are guessed, of verdicts.
 * @param {{verdict: string}[]} claims
 * @param {number} guessed
 * @param {string[]} verdicts
 */
export function countWords(claims, guessed, verdicts) {
  if (guessed < claims.length) return text("guessed", { guessed, count: claims.length });
  const counts = verdicts.flatMap((verdict) => {
    const count = claims.filter((claim) => claim.verdict === verdict).length;
    return count ? [text("verdict-count", { count, verdict: verdictName(verdict) })] : [];
  });
  return list(counts, "unit");
}
