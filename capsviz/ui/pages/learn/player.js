/* The Learn page, and the learner's position in the course. */

import { findQuestion, subscribeQuestion } from "../../browser/class_question.js";
import { renderAfterPress, setText } from "../../browser/dom.js";
import { zoomOf } from "../../browser/figure.js";
import { ENGLISH } from "../../browser/language.js";
import { Page } from "../../browser/page.js";
import { LINK_PARAMETER } from "../../browser/permalink.js";
import { readState, stateName, writeState } from "../../browser/state_sync.js";
import { list } from "../../browser/text.js";
import { showBars } from "./bars.js";
import { contentsNodes } from "./contents.js";
import { fitFormulas, formulaBoxes } from "./formulas.js";
import { Layers } from "./layers.js";
import { LessonStep } from "./lesson_step.js";
import { clampNumber } from "./models/toy.js";
import { carryOwnWords } from "./own_words.js";
import { Progress } from "./progress.js";
import { numberOf, progressDots } from "./progress_dots.js";
import { quizNodes, readAnswers } from "./quiz.js";
import { claimCards, glossarySymbols, glossaryTerms } from "./reference.js";
import {
  buildFigure,
  fitAlways,
  fitFigure,
  HEADER,
  keepInSight,
  MIN_WIDE,
  offerFigure,
} from "./stage.js";
import { showTips } from "./tips.js";
import { isFollowing, wordsOf } from "./words.js";

const PAGE = "learn";
const STATE_KEY = stateName(PAGE, "view");
const [CONTENTS, GLOSSARY, QUIZ, GALLERY] = ["contents", "glossary", "quiz", "mistakes"];
/**
 * @typedef {object} LearnPageData from `data.py`
 * @property {Record<string, any>} course
 * @property {Record<string, any>} extra
 * @property {any[]} table
 * @property {Record<string, any> | null} view
 * @property {string[]} worksheets
 * @property {any[]} quiz
 * @property {string} lesson
 * @property {number} step
 */

/** Milliseconds from a change of theme until its colours apply. */
const THEME_DELAY = 200;

export class LessonPlayer extends Page {
  static page = "learn";
  static drawn = '[data-testid="step-title"], .cv-quiz, .cv-chapters';

  /** @param {any} root */
  constructor(root) {
    super(root);
    this.progress = new Progress();
    this.current = new LessonStep(this);
    /** @type {import("./figures/figure.js").LessonFigure | null} */
    this.figure = null;
    root.classQuestion = () => this.current.classQuestion();
    const layers = new Layers();
    root.about = () => this.lesson?.about;
    root.classLayers = (views, highlighted) => this.layer(layers, views, highlighted);
  }

  build() {
    this.sync.subscribe("view", (view) => this.take(view));
    this.listen(this.signal);
  }

  listen(signal) {
    /** @param {DOMStringMap} data */
    const meaning = ({ term, symbol }) =>
      term ? this.course.terms[term]?.means : this.course.symbols[symbol]?.means;
    this.root.addEventListener("click", (event) => this.followLink(event), { signal });
    this.hideTip = showTips(this.root, this.part("tip"), meaning, signal);
    const worksheet = /** @type {HTMLAnchorElement} */ (this.part("worksheet"));
    carryOwnWords(worksheet, () => this.name);
    const count = () => {
      const { content } = this;
      // The figure handles the event first: it may complete the task or open another step.
      setTimeout(() => content === this.content && this.current.countTry());
    };
    for (const type of ["pointerup", "keyup"]) {
      this.part("figure").addEventListener(type, count, { signal });
    }
    const renderWords = () => this.current.renderWords();
    const adoptMode = () => {
      renderWords();
      this.lockContents();
    };
    window.addEventListener("capsviz:class", adoptMode, { signal });
    const parts = ["way-on", "figure", "task"].map((name) => this.part(name));
    fitAlways(() => this.fit(), parts, signal);
    keepInSight(this.root, this.stageParts, signal);
    subscribeQuestion(() => renderAfterPress(this.part("lesson"), renderWords), signal);
    const theme = matchMedia("(prefers-color-scheme: dark)");
    const repaint = () => setTimeout(() => this.adoptColours(), THEME_DELAY);
    theme.addEventListener("change", repaint, { signal });
  }

