/* Elements of the presenter view. */

import { make, makeButton, renderAfterPress, setText } from "../../browser/dom.js";
import { fillText } from "../../browser/text.js";
import { questionDrawing, resultRows } from "../bars.js";
import { QuestionForm } from "../compose.js";
import { button, card } from "../elements.js";
import { liesOverPage, quizPlace } from "../quiz.js";

/**
 * @typedef {object} InboxQuestion question of a student, as of `inbox.py`
 * @property {number} number to drop it by
 * @property {string} text
 *
 * @typedef {object} PeopleCounts as of `people.py`
 * @property {number} here
 * @property {number} following
 * @property {number} astray
 * @property {number} silent
 * @property {number} said
 * @property {number} lost
 *
 * @typedef {object} VoteCounts as of `poll.py`
 * @property {string} name
 * @property {number} answered
 * @property {number} of
 * @property {number[]} [counts]
 *
 * @typedef {object} Acts
 * @property {(index: number) => void} go
 * @property {(delta: number) => void} step
 * @property {(name: string) => void} plan
 * @property {() => void} call
 * @property {() => void} reveal
 * @property {() => void} again starts another vote
 * @property {() => void} close the question
 * @property {ConstructorParameters<typeof QuestionForm>[1]} ask
 * @property {(question: any) => string} keep adds a question to the own sequence
 * @property {(number: number) => void} done drops a student's question
 */

/**
 * Build the presenter view.
 * @param {HTMLElement} root
 * @param {Record<string, string>} words
 * @param {HTMLElement[]} tools first elements next to the notes
 * @param {HTMLElement} sequence the lecturer's own sequence
 * @param {Acts} acts
 */
