/* A student's part: the page follows the lecturer, or the student looks around. */

import { make, setText } from "../browser/dom.js";
import { DrawingTogether } from "./drawing.js";
import { button } from "./elements.js";
import { Follower, isAppConnected, pageAt } from "./follower.js";
import { joinForm } from "./join_form.js";
import { ClassSocket, classAddress } from "./socket.js";
import { Sending } from "./state_sharing.js";
import { readVisitor, spaceCode, writeSeat, writeVisitor } from "./stored_role.js";
import { Answering } from "./student_answer.js";
import { StudentQuestions } from "./student_questions.js";

/** Time in ms to wait for a lost session: its server may be restarting. */
const MAX_WAIT = 10 * 60_000;

export class Student {
  /**
   * @param {object} options
   * @param {string} options.base path of the app
   * @param {Record<string, string>} options.words
   * @param {string[]} options.pages all pages, the app's first page first
   * @param {string[]} options.drawn pages that show the visitor's drawing
   * @param {string} options.code
   * @param {boolean} options.away whether the student looks around
   * @param {(page: string) => void} options.open
   * @param {() => void} options.over
   * @param {(code: string) => void} options.join joins another session, or this one by its correct
   *   code
   */
  constructor({ base, words, pages, drawn, code, away, open, over, join }) {
    this.words = words;
    this.code = code;
    this.over = over;
    this.join = join;
    this.follower = new Follower(open, isAppConnected);
    this.follower.setFollows(!away);
    const say = (message) => this.socket.say(message);
    const { follower } = this;
    this.answering = new Answering(words, say);
    this.drawing = new DrawingTogether(words, { say, follower, follow: () => this.follow(true) });
    this.sending = new Sending(words, { say, follower, drawn });
    this.wondering = new StudentQuestions(words, say);
    this.joinedAt = 0;
    this.leads = false;
    this.lecturerHere = true;
    /** Whether the lecturer hides predictions, also on this phone. */
    this.guesses = false;
    this.build();
    this.listeners = new AbortController();
    const { signal } = this.listeners;
    document.addEventListener("click", (event) => this.onClick(event), { capture: true, signal });
    window.addEventListener(
      "popstate",
      (event) => event.isTrusted && this.onNavigate(pageAt(location.pathname, base, pages)),
      { signal },
    );
    const first = () => ({ kind: "join", code, visitor: readVisitor(code) });
    this.socket = new ClassSocket({
      url: classAddress(base),
      first,
      onMessage: (message) => this.receive(message),
      onStateChange: (open, silent) => this.setOpen(open, silent),
    });
  }

  close() {
    this.hideAnswers(false);
    document.documentElement.classList.remove("cv-class-follows");
    this.listeners.abort();
    this.socket.close();
    this.follower.close();
    this.answering.close();
    this.drawing.close();
    this.sending.close();
  }

  build() {
    const { words } = this;
    this.state = make("span", { className: "cv-class-state", aria: { role: "status" } });
    this.away = button(words["look-around"], () => this.follow(false), { testid: "look-around" });
    this.back = button(words.follow, () => this.follow(true), { testid: "follow", primary: true });
    /** Form for another code after a wrong one. */
    this.retry = make("div", { className: "cv-class-retry", hidden: true });
    this.bar = make(
      "section",
      { className: "cv-row cv-class-bar cv-class-student", aria: { "aria-label": words.session } },
      this.state,
      this.retry,
      this.away,
      this.back,
      this.wondering.open,
      button(words.leave, () => this.leave(), { testid: "class-leave" }),
    );
    const { drawing, sending, answering, wondering } = this;
    const sheets = [drawing, sending, answering, wondering].map(({ sheet }) => sheet);
    this.nodes = [make("div", { className: "cv-class-foot" }, ...sheets, this.bar)];
    /** Pages leave room for it, but not for sheets. */
    this.foot = this.bar;
    this.show();
  }

  onMount() {}

  /** @param {string} page */
  turn(page) {
    this.follower.turn(page);
    this.answering.show();
    this.sendPlace();
  }

  /** Report the open page, so that the lecturer sees how many are elsewhere. */
  sendPlace() {
    const { currentPage } = this.follower;
    if (currentPage && this.joinedAt) this.socket.say({ kind: "at", page: currentPage });
  }

