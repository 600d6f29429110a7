/* The open claim: its verdict or the guess, its numbers, and its experiment. */

import { makeButton, setText } from "../../browser/dom.js";
import { text } from "../../browser/text.js";
import { fillList, showTests, showWays, verdictWords } from "./entries.js";
import { EXPERIMENTS, unavailableReason } from "./experiments/index.js";

/** @param {any} page @param {import("./effects.js").ClaimEntry} claim */
export function showClaim(page, claim) {
  const revealed = page.isRevealed(claim);
  setText(page.part("says"), claim.says);
  setText(page.part("by"), text("claim-by", { by: claim.by }));
  setText(page.part("question"), text("claim-question", { question: claim.question }));
  page.part("asked").hidden = revealed;
  for (const name of ["found", "told", "question"]) page.part(name).hidden = !revealed;
  page.element("verdict").hidden = !revealed;
  showWays(page.part("ways"), claim.ways, page.server.base);
  showTrial(page, claim.name);
  if (!revealed) return ask(page, claim);
  if (page.shownClaim === claim.name) return page.paintFigures();
  page.shownClaim = claim.name;
  const guess = page.guesses?.[claim.name];
  setText(page.element("verdict"), verdictSentence(claim.verdict, guess));
  // The first sentence is the finding, and the others give its details.
  const [finding, ...details] = claim.found.split(/(?<=\.) /);
  setText(page.part("found"), finding);
  setText(page.part("more"), details.join(" "));
  page.part("more").parentElement.hidden = !details.length;
  showTests(page.element("tests"), claim.tests);
  fillList(page.part("confounders"), claim.confounders);
  fillList(page.part("missing"), claim.missing);
  page.evidence.show(claim);
  page.paintFigures();
}

/** @param {string} verdict @param {string} [guess] of the visitor */
function verdictSentence(verdict, guess) {
  const values = { verdict: verdictWords(verdict) };
  if (!guess) return text("verdict-measured", values);
  if (guess === verdict) return text("verdict-expected", values);
  return text("verdict-unexpected", { ...values, guess: verdictWords(guess) });
}

/** @param {any} page @param {string} name of the claim */
function showTrial(page, name) {
  const reason = unavailableReason(name, page.server);
  setText(page.part("why"), reason && text("no-experiment", { why: reason }));
  page.part("why").hidden = !reason;
  page.part("try").hidden = Boolean(reason);
  if (reason) return;
  const { doing, dials, note, showsOutput = false } = EXPERIMENTS[name];
  setText(page.part("doing"), text(doing));
  setText(page.part("note"), note());
  page.part("board").toggleAttribute("data-answer", showsOutput);
  page.part("quarters").hidden = name !== "scrambled";
  page.part("board").classList.toggle("cv-claims-whole", name !== "scrambled");
  page.dials.show(dials, page.view);
  page.pad.fit();
}

/** @param {any} page @param {import("./effects.js").ClaimEntry} claim */
function ask(page, claim) {
  page.shownClaim = "";
  if (page.askedClaim === claim.name) return; // a pressed button must not be replaced
  page.askedClaim = claim.name;
  const buttons = page.server.verdicts.slice(0, -1).map((verdict, i) =>
    makeButton("cv-button", `guess-${i}`, verdictWords(verdict), () => {
      page.guesses = { ...page.guesses, [claim.name]: verdict };
      page.change({ guessed: `${page.view.guessed} ${claim.name}`.trim() });
      page.element("verdict").focus();
    }),
  );
  page.element("guesses").replaceChildren(...buttons);
}
