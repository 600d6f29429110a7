/*
 * The learner's present step: its text, its question with one person's or a class's answers, its
 * task, and the buttons onward.
 */

import { together, voteEarly } from "../../browser/class_question.js";
import { keepCard } from "../../browser/lesson_card.js";
import { linkBlock, mainBlock } from "../../browser/links.js";
import { plainQuestion, questionCard } from "./question.js";
import { moves, stepNodes, taskBox } from "./step.js";
import { follows, inClassMode } from "./words.js";

export class LessonStep {
  /** @param {import("./player.js").LessonPlayer} player */
  constructor(player) {
    this.player = player;
    /**
     * The chosen answer: -1 if none was chosen, null while the question is open.
     * @type {number | null}
     */
    this.answered = null;
    /** Counted for each answer. @type {number[]} */
    this.hands = [];
    /** Task that is still to be done. */
    this.todo = "";
  }

  /** Begin another step. @param {number | null} answered */
  begin(answered) {
    const { lesson, here } = this.player;
    this.answered = answered;
    this.hands = lesson ? here.answers.map(() => 0) : [];
    this.todo = lesson ? here.until : "";
  }

  /** Name of the step's question. */
  get asking() {
    return `${this.player.name} ${this.player.step}`;
  }

  /** Question that can be put to a class here. */
  classQuestion() {
    const { lesson, here } = this.player;
    if (!lesson || !here.question) return null;
    return { ...plainQuestion(here), name: this.asking, open: this.answered === null };
  }

  // --- what it shows

  /** @returns {import("./step.js").Now} */
  get now() {
    const { player, answered, hands, todo } = this;
    const { question, keep, later } = player.here;
    const truth = question && !keep && !later;
    return {
      ...{ answered, hands, todo: Boolean(todo), asking: this.asking },
      first: player.step === 0,
      last: player.isLastStep,
      papers: player.course.papers.filter(({ lessons }) => lessons.includes(player.name)),
      shared: together(this.asking),
      guess: (truth && player.progress.guesses[player.name]) || "",
      onward: this.onward(),
    };
  }

  /** Label of the button onward. */
  onward() {
    const { player } = this;
    if (!player.isLastStep) return player.word("next");
    const after = player.after();
    return after ? player.word(after.elective ? "finish-elective" : "finish") : "";
  }

  /** @returns {import("./step.js").Ways} */
  get ways() {
    const { player } = this;
    return {
      answer: (n, shared) => this.answer(n, shared),
      reveal: () => this.reveal(-1),
      back: () => player.go(player.name, player.step - 1, { focus: true }),
      next: () => this.next(),
      opened: (href) => this.leave(href),
      linkNetwork: (link) => linkBlock(link, player.server.base, mainBlock(player.lesson.about)),
    };
  }

  renderWords() {
    const { lesson, here, word, part } = this.player;
    if (!lesson) return;
    const words = part("words");
    const focused = /** @type {HTMLElement | null} */ (document.activeElement);
    const element = focused && words.contains(focused) && focused.dataset.testid;
    words.replaceChildren(...stepNodes(here, word, this.now, this.ways));
    this.renderMoves();
    if (element) this.focusOn(`[data-testid="${element}"]`);
  }

  /** The bar that stays in view: the button onward and the figure's own lead buttons. */
  renderMoves() {
    const { here, word, part } = this.player;
    const bar = part("way-on");
    const old = bar.querySelector(".cv-moves");
    const made = moves(here, word, this.now, this.ways);
    if (old) old.replaceWith(made);
    else bar.prepend(made);
  }

  /** @param {string} selector of an element in the step's text */
  focusOn(selector) {
    /** @type {HTMLElement | null} */
    const found = this.player.part("lesson").querySelector(selector);
    found?.focus({ preventScroll: true });
  }

  // --- what the learner does

  /** Called by the figure when something was done. @param {string} event */
  report(event) {
    if (event !== this.todo) return;
    const { player } = this;
    this.todo = "";
    player.finish();
    const task = player.part("words").querySelector(".cv-task");
    task?.replaceWith(taskBox(player.here, player.word, this.now));
    this.renderMoves();
    player.renderProgress();
  }

  /**
   * @param {number} n an answer; in class mode, a hand raised for it
   * @param {import("./step.js").Now["shared"]} shared the class's question when the button was made
   */
  answer(n, shared = null) {
    const asked = shared ?? together(this.asking);
    if (asked) return asked.vote(n);
    if (follows()) return voteEarly(this.asking, n);
    if (!inClassMode()) return this.reveal(n);
    this.hands[n] += 1;
    this.renderWords();
    this.focusOn(`[data-testid="answer-${n}"]`);
  }

  /** @param {number} n the answer chosen, -1 for none */
  reveal(n) {
    const { player } = this;
    together(this.asking)?.reveal();
    this.answered = n;
    const { later } = player.here;
    if (later && later !== "page" && n >= 0) {
      player.progress.guess(later, plainQuestion(player.here).answers[n]);
    }
    player.figure?.reveal();
    player.finish();
    player.remember();
    this.renderWords();
    player.renderProgress();
    this.focusOn('[data-testid="next"]');
  }

  next() {
    const { player } = this;
    if (!this.todo) player.finish();
    const [name, step] = player.isLastStep
      ? [player.after().name, 0]
      : [player.name, player.step + 1];
    player.go(name, step, { focus: true });
  }

  /** Go to the live page and take the question along. @param {string} href */
  leave(href) {
    const { player } = this;
    player.finish();
    const { here, lesson, name, step, word } = player;
    if (here.later !== "page") return;
    const from = lesson.elective ? lesson.title : word("lesson-in-text", player.number);
    const back = `${location.pathname}?lesson=${name}&step=${step + 1}`;
    const card = questionCard(here, word, { from, back, path: new URL(href).pathname });
    keepCard(card, this.answered === -1 ? null : this.answered);
  }
}