  leave() {
    this.socket.close();
    this.over();
  }

  /**
   * A visitor who opens a page or continues a lesson alone looks around.
   * @param {MouseEvent} event
   */
  onClick(event) {
    const target = /** @type {Element} */ (event.target);
    if (!event.isTrusted) return;
    if (target.closest("a[href]")) return this.follow(false);
    const check = () => this.follower.isElsewhere && this.follow(false);
    setTimeout(check, 0); // after the page has handled it
  }

  /** A visitor who uses the browser's "back" button looks around, too. @param {string} page */
  onNavigate(page) {
    const { currentPage, opening } = this.follower;
    if (page && page !== (opening || currentPage)) this.follow(false);
  }

  /** @param {boolean} on */
  follow(on) {
    if (on === this.follower.follows) return;
    this.setFollows(on);
    this.socket.say({ kind: "follow", on });
    const hadFocus = this.bar.contains(document.activeElement);
    this.show();
    if (hadFocus) (on ? this.away : this.back).focus();
  }

  /** @param {boolean} on */
  setFollows(on) {
    this.follower.setFollows(on);
    writeSeat({ role: "student", code: this.code, away: !on });
    this.drawing.update();
    this.sending.update();
  }

  /** @param {boolean} open @param {boolean} silent see `ClassSocket` */
  setOpen(open, silent = false) {
    this.open = open;
    if (!open) this.answering.doubt();
    else if (silent) this.answering.repeat();
    this.show();
  }

  /** @param {boolean} hidden */
  hideAnswers(hidden) {
    this.guesses = hidden;
    document.documentElement.classList.toggle("cv-class-guesses", hidden);
    this.show();
  }

  show(sentence = "") {
    const { words, follower, joinedAt, open, lecturerHere, guesses } = this;
    const { follows } = follower;
    document.documentElement.classList.toggle("cv-class-follows", joinedAt > 0 && follows);
    this.away.hidden = !joinedAt || !follows;
    this.back.hidden = !joinedAt || follows;
    this.wondering.open.hidden = !joinedAt;
    const mode = follows ? words.following : words.looking;
    const status = joinedAt ? (guesses ? words.guess : mode) : words.coming;
    const lost = joinedAt && !open ? words.lost : lecturerHere ? "" : words.away;
    setText(this.state, sentence || lost || status);
  }

  /** @param {any} message */
  receive(message) {
    const { follower } = this;
    if (message.kind === "thing") follower.take(message.name, message.value);
    else if (message.kind === "page") follower.lead(message.page);
    else if (message.kind === "joined") this.onJoin(message);
    else if (message.kind === "refused") this.onRefusal(message.sentence);
    else if (message.kind === "question") this.answering.receive(message.question);
    else if (message.kind === "board") this.drawing.receive(message.board);
    else if (message.kind === "gathering") this.sending.receive(message.gathering);
    else if (message.kind === "call") this.onCall();
    else if (message.kind === "answers") this.hideAnswers(message.hidden);
    else if (message.kind === "lecturer") {
      this.lecturerHere = message.here;
      this.show();
    } else if (message.kind === "ended") {
      this.socket.close();
      this.joinedAt = 0;
      this.hideAnswers(false);
      this.answering.receive(null);
      this.drawing.receive(null);
      this.sending.receive(null);
      this.wondering.end();
      this.show(this.words.ended);
    } else if (message.kind === "wondered") this.wondering.onArrival();
    else if (message.kind === "trouble" && !this.wondering.trouble(message.sentence))
      this.show(message.sentence);
  }

  onJoin({ code, visitor }) {
    writeVisitor({ code, visitor });
    this.joinedAt = Date.now();
    this.socket.say({ kind: "follow", on: this.follower.follows });
    this.sendPlace();
    this.wondering.resend();
    this.show();
  }

  onCall() {
    this.setFollows(true);
    this.show();
  }

  /** Wait for a lost session, which the lecturer's browser may restore. */
  onRefusal(sentence) {
    const waits = Date.now() - this.joinedAt < MAX_WAIT;
    if (waits) return this.show(this.words.lost);
    this.socket.close();
    this.joinedAt = 0;
    this.show(sentence);
    this.retry.hidden = false;
    this.retry.replaceChildren(joinForm(this.words, this.join, { code: spaceCode(this.code) }));
  }
}
