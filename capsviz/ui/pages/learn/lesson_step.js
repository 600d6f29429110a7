/*
 * The learner's current step: its text, its question with one person's or a class's answers, its
 * task, and the buttons to the next step.
 */

import { findQuestion, voteEarly } from "../../browser/class_question.js";
import { keepCard } from "../../browser/lesson_card.js";
import { plainQuestion, questionCard } from "./question.js";
import { moves, stepNodes, taskBox } from "./step.js";
import { inClassMode, isFollowing } from "./words.js";

/** Number of tries before a hint. */
const MAX_TRIES = 2;
/** Name of the page after the last lesson, and of its label. */
const AFTER_ALL = "quiz";
/** Number of lessons after which a missed question is asked again. */
const REPEAT_AFTER = 2;

export class LessonStep {
  /** @param {import("./player.js").LessonPlayer} player */
  constructor(player) {
    this.player = player;
    /**
     * The chosen answer: -1 if none was chosen, null while the question is open.
     * @type {number | null}
     */
    this.answered = null;
    /** Number of hands for each answer. @type {number[]} */
    this.hands = [];
    /** Event that completes the task; "" once it is done. */
    this.todo = "";
    /** Number of tries that did not complete it. */
    this.tries = 0;
    /** @type {ReturnType<LessonStep["findRepeatQuestion"]>} */
    this.returned = null;
    /** Whether the learner has looked at the figure after the guess. */
    this.looked = true;
  }

  /** Begin another step. @param {number | null} answered */
  begin(answered) {
    const { lesson, content } = this.player;
    this.answered = answered;
    this.tries = 0;
    this.looked = true;
    this.returned = this.findRepeatQuestion();
    this.hands = lesson ? content.answers.map(() => 0) : [];
    this.todo = lesson ? content.until : "";
  }

  /** Name of the step's question. */
  get questionName() {
    return `${this.player.name} ${this.player.step}`;
  }

  /** Question of the step that a class can be asked. */
  classQuestion() {
    const { lesson, content } = this.player;
    if (!lesson || !content.question) return null;
    return { ...plainQuestion(content), name: this.questionName, open: this.answered === null };
  }

  // --- content

  /** The class's answers to its question; null without a class. */
  get classVote() {
    return findQuestion(this.questionName);
  }

  /** The guess at the start of the course, if this step has the right answer; else "". */
  get guess() {
    const { content, name, progress } = this.player;
    const truth = content.question && !content.keep && !content.later;
    return (truth && progress.guesses[name]) || "";
  }

  /** At a lesson's end, a question that was missed two lessons before; null if there is none. */
  findRepeatQuestion() {
    const { player } = this;
    if (!player.lesson || !player.isLastStep || isFollowing() || inClassMode()) return null;
    const { lessons } = player.course;
    const missedLesson = lessons[lessons.indexOf(player.lesson) - REPEAT_AFTER];
    const step = missedLesson && player.progress.missedSteps(missedLesson.name)[0];
    const content = missedLesson?.steps[step];
    if (!content?.question) return null;
    return { content, from: missedLesson.title, lesson: missedLesson.name, step };
  }

  /** Label of the button to the next step. */
  nextLabel() {
    const { player } = this;
    if (!player.isLastStep) return player.word("next");
    const nextLesson = player.nextLesson();
    if (!nextLesson) return player.word(AFTER_ALL);
    return player.word(nextLesson.elective ? "finish-elective" : "finish");
  }

  renderWords() {
    const { lesson, part } = this.player;
    if (!lesson) return;
    const words = part("words");
    const focused = /** @type {HTMLElement | null} */ (document.activeElement);
    const testid = focused && words.contains(focused) && focused.dataset.testid;
    words.replaceChildren(...stepNodes(this));
    this.renderTask();
    this.renderMoves();
    if (testid) this.focusOn(`[data-testid="${testid}"]`);
  }

