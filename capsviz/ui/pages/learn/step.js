/* Content of a step: heading, text, question, task, link to a live page, buttons. */

import { make, makeButton } from "../../browser/dom.js";
import { linkBlock, mainBlock } from "../../browser/links.js";
import { readOwnWords, writeOwnWords } from "./own_words.js";
import { questionBox } from "./question.js";
import { paperList } from "./reference.js";
import { returnedBox } from "./returned.js";
import { door, markupElement, prose } from "./words.js";

/** @typedef {import("./lesson_step.js").LessonStep} LessonStep */

/** @param {LessonStep} step @returns {Node[]} */
export function stepNodes(step) {
  const { course, content, isLastStep, name, word } = step.player;
  const title = { className: "cv-step-title", tabIndex: -1, data: { testid: "step-title" } };
  const nodes = [make("h2", title, content.title)];
  if (content.text) nodes.push(prose(content.text, "step-text"));
  if (content.keep) {
    nodes.push(ownWords(name, word));
    nodes.push(
      markupElement("p", content.keep, { className: "cv-keep", data: { testid: "keep" } }),
    );
  }
  if (content.question) nodes.push(questionBox(step));
  if (content.telltale) {
    const label = make("b", {}, word("telltale"));
    nodes.push(
      make("p", { className: "cv-telltale" }, label, " ", markupElement("span", content.telltale)),
    );
  }
  if (content.open) nodes.push(liveDoor(step));
  if (step.returned) nodes.push(returnedBox(step.returned, word, (n) => step.noteRepeat(n)));
  if (!isLastStep) return nodes;
  const papers = course.papers.filter(({ lessons }) => lessons.includes(name));
  return [...nodes, networkLink(step), ...(papers.length ? [paperList(papers, word)] : [])];
}

/** @param {LessonStep} step */
export function taskBox({ player: { content, word }, todo, isStuck }) {
  const done = content.until && !todo;
  const label = done ? word("done") : word("todo");
  return make(
    "div",
    {
      className: done ? "cv-task cv-task-done" : "cv-task",
      data: { testid: "task" },
      aria: { role: "status" },
    },
    make("span", { className: "cv-task-label cv-small cv-muted" }, label),
    markupElement("span", content.task),
    ...(isStuck && content.hint ? [hint(content, word)] : []),
  );
}

function hint(content, word) {
  const name = make("b", {}, word("hint"));
  const sentence = markupElement("span", content.hint);
  return make("p", { className: "cv-hint", data: { testid: "hint" } }, name, " ", sentence);
}

/** The lesson in the learner's own words. @param {string} lesson */
function ownWords(lesson, word) {
  const field = make("textarea", {
    className: "cv-own-words",
    rows: 3,
    maxLength: 400,
    value: readOwnWords()[lesson] ?? "",
    data: { testid: "own-words" },
  });
  field.addEventListener("input", () => writeOwnWords(lesson, field.value));
  return make("label", { className: "cv-own" }, word("own-words"), field);
}

/** @param {LessonStep} step */
function liveDoor(step) {
  const { content, word } = step.player;
  if (!content.open.href) return make("p", { className: "cv-muted" }, word("missing"));
  const link = door(content.open.href, content.open.label);
  link.addEventListener("click", () => step.leave(link.href));
  return make("p", {}, link);
}

/** A link to the lesson's part of the network. @param {LessonStep} step */
function networkLink({ player }) {
  const attributes = { className: "cv-link cv-block-link", data: { testid: "open-block" } };
  const link = make("a", attributes, player.word("term-where"));
  linkBlock(link, player.server.base, mainBlock(player.lesson.about));
  return make("p", {}, link);
}

/** @param {LessonStep} step */
export function moves(step) {
  const { player, todo, answered } = step;
  const { content, word } = player;
  const back = makeButton("cv-button", "back", word("back"), () => step.back());
  back.disabled = player.step === 0;
  const waiting = Boolean(todo) || Boolean(content.question && answered === null);
  const go = () => step.next();
  const next = makeButton("cv-button cv-primary", "next", step.nextLabel(), go);
  next.disabled = waiting;
  const skip = waiting ? [makeButton("cv-link", "skip", word("skip"), go)] : [];
  return make("div", { className: "cv-row cv-moves" }, back, next, ...skip);
}