export function deskNodes(root, words, tools, sequence, acts) {
  const code = make("b", { className: "cv-desk-code" });
  const state = make("p", { className: "cv-desk-state", aria: { role: "alert" } });
  const plan = make("select", {
    aria: { "aria-label": words.plan },
    data: { testid: "desk-plan" },
  });
  plan.addEventListener("change", () => acts.plan(plan.value));
  const outline = make("ol", { className: "cv-desk-outline" });
  const position = make("p", { className: "cv-muted" });
  const title = make("h2", { data: { testid: "desk-title" } });
  const step = make("p", { className: "cv-desk-step", data: { testid: "desk-step" } });
  const notes = make("div", { className: "cv-desk-notes", data: { testid: "desk-notes" } });
  const next = make("p", { className: "cv-desk-next", data: { testid: "desk-next-title" } });
  const back = button(words.back, () => acts.step(-1), { testid: "desk-back" });
  const forward = button(words.next, () => acts.step(1), { testid: "desk-next", primary: true });
  const people = make("p", { data: { testid: "desk-people" } });
  const lost = make("p", { className: "cv-desk-lost", data: { testid: "desk-lost" } });
  const reasons = make("ul", { className: "cv-desk-why" });
  const questionCard = card(words.question);
  questionCard.dataset.testid = "desk-question";
  const items = make("ul", { className: "cv-desk-why", data: { testid: "desk-inbox" } });
  const inbox = card(words.inbox, make("h2", {}, words.inbox), items);
  questionCard.hidden = inbox.hidden = true;
  const compose = make(
    "details",
    { className: "cv-desk-card", data: { testid: "desk-compose" } },
    make("summary", {}, words.compose),
    new QuestionForm(words, acts.ask, { keep: acts.keep }).node,
  );
  const heading = make("h1", { className: "cv-hidden" }, words.title);
  root.replaceChildren(
    make("header", { className: "cv-row cv-desk-head" }, heading, plan, code, state),
    make("nav", { aria: { "aria-label": words.outline } }, outline),
    make(
      "article",
      { className: "cv-desk-now" },
      position,
      title,
      step,
      notes,
      next,
      make("p", { className: "cv-row cv-desk-row cv-desk-moves" }, back, forward),
    ),
    make(
      "aside",
      {},
      ...tools,
      questionCard,
      inbox,
      card(
        words["the-class"],
        make("h2", {}, words["the-class"]),
        people,
        lost,
        reasons,
        button(words.call, acts.call, { testid: "desk-call" }),
      ),
      compose,
      sequence,
    ),
  );

  return {
    /** @param {string} text */
    state: (text) => setText(state, text),
    /** @param {string} spaced */
    begin(spaced) {
      setText(code, spaced);
      setText(state, "");
    },
    /** @param {import("./stops.js").PlainPlan[]} plans */
    plans(plans) {
      const options = plans.map(({ name, title }) => make("option", { value: name }, title));
      plan.replaceChildren(...options);
    },
    /**
     * @param {import("./stops.js").PlainPlan} current
     * @param {import("./stops.js").Placed[]} stops
     * @param {{index: number, before: any, after: any}} place
     */
    place(current, stops, { index, before, after }) {
      const stop = stops[index];
      const section = current.sections[stop.section];
      plan.value = current.name;
      const count = current.sections.length;
      const { minutes } = section;
      setText(position, fillText(words.where, { number: stop.section + 1, count, minutes }));
      setText(title, section.title);
      setText(step, stop.title === section.title ? "" : stop.title);
      // Rendered from Markdown by the server, without HTML.
      if (notes.innerHTML !== section.notes) notes.innerHTML = section.notes;
      setText(next, after ? fillText(words.then, { title: after.title }) : words.last);
      back.disabled = !before;
      forward.disabled = !after;
      fillOutline(outline, current, stops, stop.section, acts.go);
    },
    /** @param {PeopleCounts} counts */
    people(counts) {
      const { here: present, following, astray, silent, said: reported } = counts;
      setText(people, fillText(words.following, { following, count: present }));
      const count = counts.lost;
      setText(lost, count ? fillText(words["are-lost"], { count }) : words.together);
      const rows = [
        [reported, words.said],
        [present - following, words.around],
        [astray, words.astray],
        [silent, words.silent],
      ];
      reasons.replaceChildren(
        ...rows
          .filter(([n]) => n)
          .map(([n, text]) => make("li", {}, fillText(String(text), { count: n }))),
      );
    },
    /** Students' questions. @param {InboxQuestion[]} questions */
    inbox(questions) {
      inbox.hidden = !questions.length;
      const rows = questions.map(({ number, text }) => {
        const done = button(words.done, () => acts.done(number), { testid: "desk-done" });
        return make("li", { className: "cv-desk-sent" }, make("span", {}, text), done);
      });
      renderAfterPress(items, () => items.replaceChildren(...rows));
    },
    /** @param {any} question @param {VoteCounts} votes */
    question: (question, votes) =>
      renderAfterPress(questionCard, () => renderQuestion(question, votes)),
  };

  function renderQuestion(question, votes) {
    questionCard.hidden = !question;
    if (!question) return;
    const focused = /** @type {HTMLElement | null} */ (document.activeElement);
    const focusedId = questionCard.contains(focused) ? focused?.dataset.testid : "";
    const { revealed, counts = votes.counts } = question;
    const start = quizPlace(question.name)?.when === "start";
    const againButton = button(words.again, acts.again, { testid: "desk-again" });
    againButton.hidden = revealed || Boolean(quizPlace(question.name));
    const reveal = button(words.reveal, acts.reveal, { testid: "desk-reveal", primary: true });
    reveal.hidden = revealed || start;
    const closeButton = button(words.finish, acts.close, { testid: "desk-close" });
    // A page ends its own question when it continues.
    closeButton.hidden = !liesOverPage(question.name);
    const shownQuestion = { ...question, counts, revealed: Boolean(counts) };
    questionCard.replaceChildren(
      make("h2", {}, question.text),
      ...questionDrawing(question, words),
      make(
        "p",
        { data: { testid: "desk-votes" }, aria: { role: "status" } },
        fillText(words.answered, { answered: votes.answered, count: votes.of }),
      ),
      resultRows(shownQuestion, words),
      make("p", { className: "cv-row cv-desk-row" }, reveal, againButton, closeButton),
    );
    const match = /** @type {HTMLElement | null} */ (
      focusedId ? questionCard.querySelector(`[data-testid="${focusedId}"]`) : null
    );
    match?.focus();
  }
}

/** Fill the list of sections. Each is a link; the current one is marked. */
function fillOutline(list, { sections }, stops, now, go) {
  const rows = sections.map(({ title, minutes }, n) => {
    const index = stops.findIndex(({ section }) => section === n);
    const length = make("span", { className: "cv-muted" }, String(minutes));
    const press = makeButton("", "", [make("span", {}, title), length], () => go(index));
    if (n === now) press.setAttribute("aria-current", "step");
    return make("li", {}, press);
  });
  const focused = [...list.children].findIndex((row) => row.contains(document.activeElement));
  list.replaceChildren(...rows);
  if (focused >= 0) rows[focused]?.firstElementChild.focus();
}
