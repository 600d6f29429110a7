/* What stands on the desk. */

import { make, makeButton, setText } from "../../browser/dom.js";
import { resultRows } from "../bars.js";
import { button, fillText } from "../parts.js";
import { quizPlace } from "../quiz.js";

/**
 * @typedef {object} Acts
 * @property {(at: number) => void} go
 * @property {(by: number) => void} step
 * @property {(name: string) => void} plan
 * @property {() => void} call
 * @property {() => void} reveal
 */

/**
 * Fill the desk.
 * @param {HTMLElement} root
 * @param {Record<string, string>} words
 * @param {HTMLElement} watch
 * @param {Acts} acts
 */
export function deskNodes(root, words, watch, acts) {
  const code = make("b", { className: "cv-desk-code" });
  const state = make("p", { className: "cv-desk-state", aria: { role: "alert" } });
  const plan = make("select", {
    aria: { "aria-label": words.plan },
    data: { testid: "desk-plan" },
  });
  plan.addEventListener("change", () => acts.plan(plan.value));
  const outline = make("ol", { className: "cv-desk-outline" });
  const where = make("p", { className: "cv-muted" });
  const title = make("h2", { data: { testid: "desk-title" } });
  const step = make("p", { className: "cv-desk-step", data: { testid: "desk-step" } });
  const notes = make("div", { className: "cv-desk-notes", data: { testid: "desk-notes" } });
  const next = make("p", { className: "cv-desk-next", data: { testid: "desk-next-title" } });
  const back = button(words.back, () => acts.step(-1), { testid: "desk-back" });
  const on = button(words.next, () => acts.step(1), { testid: "desk-next", primary: true });
  const people = make("p", { data: { testid: "desk-people" } });
  const lost = make("p", { className: "cv-desk-lost", data: { testid: "desk-lost" } });
  const why = make("ul", { className: "cv-desk-why" });
  const asked = make("section", {
    className: "cv-desk-card",
    hidden: true,
    aria: { "aria-label": words.question },
    data: { testid: "desk-question" },
  });
  const heading = make("h1", { className: "cv-hidden" }, words.title);
  root.replaceChildren(
    make("header", { className: "cv-desk-head" }, heading, plan, code, state),
    make("nav", { aria: { "aria-label": words.outline } }, outline),
    make(
      "article",
      { className: "cv-desk-now" },
      where,
      title,
      step,
      notes,
      next,
      make("p", { className: "cv-desk-row cv-desk-moves" }, back, on),
    ),
    make(
      "aside",
      {},
      watch,
      make(
        "section",
        { className: "cv-desk-card", aria: { "aria-label": words["the-class"] } },
        make("h2", {}, words["the-class"]),
        people,
        lost,
        why,
        button(words.call, acts.call, { testid: "desk-call" }),
      ),
      asked,
    ),
  );

  return {
    /** @param {string} text */
    state: (text) => setText(state, text),
    /** @param {string} spaced @param {import("./stops.js").Plan[]} plans */
    begin(spaced, plans) {
      setText(code, spaced);
      setText(state, "");
      const options = plans.map(({ name, title }) => make("option", { value: name }, title));
      plan.replaceChildren(...options);
    },
    /**
     * @param {import("./stops.js").Plan} chosen
     * @param {import("./stops.js").Placed[]} stops
     * @param {{at: number, before: any, after: any}} place
     */
    place(chosen, stops, { at, before, after }) {
      const here = stops[at];
      const section = chosen.sections[here.section];
      plan.value = chosen.name;
      const count = chosen.sections.length;
      setText(where, fillText(words.where, here.section + 1, count, section.minutes));
      setText(title, section.title);
      setText(step, here.title === section.title ? "" : here.title);
      // Made by the server's Markdown, without HTML.
      if (notes.innerHTML !== section.notes) notes.innerHTML = section.notes;
      setText(next, after ? fillText(words.then, after.title) : words.last);
      back.disabled = !before;
      on.disabled = !after;
      fillOutline(outline, chosen, stops, here.section, acts.go);
    },
    /** @param {Record<string, number>} counts */
    people(counts) {
      const { here, following, astray, silent } = counts;
      setText(people, fillText(words.following, following, here));
      setText(lost, counts.lost ? fillText(words["are-lost"], counts.lost) : words.together);
      const rows = [
        [here - following, words.around],
        [astray, words.astray],
        [silent, words.silent],
      ];
      why.replaceChildren(
        ...rows.filter(([n]) => n).map(([n, text]) => make("li", {}, fillText(String(text), n))),
      );
    },
    /** @param {any} question @param {{answered: number, of: number}} votes */
    question(question, votes) {
      asked.hidden = !question;
      if (!question) return;
      const focused = asked.contains(document.activeElement);
      const reveal = button(words.reveal, acts.reveal, { testid: "desk-reveal" });
      reveal.hidden = question.revealed || quizPlace(question.name)?.when === "start";
      asked.replaceChildren(
        make("h2", {}, question.text),
        make(
          "p",
          { data: { testid: "desk-votes" }, aria: { role: "status" } },
          fillText(words.answered, votes.answered, votes.of),
        ),
        resultRows(question, words),
        reveal,
      );
      if (focused) reveal.focus();
    },
  };
}

/** The sections in a list; the present one is marked, each can be gone to. */
function fillOutline(list, { sections }, stops, now, go) {
  const rows = sections.map(({ title, minutes }, n) => {
    const at = stops.findIndex(({ section }) => section === n);
    const length = make("span", { className: "cv-muted" }, String(minutes));
    const press = makeButton("", "", [make("span", {}, title), length], () => go(at));
    if (n === now) press.setAttribute("aria-current", "step");
    return make("li", {}, press);
  });
  const focused = [...list.children].findIndex((row) => row.contains(document.activeElement));
  list.replaceChildren(...rows);
  if (focused >= 0) rows[focused]?.firstElementChild.focus();
}