  // --- called by the page's script

  adopt(_, before) {
    /** @type {LearnPageData} */
    const data = this.server;
    this.course = data.course;
    this.word = wordsOf(data.course, "page");
    this.part("way-on").ariaLabel = this.word("moves");
    setText(this.part("page"), this.word("title-lead"));
    setText(this.part("purpose"), this.word("purpose"));
    setText(this.part("to-contents"), this.word("to-all"));
    this.adoptColours();
    const linkKey = `${data.lesson} ${data.step}`;
    if (!before) this.begin();
    else if (linkKey !== this.linkKey && data.lesson) this.go(data.lesson, data.step);
    this.linkKey = linkKey;
  }

  /**
   * Go to the link's position, else to the tab's last one, else to the table of contents. A page
   * that follows a lecturer has been given its position, which may be newer than its address.
   */
  begin() {
    const { server: data } = this;
    const linked = data.view && this.readView(data.view);
    if (linked) return this.go(linked.lesson, linked.step, { view: linked });
    const saved = this.readView(readState(STATE_KEY)?.value ?? null);
    const target = data.lesson && !(isFollowing() && saved.lesson) ? data : saved;
    const { lesson, step } = target;
    const name = this.isPlace(lesson) ? lesson : CONTENTS;
    const same = saved.lesson === name && saved.step === step;
    this.go(name, step, { view: same ? saved : null });
  }

  /** Redraw the figure: the pixels of canvases do not follow the theme. */
  colour() {
    this.figure?.refresh();
  }

  /** Adopt a view set by another script, such as that of the lecturer whom this tab follows. */
  take(plain) {
    if (!this.course) return;
    const view = this.readView(plain);
    const voted = findQuestion(`${view.lesson} ${view.step}`)?.voted ?? -1;
    if (view.answered === -1) view.answered = voted;
    const { lesson, step, answered, figure } = view;
    const previous = this.view();
    if (!this.isPlace(lesson) || JSON.stringify(view) === JSON.stringify(previous)) return;
    const moved = lesson !== previous.lesson || step !== previous.step;
    if (moved || answered !== previous.answered) this.go(lesson, step, { view });
    else {
      this.renderFigure(figure);
      if (this.figure) this.formulas?.show(this.figure.values());
    }
  }

  isPlace(name) {
    return [CONTENTS, GLOSSARY, QUIZ].includes(name) || Boolean(this.findLesson(name));
  }

  findLesson(name) {
    return this.course.lessons.find((lesson) => lesson.name === name);
  }

  /** Number of the lesson in the main line; null outside it. */
  get number() {
    return numberOf(this.course, this.lesson);
  }

  /** The open step; null in the contents, the quiz and the glossary. */
  get content() {
    return this.lesson?.steps[this.step] ?? null;
  }

  // --- moving about

