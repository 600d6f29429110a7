/* The table of contents: chapters of lessons with pictures, and the learner's progress. */

import { make } from "../../browser/dom.js";
import { list } from "../../browser/text.js";
import { drawPicture } from "./pictures.js";
import { numberOf } from "./progress_dots.js";

/** Entries besides the lessons. */
const REFERENCE = ["quiz", "glossary"];

/**
 * @typedef {object} Reached the learner's progress
 * @property {string} lesson that was open last; "" for none
 * @property {number} step of it
 * @property {(lesson: string) => Set<number>} done its steps that are done
 * @property {number} questions in the quiz
 */

/**
 * @param {any} course
 * @param {import("./words.js").Word} word
 * @param {Reached} reached
 * @returns {Node[]}
 */
export function contentsNodes(course, word, reached) {
  const chapters = chaptersOf(course.lessons).map(({ title, lessons }) =>
    chapter(
      title,
      lessons.map((lesson) => lessonCard(course, word, lesson, reached)),
    ),
  );
  const notes = {
    quiz: word("quiz-what", { count: reached.questions }),
    glossary: word("glossary-what", { count: Object.keys(course.terms).length }),
  };
  const reference = REFERENCE.map((name) => card({ name, title: word(name), note: notes[name] }));
  return [
    wayOn(course, word, reached),
    make("div", { className: "cv-chapters" }, ...chapters, chapter(word("reference"), reference)),
  ];
}

/**
 * Lessons by chapter; one that names no chapter belongs to that of the lesson before.
 * @param {any[]} lessons
 * @returns {{title: string, lessons: any[]}[]}
 */
function chaptersOf(lessons) {
  /** @type {Map<string, any[]>} */
  const chapters = new Map();
  let title = "";
  for (const lesson of lessons) {
    title = lesson.chapter || title;
    chapters.set(title, [...(chapters.get(title) ?? []), lesson]);
  }
  return [...chapters].map(([name, entries]) => ({ title: name, lessons: entries }));
}

function chapter(title, cards) {
  const list = make("ol", {}, ...cards.map((item) => make("li", {}, item)));
  return make("section", { className: "cv-chapter" }, make("h2", {}, title), list);
}

/** The link to the learner's last step, and the number of finished steps. */
function wayOn({ lessons }, word, { lesson: name, step, done }) {
  const last = lessons.find((lesson) => lesson.name === name);
  const target = last ?? lessons[0];
  const label = last
    ? word("continue", { title: last.title, step: step + 1 })
    : word("begin", { title: target.title });
  const data = { testid: "continue", lesson: target.name, step: last ? step : 0 };
  const href = `?lesson=${target.name}&step=${data.step + 1}`;
  const link = make("a", { className: "cv-door cv-continue", href, data }, label);
  const steps = lessons.reduce((sum, lesson) => sum + lesson.steps.length, 0);
  const finished = lessons.reduce((sum, lesson) => sum + done(lesson.name).size, 0);
  const sentence = word("all-done", { done: finished, count: steps });
  const total = make("span", { data: { testid: "all-done" } }, sentence);
  const bar = progressBar(finished / steps);
  return make("p", { className: "cv-row cv-contents-way" }, link, total, bar);
}

function lessonCard(course, word, lesson, { lesson: last, done }) {
  const { name, steps, minutes } = lesson;
  const number = numberOf(course, lesson);
  const finished = done(name).size;
  const count = steps.length;
  const stepsText = finished
    ? word("steps-done", { done: finished, count })
    : word("steps", { count });
  const progress = finished === count ? word("finished") : stepsText;
  const note = list([word("minutes", { minutes }), progress], "dots");
  const title = number ? `${number}  ${lesson.title}` : lesson.title;
  return card({ name, title, note, share: finished / count, isLast: name === last });
}

/** @param {number} share of finished steps */
function progressBar(share) {
  const bar = make("span", { className: "cv-entry-bar", aria: { "aria-hidden": "true" } });
  bar.style.setProperty("--cv-share", share.toFixed(3));
  return bar;
}

/** @param {{name: string, title: string, note: string, share?: number, isLast?: boolean}} entry */
function card({ name, title, note, share, isLast = false }) {
  const data = { testid: `lesson-${name}`, lesson: name };
  const link = make(
    "a",
    { className: "cv-framed cv-entry", href: `?lesson=${name}`, data },
    drawPicture(name),
    make("span", { className: "cv-entry-title" }, title),
    make("span", { className: "cv-entry-note cv-muted cv-small" }, note),
  );
  if (share !== undefined) link.append(progressBar(share));
  link.classList.toggle("cv-entry-last", isLast);
  return link;
}