  /** Render the task, which is above the figure in a single column. */
  renderTask() {
    const { content, part } = this.player;
    part("task").replaceChildren(...(content.task ? [taskBox(this)] : []));
  }

  /** Render the fixed bar: the button to the next step and the figure's lead buttons. */
  renderMoves() {
    const bar = this.player.part("way-on");
    const previous = bar.querySelector(".cv-moves");
    const buttons = moves(this);
    if (previous) previous.replaceWith(buttons);
    else bar.prepend(buttons);
  }

  /** @param {string} selector of an element in the step's text */
  focusOn(selector) {
    /** @type {HTMLElement | null} */
    const node = this.player.part("lesson").querySelector(selector);
    node?.focus({ preventScroll: true });
  }

  // --- the learner's actions

  /** Called by the figure for each event. @param {string} event */
  report(event) {
    if (event !== this.todo) return;
    const { player } = this;
    this.todo = "";
    player.finish();
    this.renderTask();
    this.renderMoves();
    player.renderProgress();
  }

  /** Whether to show a hint. */
  get isStuck() {
    return Boolean(this.todo) && this.tries >= MAX_TRIES;
  }

  /** Count a finished press or drag on the figure as a try, unless it completed the task. */
  countTry() {
    if (!this.todo || this.isStuck) return;
    this.tries += 1;
    if (this.isStuck) this.renderTask();
  }

  /**
   * @param {number} n an answer; in class mode, a hand raised for it
   * @param {LessonStep["classVote"]} shared the class's question when the button was made
   */
  answer(n, shared) {
    const question = shared ?? this.classVote;
    if (question) return question.vote(n);
    if (isFollowing()) return voteEarly(this.questionName, n);
    if (!inClassMode()) return this.reveal(n);
    this.hands[n] += 1;
    this.renderWords();
    this.focusOn(`[data-testid="answer-${n}"]`);
  }

  /** @param {number} n the selected answer, -1 for none */
  reveal(n) {
    const { player } = this;
    this.classVote?.reveal();
    this.answered = n;
    const { later, figure, right } = player.content;
    this.looked = n < 0 || !figure || Boolean(later) || Boolean(this.classVote);
    if (n >= 0 && !later) player.progress.note(player.name, player.step, n === right);
    if (later && later !== "page" && n >= 0) {
      player.progress.guess(later, plainQuestion(player.content).answers[n]);
    }
    player.figure?.reveal();
    player.finish();
    player.remember();
    this.renderWords();
    player.renderProgress();
    this.focusOn(`[data-testid="${this.looked ? "next" : "looked"}"]`);
  }

  /** Go on after the learner looked at the figure. */
  endGuess() {
    this.looked = true;
    this.renderWords();
    this.focusOn('[data-testid="next"]');
  }

  /** Note the answer to a question that was missed before. @param {boolean} right */
  noteRepeat(right) {
    const { lesson, step } = this.returned;
    if (right) this.player.progress.note(lesson, step, true);
  }

  back() {
    this.player.go(this.player.name, this.player.step - 1, { focus: true });
  }

  next() {
    const { player } = this;
    if (!this.todo) player.finish();
    const [name, step] = player.isLastStep
      ? [player.nextLesson()?.name ?? AFTER_ALL, 0]
      : [player.name, player.step + 1];
    player.go(name, step, { focus: true });
  }

  /** Store the question for the live page that the learner opens. @param {string} href */
  leave(href) {
    const { player } = this;
    player.finish();
    const { content, lesson, name, step, word } = player;
    if (content.later !== "page") return;
    const title = lesson.elective
      ? lesson.title
      : word("lesson-in-text", { number: player.number });
    const back = `${location.pathname}?lesson=${name}&step=${step + 1}`;
    const card = questionCard(content, word, { from: title, back, path: new URL(href).pathname });
    keepCard(card, this.answered === -1 ? null : this.answered);
  }
}
