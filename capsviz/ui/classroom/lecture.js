/* The lecturer's part: it sends the page's state to the class and counts the followers. */

import { make, setText } from "../browser/dom.js";
import { inTabLanguage } from "../browser/language.js";
import { fillText } from "../browser/text.js";
import { forgetNotes, readNotes, writeNotes } from "./closing_slide.js";
import { countTable, saveCounts } from "./counts.js";
import { DrawingBoard } from "./drawing_board.js";
import { button, openPanel } from "./elements.js";
import { pageOfPress } from "./follower.js";
import { Joining } from "./join_panel.js";
import { LecturerQuestions } from "./lecturer_questions.js";
import { Feed } from "./lecturer_state.js";
import { OverlaidStates } from "./overlaid_states.js";
import { steer } from "./presenter_requests.js";
import { Ending } from "./session_end.js";
import { ClassSocket, classAddress } from "./socket.js";
import { readKey, spaceCode, writeKey, writeSeat } from "./stored_role.js";

export class Lecture {
  /**
   * @param {object} options
   * @param {string} options.base path of the app
   * @param {Record<string, string>} options.words
   * @param {string[]} options.pages all pages, the app's first page first
   * @param {string[]} options.drawn pages that show the visitor's drawing
   * @param {import("./quiz.js").Question[]} options.quiz
   * @param {(page: string) => void} options.open
   * @param {(page: string) => void} options.ahead called with the page that the app turns to by
   *     itself
   * @param {() => void} options.over
   */
  constructor({ base, words, pages, drawn, quiz, open, ahead, over }) {
    this.leads = true;
    this.words = words;
    this.base = base;
    this.open = open;
    this.over = over;
    this.joining = new Joining(base, words);
    const say = (message) => this.say(message);
    this.questions = new LecturerQuestions(words, quiz, say);
    this.wall = new DrawingBoard(words, { say, page: () => this.feed.page, turn: open, drawn });
    this.gathering = new OverlaidStates(words, { say, page: () => this.feed.page });
    this.feed = new Feed((state) => {
      this.say({ kind: "state", ...state });
      this.questions.update();
      this.gathering.update();
    });
    this.build();
    this.listeners = new AbortController();
    document.addEventListener(
      "click",
      (event) => {
        const page = pageOfPress(event, base, pages);
        if (!page) return;
        this.feed.lead(page);
        ahead(page);
      },
      { capture: true, signal: this.listeners.signal },
    );
    const { signal } = this.listeners;
    window.addEventListener("capsviz:class", () => this.sendAnswersMode(), { signal });
    const first = () => ({ kind: "start", key: readKey()?.key ?? null });
    this.socket = new ClassSocket({
      url: classAddress(base),
      first,
      onMessage: (message) => this.receive(message),
      onStateChange: (open) => setText(this.state, open ? "" : words.lost),
    });
    // A new session opens the join panel; a session continued after a reload does not.
    this.opensWith = readKey() === null;
    this.joining.panel.addEventListener("close", () => (this.opensWith = false));
  }

  close() {
    this.listeners.abort();
    this.socket.close();
    this.feed.close();
    this.questions.close();
    this.wall.close();
    this.ending.close();
    this.gathering.close();
  }

  build() {
    const { words } = this;
    this.code = button("", () => openPanel(this.joining.panel));
    this.code.classList.add("cv-class-small-code");
    this.code.setAttribute("aria-label", words["show-code"]);
    this.people = make("span", {
      className: "cv-class-people",
      data: { testid: "class-followers" },
    });
    this.state = make("span", { className: "cv-class-state", aria: { role: "status" } });
    const save = () => this.say({ kind: "counts" });
    this.ending = new Ending(words, { save, end: () => this.end() });
    this.bar = make(
      "section",
      { className: "cv-row cv-class-bar", aria: { "aria-label": words.session } },
      this.code,
      this.people,
      this.questions.open,
      this.wall.open,
      this.gathering.open,
      button(words.call, () => this.say({ kind: "call" }), { testid: "class-call" }),
      button(words.notes, () => this.present(), { testid: "class-present" }),
      button(words.counts, save, { testid: "class-counts" }),
      this.ending.open,
      this.ending.notice,
      this.state,
    );
    /** Pages leave room for it: it stays while the lecturer continues. */
    this.foot = make("div", { className: "cv-class-foot" }, this.gathering.sheet, this.bar);
    const { joining, questions, wall, ending } = this;
    this.nodes = [this.foot, joining.panel, ...questions.nodes, ...wall.nodes, ending.panel];
  }

