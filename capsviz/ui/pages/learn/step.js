/* Content of a step: heading, text, question, task, link to a live page, button onward. */

import { make, makeButton } from "../../browser/dom.js";
import { questionBox } from "./question.js";
import { paperList } from "./reference.js";
import { returnedBox } from "./returned.js";
import { door, markupElement, prose } from "./words.js";

/**
 * State of a step besides its own text.
 * @typedef {object} Now
 * @property {string} asking the name of the step's question
 * @property {boolean} first whether it is the lesson's first step
 * @property {boolean} todo whether its task is still to be done
 * @property {boolean} stuck whether two tries have not completed the task
 * @property {boolean} looked whether the learner has looked at the figure after a guess
 * @property {import("./returned.js").Returned | null} returned a question that was missed before
 * @property {{text: string, keep: (text: string) => void}} own the lesson in the learner's words
 * @property {number | null} answered the chosen answer, -1 for none
 * @property {number[]} hands counted for each answer
 * @property {string} guess made at the start of the course, if this step gives the truth
 * @property {import("../../browser/class_question.js").Together | null} shared the class's answers
 * @property {string} onward label of the button onward, "" if there is none
 * @property {boolean} last whether it is the lesson's last step
 * @property {any[]} papers of the lesson
 *
 * @typedef {object} Ways
 * @property {(answer: number, shared: Now["shared"]) => void} answer in class mode, with the
 *   question that was answered
 * @property {() => void} reveal
 * @property {() => void} looked
 * @property {(right: boolean) => void} returned a missed question is answered
 * @property {() => void} back
 * @property {() => void} next
 * @property {(href: string) => void} opened the live page
 * @property {(link: HTMLAnchorElement) => void} linkNetwork to the part that the lesson is about
 */

/**
 * @param {any} here the step
 * @param {import("./words.js").Word} word
 * @param {Now} now
 * @param {Ways} ways
 * @returns {Node[]}
 */
export function stepNodes(here, word, now, ways) {
  const nodes = [
    make(
      "h2",
      { className: "cv-step-title", tabIndex: -1, data: { testid: "step-title" } },
      here.title,
    ),
  ];
  if (here.text) nodes.push(prose(here.text, "step-text"));
  if (here.keep) {
    nodes.push(ownWords(word, now));
    nodes.push(markupElement("p", here.keep, { className: "cv-keep", data: { testid: "keep" } }));
  }
  if (here.question) nodes.push(questionBox(here, word, now, ways));
  if (here.telltale) {
    const name = make("b", {}, word("telltale"));
    nodes.push(
      make("p", { className: "cv-telltale" }, name, " ", markupElement("span", here.telltale)),
    );
  }
  if (here.open) nodes.push(liveDoor(here.open, word, ways));
  if (now.returned) nodes.push(returnedBox(now.returned, word, ways.returned));
  if (now.last) nodes.push(networkLink(word, ways));
  if (now.last && now.papers.length) nodes.push(paperList(now.papers, word));
  return nodes;
}

/**
 * @param {any} here
 * @param {import("./words.js").Word} word
 * @param {Now} now
 */
export function taskBox(here, word, { todo, stuck }) {
  const done = here.until && !todo;
  const label = done ? word("done") : word("todo");
  return make(
    "div",
    {
      className: done ? "cv-task cv-task-done" : "cv-task",
      data: { testid: "task" },
      aria: { role: "status" },
    },
    make("span", { className: "cv-task-label cv-small cv-muted" }, label),
    markupElement("span", here.task),
    ...(todo && stuck && here.hint ? [hint(here, word)] : []),
  );
}

function hint(here, word) {
  const name = make("b", {}, word("hint"));
  const said = markupElement("span", here.hint);
  return make("p", { className: "cv-hint", data: { testid: "hint" } }, name, " ", said);
}

/** The lesson in the learner's own words, kept by the tab. */
function ownWords(word, { own }) {
  const field = make("textarea", {
    className: "cv-own-words",
    rows: 3,
    maxLength: 400,
    value: own.text,
    data: { testid: "own-words" },
  });
  field.addEventListener("input", () => own.keep(field.value));
  return make("label", { className: "cv-own" }, word("own-words"), field);
}

function liveDoor(open, word, ways) {
  if (!open.href) return make("p", { className: "cv-muted" }, word("missing"));
  const link = door(open.href, open.label);
  link.addEventListener("click", () => ways.opened(link.href));
  return make("p", {}, link);
}

function networkLink(word, ways) {
  const link = make(
    "a",
    { className: "cv-link cv-block-link", data: { testid: "open-block" } },
    word("term-where"),
  );
  ways.linkNetwork(link);
  return make("p", {}, link);
}

/**
 * @param {any} here
 * @param {import("./words.js").Word} word
 * @param {Now} now
 * @param {Ways} ways
 */
export function moves(here, word, { first, todo, answered, onward }, ways) {
  const back = makeButton("cv-button", "back", word("back"), ways.back);
  back.disabled = first;
  const waiting = todo || Boolean(here.question && answered === null);
  const next = makeButton("cv-button cv-primary", "next", onward, ways.next);
  next.hidden = !onward;
  next.disabled = waiting;
  const skip = waiting && onward ? [makeButton("cv-link", "skip", word("skip"), ways.next)] : [];
  return make("div", { className: "cv-row cv-moves" }, back, next, ...skip);
}