  /** Open a link to another lesson in this page. @param {MouseEvent} event */
  followLink(event) {
    const link = event.target instanceof Element && event.target.closest("[data-lesson]");
    if (!(link instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    this.go(link.dataset.lesson ?? "", Number(link.dataset.step ?? 0), { focus: true });
  }

  /**
   * @param {string} name of a lesson, "contents", "quiz" or "glossary"
   * @param {number} [step]
   * @param {{focus?: boolean, view?: Record<string, any> | null}} [options] `view` restores the
   *   answer and the figure's state
   */
  go(name, step = 0, { focus = false, view = null } = {}) {
    const moves = this.name !== undefined && (name !== this.name || step !== this.step);
    this.name = name;
    this.lesson = this.findLesson(name);
    const last = this.lesson ? this.lesson.steps.length - 1 : 0;
    this.step = clampNumber(Math.trunc(step) || 0, 0, last);
    this.current.begin(view?.answered ?? null);
    if (this.lesson) this.progress.visit(this.name, this.step);
    if (moves) showBars();
    this.hideTip();
    this.render(view?.figure ?? null);
    this.remember();
    if (focus) this.current.focusOn(this.name === CONTENTS ? ".cv-continue" : "h2");
    if (this.name === CONTENTS) return;
    const narrow = focus && this.root.clientWidth < MIN_WIDE;
    if (narrow || ((focus || (moves && this.lesson)) && !this.isTitleSeen())) {
      this.part("words").scrollIntoView({ block: "start" });
    }
  }

  /** Whether the step's title is visible between the header and the fixed bar. */
  isTitleSeen() {
    const [title, bar] = [this.part("words").firstElementChild, this.part("way-on")];
    const { top, bottom } = title.getBoundingClientRect();
    const end = bar.offsetHeight ? bar.getBoundingClientRect().top : innerHeight;
    return top >= HEADER * zoomOf(bar) && bottom <= end;
  }

  /** Store the position in the address, and the view in the tab's storage. */
  remember() {
    writeState(STATE_KEY, this.view());
    const address = new URL(location.href);
    address.searchParams.delete(LINK_PARAMETER);
    address.searchParams.set("lesson", this.name);
    address.searchParams.set("step", String(this.step + 1));
    if (address.href !== location.href) history.replaceState(history.state, "", address);
  }

  /** The view declared in capsviz/ui/pages/learn/view.py. */
  view() {
    return this.readView({
      lesson: this.name,
      step: this.step,
      answered: this.current.answered,
      figure: this.figure?.isChanged ? this.figure.state : null,
    });
  }

  /** View that a link must carry; null if the address suffices. */
  linkPlain() {
    const view = this.view();
    const plain = view.figure === null && view.answered === null;
    return plain ? null : { page: PAGE, drawing: null, settings: null, view };
  }

  finish() {
    this.progress.finish(this.name, this.step);
  }

  // --- drawing the page

  render(state) {
    this.renderContents();
    window.dispatchEvent(new Event("capsviz:about"));
    if (!this.lesson) return this.renderApart();
    const { lesson, step, word } = this;
    const { number } = this;
    const kind = lesson.elective ? word("elective") : number && word("lesson", { number });
    const minutes = word("minutes", { minutes: lesson.minutes });
    setText(this.part("where"), list(kind ? [kind, minutes] : [minutes], "dots"));
    this.renderWorksheet();
    setText(this.part("title"), lesson.title);
    this.part("aim").innerHTML = lesson.aim;
    this.part("aim").hidden = step > 0;
    this.renderProgress();
    this.current.renderWords();
    this.renderFigure(state);
    this.renderFormulas();
    this.fit();
  }

  /** Links to the lesson's worksheet, and to the tips for its teachers. */
  renderWorksheet() {
    const { server: data, name, word } = this;
    const suffix = data.language === ENGLISH ? "" : `/${data.language}`;
    const tips = /** @type {HTMLAnchorElement} */ (this.part("tips"));
    tips.hidden = !this.lesson || name === GALLERY;
    tips.href = `${data.base}/capsviz/tips/${name}${suffix}`;
    setText(tips, word("tips"));
    const link = /** @type {HTMLAnchorElement} */ (this.part("worksheet"));
    link.hidden = !data.worksheets?.includes(name);
    setText(link, word("worksheet"));
    if (!link.hidden) link.href = `${data.base}/capsviz/worksheet/${name}${suffix}`;
  }

  /** Render the table of contents if it is open. */
  renderContents() {
    const { course, name, part, progress, server, word } = this;
    const open = name === CONTENTS;
    this.root.classList.toggle("cv-learn-contents", open);
    part("lessons").setAttribute("aria-label", word("lessons"));
    const reached = {
      ...{ lesson: progress.lesson, step: progress.step, questions: server.quiz.length },
      done: (lesson) => progress.doneSteps(lesson),
    };
    part("lessons").hidden = !open;
    part("lessons").replaceChildren(...(open ? contentsNodes(course, word, reached) : []));
    this.lockContents();
  }

  /** Disable the contents on a page that follows a lecturer. */
  lockContents() {
    this.part("lessons").inert = this.name === CONTENTS && isFollowing();
  }

  renderProgress() {
    const { lesson, step, word } = this;
    const box = this.part("progress");
    box.setAttribute("aria-label", word("step", { step: step + 1, count: lesson.steps.length }));
    const done = this.progress.doneSteps(this.name);
    const go = (n) => this.go(this.name, n, { focus: true });
    box.replaceChildren(...progressDots(lesson, word, { step, done, go }));
  }

  get isLastStep() {
    return this.step === this.lesson.steps.length - 1;
  }

  /** The lesson that follows this one. */
  nextLesson() {
    return this.course.lessons[this.course.lessons.indexOf(this.lesson) + 1];
  }

  /** The elements that determine a figure's size. */
  get stageParts() {
    const names = ["figure", "way-on", "task", "words"];
    const [host, bar, task, words] = names.map((name) => this.part(name));
    return { host, bar, task, words };
  }

  /** Size the figure so that it fits one screen with its controls. */
  fit() {
    if (this.figure) fitFigure(this.root, this.stageParts);
    fitFormulas(this.root);
  }

  renderFigure(state) {
    const { course, content, lesson, step, word } = this;
    const host = this.part("figure");
    this.part("figure-box").hidden = false;
    this.part("lesson").classList.toggle("cv-lesson-wide", content.claims);
    this.part("way-on").querySelector(".cv-lead")?.remove();
    this.figure = null;
    if (content.claims) {
      host.replaceChildren(claimCards(course.claims, word));
      return;
    }
    this.figure = buildFigure(host, {
      lesson,
      step,
      course,
      extra: { ...this.server.extra, engine: this.engine },
      state,
      report: (event) => this.current.report(event),
      onChange: () => this.onChange(),
    });
    if (this.current.answered !== null) this.figure.reveal();
    this.part("way-on").append(this.figure.lead);
    this.figure.controls.ariaLabel = word("controls");
    offerFigure(this.figure, { title: lesson.title, name: `capsviz-${this.name}-${step + 1}` });
  }

  /**
   * Layers of a class's states over the figure.
   * @param {Layers} layers
   * @param {Map<string, any>} views each phone's view
   * @param {string} highlighted name of the phone with the opaque layer
   */
  layer(layers, views, highlighted) {
    const { course, lesson, step } = this;
    if (!lesson || !this.figure) return;
    const context = { course, lesson, step, extra: { ...this.server.extra, engine: this.engine } };
    const states = [...views.values()].map(({ figure }) => figure).filter(Boolean);
    layers.show(this.part("figure"), context, states, views.get(highlighted)?.figure);
  }

  /** Update the formulas and the stored view after the figure's numbers changed. */
  onChange() {
    if (!this.figure) return;
    this.formulas?.show(this.figure.values());
    writeState(STATE_KEY, this.view());
  }

  renderFormulas() {
    this.formulas = formulaBoxes(this.content.formulas, this.course, this.word);
    const box = this.part("formulas");
    box.hidden = !this.formulas.nodes.length;
    box.replaceChildren(...this.formulas.nodes);
    if (this.figure) this.formulas.show(this.figure.values());
  }

  /** Render a page without a lesson: the contents, the glossary or the quiz. */
  renderApart() {
    const { course, name, word } = this;
    const isQuiz = name === QUIZ;
    this.figure = null;
    if (name === CONTENTS) {
      for (const part of ["words", "task", "figure", "formulas", "way-on"])
        this.part(part).replaceChildren();
      return;
    }
    this.renderWorksheet();
    setText(this.part("where"), "");
    setText(this.part("title"), word(isQuiz ? "quiz" : "glossary"));
    this.part("aim").hidden = true;
    for (const part of ["progress", "task", "formulas", "way-on"])
      this.part(part).replaceChildren();
    this.part("formulas").hidden = true;
    const nodes = isQuiz ? this.quiz() : glossaryTerms(course, word, this.server.base);
    this.part("words").replaceChildren(...nodes);
    this.part("figure").replaceChildren(...(isQuiz ? [] : glossarySymbols(course, word)));
    this.part("figure-box").hidden = isQuiz;
    this.part("lesson").classList.toggle("cv-lesson-wide", isQuiz);
  }

  /** The quiz with the answers given on this device. */
  quiz() {
    const { quiz } = this.server;
    return quizNodes(quiz, readAnswers(this.progress.quiz, quiz), this.word, {
      keep: (answers) => {
        this.progress.answer(answers);
        this.go(QUIZ, 0, { focus: true });
      },
      go: (lesson) => this.go(lesson, 0, { focus: true }),
      title: (lesson) => this.findLesson(lesson)?.title ?? "",
    });
  }
}