  onMount() {
    if (this.code.textContent && this.opensWith) openPanel(this.joining.panel);
  }

  /** @param {string} page */
  turn(page) {
    this.feed.turn(page);
    this.wall.schedule(); // the theme may have changed
  }

  /** @param {any} message */
  say(message) {
    return this.socket?.say(message) ?? false;
  }

  /** Send this tab's setting whether the class guesses predictions first. */
  sendAnswersMode() {
    const hidden = document.documentElement.classList.contains("cv-predict");
    if (hidden !== this.hidden) this.say({ kind: "answers", hidden });
    this.hidden = hidden;
  }

  /** Open the presenter view, for the lecturer's own screen. */
  present() {
    window.open(inTabLanguage(`${this.base}/capsviz/presenter`), "capsviz-presenter");
  }

  /**
   * Go to a target of the presenter view.
   * @param {import("./presenter_requests.js").StopTarget} to
   */
  steer(to) {
    const { questions, wall, feed } = this;
    steer(to, {
      clear: () => {
        this.joining.panel.close();
        // Another question replaces the open one. If it were closed first, the page's own question
        // would take its place.
        questions.putAway(!to.quiz && !to.ask);
        if (to.draw === undefined) wall.putAway();
      },
      turn: (page) => {
        if (page === feed.page) return;
        feed.lead(page);
        this.open(page);
      },
      quiz: (when, index) => questions.askQuiz(when, index),
      ask: (question) => questions.askQuestion(question),
      draw: (word) => wall.showSubject(word),
      closing: () => questions.showClosing(),
    });
  }

  end() {
    this.say({ kind: "end" });
    this.forget();
  }

  /** End the session, and delete its data in this browser. */
  forget() {
    writeKey(null);
    forgetNotes();
    this.over();
  }

  /** @param {any} message */
  receive(message) {
    const { words } = this;
    if (message.kind === "started") this.onStart(message);
    else if (message.kind === "people") {
      const { here: count, following } = message;
      setText(this.people, fillText(words.people, { following, count }));
      setText(this.joining.people, fillText(words.here, { count }));
    } else if (message.kind === "question" || message.kind === "votes")
      this.questions.receive(message);
    else if (message.kind === "tally") this.mergeNotes(message.notes);
    else if (message.kind === "gathering" || message.kind === "gathered")
      this.gathering.receive(message);
    else if (message.kind === "board" || message.kind === "drawn") this.wall.receive(message);
    else if (message.kind === "steer") this.steer(message.to);
    else if (message.kind === "counts") this.offerCounts(message.notes);
    else if (message.kind === "trouble") setText(this.state, message.sentence);
    else if (message.kind === "refused") this.onRefusal(message.sentence);
    else if (message.kind === "ended") this.forget();
  }

  onStart(message) {
    const { code, key } = message;
    writeKey({ key, code });
    writeSeat({ role: "lecturer", code });
    const first = !this.code.textContent;
    setText(this.code, spaceCode(code));
    this.joining.show(message);
    if (first && this.opensWith) openPanel(this.joining.panel);
    this.say({ kind: "recall", notes: readNotes(code) });
    this.hidden = undefined; // a restarted server does not know it
    this.sendAnswersMode();
    this.feed.sendAll();
    this.questions.resend();
    this.wall.resend();
    this.gathering.resend();
  }

  /** Store the counts in this browser, too. @param {import("./counts.js").CountRows} notes */
  mergeNotes(notes) {
    const { code } = readKey() ?? {};
    this.questions.closing.notes = { ...readNotes(code), ...notes };
    writeNotes(code, this.questions.closing.notes);
  }

  /** @param {import("./counts.js").CountRows} notes */
  offerCounts(notes) {
    const { words } = this;
    const rows = countTable(notes, words);
    setText(this.state, rows.length ? "" : words.uncounted);
    if (rows.length) saveCounts(rows, words.columns, readKey().code);
  }

  /** The server refuses this session: do not try again. */
  onRefusal(sentence) {
    this.socket.close();
    setText(this.state, sentence);
  }
}
