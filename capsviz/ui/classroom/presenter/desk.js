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
/** Time in ms during which the projector is expected to reach the stop that it was sent to. */
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
    this.given = [];
    /** @type {import("./stops.js").Placed[]} */
    this.stops = [];
    this.at = 0;
    this.question = null;
    /** @type {import("./nodes.js").VoteCounts} */
    this.votes = { name: "", answered: 0, of: 0 };
    this.sent = 0;
    this.watch = new Watch(words, () => this.save());
    this.preview = new BoardPreview(words, {
      release: () => this.say({ kind: "release" }),
      hide: (name, on) => this.say({ kind: "hide", name, on }),
    });
    this.own = new OwnSequence(words, {
      shown: () => this.say({ kind: "shown" }),
      changed: () => this.offerPlans(),
    });
    this.show = deskNodes(root, words, [this.watch.node, this.preview.node], this.own.node, {
      go: (at) => this.go(at),
      step: (by) => this.go(this.at + by),
      plan: (name) => this.choose(name, 0),
      call: () => this.say({ kind: "call" }),
      reveal: () => this.reveal(),
      again: () => this.say({ kind: "again" }),
      close: () => this.say({ kind: "close" }),
      ask: (question) => (this.say({ kind: "ask", ...question }) ? "" : words.lost),
      keep: (question) => this.own.keep(question),
      done: (number) => this.say({ kind: "done", number }),
    });
    root.ownerDocument.addEventListener("keydown", (event) => this.onKey(event));
    this.socket = new ClassSocket({
      url: classAddress(base),
      first: () => ({ kind: "present", key: readKey()?.key ?? null }),
      hear: (message) => this.receive(message),
      turn: (open) => this.show.state(open ? "" : words.lost),
    });
    setInterval(() => this.socket.say({ kind: "people" }), POLL_INTERVAL);
  }

  /** @param {any} message */
  receive(message) {
    const { kind } = message;
    if (kind === "presenting") this.begin(message);
    else if (kind === "place") this.onPlace(message);
    else if (kind === "people") this.show.people(message);
    else if (kind === "shown") this.own.take(message);
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
    this.given = plans;
    this.own.titles = titles;
    this.show.begin(spaceCode(code));
    this.offerPlans();
    const { plan, at, watch } = readObject(() => sessionStorage, STORE) ?? {};
    if (watch) this.watch.restore(watch);
    this.choose(plan ?? plans[0].name, at ?? 0);
  }

  /** The lectures, and the lecturer's own sequence if there is one. */
  offerPlans() {
    if (!this.given.length) return; // the session has not begun
    const own = ownPlan(this.words.own);
    this.plans = own ? [...this.given, own] : this.given;
    this.show.plans(this.plans);
    const shown = this.plan?.name;
    if (shown) this.choose(shown, this.at);
  }

  /** @param {string} name @param {number} at */
  choose(name, at) {
    this.plan = this.plans.find((plan) => plan.name === name) ?? this.plans[0];
    this.stops = inARow(this.plan);
    this.watch.follow(this.plan.sections);
    this.move(at);
  }

  /** Send the projector to a stop. @param {number} at */
  go(at) {
    if (!this.stops[at]) return;
    if (!this.say({ kind: "steer", to: this.stops[at].to })) return;
    this.sent = Date.now();
    this.show.state("");
    this.move(at);
  }

  /** @param {number} at */
  move(at) {
    this.at = Math.min(Math.max(0, at), this.stops.length - 1);
    this.watch.move(this.at);
    const { before, after } = neighbours(this.stops, this.at);
    this.show.place(this.plan, this.stops, { at: this.at, before, after });
    this.save();
  }

  /** The projector's new position, by itself or because it was sent there. */
  onPlace(place) {
    if (!this.stops.length) return;
    const at = stopOf(this.stops, this.at, place);
    if (at === this.at || Date.now() - this.sent < STOP_TIMEOUT) return;
    this.move(at);
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
    const said = this.socket.say(message);
    if (!said) this.show.state(this.words.lost);
    return said;
  }

  onKey(event) {
    const by = KEYS[event.key];
    const writes = event.target.closest?.("select, input, textarea");
    if (!by || writes || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.go(this.at + by);
  }

  // --- state that survives a reload

  save() {
    if (!this.plan) return;
    const now = { plan: this.plan.name, at: this.at, watch: this.watch.record };
    writeObject(() => sessionStorage, STORE, now);
  }
}
