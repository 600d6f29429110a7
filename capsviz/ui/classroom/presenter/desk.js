/* The presenter view: the lecturer's notes, and the projector's next stop. */

import { readObject, writeObject } from "../../browser/storage.js";
import { liesOverPage } from "../quiz.js";
import { ownPlan } from "../sequence.js";
import { ClassSocket, classAddress } from "../socket.js";
import { readKey, spaceCode } from "../stored_role.js";
import { BoardPreview } from "./board.js";
import { deskNodes } from "./nodes.js";
import { OwnSequence } from "./sequence.js";
import { inARow, neighbours, stopOf } from "./stops.js";
import { Watch } from "./stopwatch.js";

const STORE = "capsviz.desk";
/** Time in ms in which the projector should reach the requested stop. */
const STOP_TIMEOUT = 5000;
/**
 * Interval in ms of requests for the lost students: their number changes with time, without a
 * message.
 */
const POLL_INTERVAL = 5000;
/** Keys, including those of a clicker, and the stops that they move by. */
const KEYS = { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 };

export class Desk {
  /**
   * @param {HTMLElement} root
   * @param {{base: string, words: Record<string, string>}} data
   */
  constructor(root, { base, words }) {
    this.root = root;
    this.words = words;
    /** @type {import("./stops.js").PlainPlan[]} */
    this.plans = [];
    /** The server's plans. @type {import("./stops.js").PlainPlan[]} */
    this.serverPlans = [];
    /** @type {import("./stops.js").Placed[]} */
    this.stops = [];
    this.index = 0;
    this.question = null;
    /** @type {import("./nodes.js").VoteCounts} */
    this.votes = { name: "", answered: 0, of: 0 };
    this.sentAt = 0;
    this.watch = new Watch(words, () => this.save());
    this.preview = new BoardPreview(words, {
      release: () => this.say({ kind: "release" }),
      hide: (name, on) => this.say({ kind: "hide", name, on }),
    });
    this.sequence = new OwnSequence(words, {
      shown: () => this.say({ kind: "shown" }),
      changed: () => this.offerPlans(),
    });
    this.show = deskNodes(root, words, [this.watch.node, this.preview.node], this.sequence.node, {
      go: (index) => this.go(index),
      step: (delta) => this.go(this.index + delta),
      plan: (name) => this.choose(name, 0),
      call: () => this.say({ kind: "call" }),
      reveal: () => this.reveal(),
      again: () => this.say({ kind: "again" }),
      close: () => this.say({ kind: "close" }),
      ask: (question) => (this.say({ kind: "ask", ...question }) ? "" : words.lost),
      keep: (question) => this.sequence.keep(question),
      done: (number) => this.say({ kind: "done", number }),
    });
    root.ownerDocument.addEventListener("keydown", (event) => this.onKey(event));
    this.socket = new ClassSocket({
      url: classAddress(base),
      first: () => ({ kind: "present", key: readKey()?.key ?? null }),
      onMessage: (message) => this.receive(message),
      onStateChange: (open) => this.show.state(open ? "" : words.lost),
    });
    setInterval(() => this.socket.say({ kind: "people" }), POLL_INTERVAL);
  }

  /** @param {any} message */
  receive(message) {
    const { kind } = message;
    if (kind === "presenting") this.begin(message);
    else if (kind === "place") this.onPlace(message);
    else if (kind === "people") this.show.people(message);
    else if (kind === "shown") this.sequence.take(message);
    else if (kind === "inbox") this.show.inbox(message.questions);
    else if (kind === "question" || kind === "votes") this.onQuestion(message);
    else if (kind === "board" || kind === "drawn") this.preview.receive(message);
    else if (kind === "trouble") this.show.state(message.sentence);
    else if (kind === "refused" || kind === "ended") {
      this.socket.close();
      this.show.state(message.sentence ?? this.words.over);
    }
  }

  // --- the lecture

  begin({ code, plans, titles }) {
    this.serverPlans = plans;
    this.sequence.titles = titles;
    this.show.begin(spaceCode(code));
    this.offerPlans();
    const { plan, at: index, watch } = readObject(() => sessionStorage, STORE) ?? {};
    if (watch) this.watch.restore(watch);
    this.choose(plan ?? plans[0].name, index ?? 0);
  }

  /** Fill the list with the lectures and the lecturer's own sequence, if any. */
  offerPlans() {
    if (!this.serverPlans.length) return; // the session has not started
    const sequencePlan = ownPlan(this.words.own);
    this.plans = sequencePlan ? [...this.serverPlans, sequencePlan] : this.serverPlans;
    this.show.plans(this.plans);
    const name = this.plan?.name;
    if (name) this.choose(name, this.index);
  }

  /** @param {string} name @param {number} index */
  choose(name, index) {
    this.plan = this.plans.find((plan) => plan.name === name) ?? this.plans[0];
    this.stops = inARow(this.plan);
    this.watch.follow(this.plan.sections);
    this.move(index);
  }

  /** Send the projector to a stop. @param {number} index */
  go(index) {
    if (!this.stops[index]) return;
    if (!this.say({ kind: "steer", to: this.stops[index].to })) return;
    this.sentAt = Date.now();
    this.show.state("");
    this.move(index);
  }

  /** @param {number} index */
  move(index) {
    this.index = Math.min(Math.max(0, index), this.stops.length - 1);
    this.watch.move(this.index);
    const { before, after } = neighbours(this.stops, this.index);
    this.show.place(this.plan, this.stops, { index: this.index, before, after });
    this.save();
  }

  /** Adopt the projector's new position, unless it was requested just now. */
  onPlace(location) {
    if (!this.stops.length) return;
    const index = stopOf(this.stops, this.index, location);
    if (index === this.index || Date.now() - this.sentAt < STOP_TIMEOUT) return;
    this.move(index);
  }

  // --- questions

  onQuestion(message) {
    if (message.kind === "votes") this.votes = message;
    else this.question = message.question;
    this.show.question(this.question, this.votes);
  }

  reveal() {
    // A question over the page is revealed there; the page's own question is revealed on the page.
    if (!liesOverPage(this.question.name)) this.say({ kind: "steer", to: { reveal: true } });
    this.say({ kind: "reveal" });
  }

  say(message) {
    const sent = this.socket.say(message);
    if (!sent) this.show.state(this.words.lost);
    return sent;
  }

  onKey(event) {
    const delta = KEYS[event.key];
    const writes = event.target.closest?.("select, input, textarea");
    if (!delta || writes || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.go(this.index + delta);
  }

  // --- state that survives a reload

  save() {
    if (!this.plan) return;
    const record = { plan: this.plan.name, at: this.index, watch: this.watch.record };
    writeObject(() => sessionStorage, STORE, record);
  }
}
