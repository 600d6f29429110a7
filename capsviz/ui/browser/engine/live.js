/*
 * The live path: ask the server about the newest state, again and again, one question at a time. A
 * change of state calls `touch` and continues; a reply to an older request never replaces a newer
 * one, and the last state is always sent.
 */

import { packMessage } from "../arrays.js";
import { ReconnectingSocket } from "../reconnecting_socket.js";
import { decodeReply } from "./message.js";

/** How long a WebSocket may take to open before plain requests are used instead. */
const OPEN_TIMEOUT = 1500;
/** After this long without an answer the visitor is told that the server is busy, or away... */
const SLOW_TIMEOUT = 1500;
/** ...which it is when it does not even say that it is there within this time... */
const ALIVE_TIMEOUT = 3000;
/** Results that are this much older than what they are about count as old, in ms. */
const MAX_AGE = 700;
/** ...and after this long the question is taken as lost, with its connection. */
const ANSWER_TIMEOUT = 10000;
const REQUEST_TIMEOUT = 5000;

/**
 * @typedef {object} LiveOptions what a page says of what it follows
 * @property {() => object} header the question without its number
 * @property {() => Uint8Array} raster
 * @property {(reply: any, context: any) => void} receive
 * @property {() => any} [context] of a question, given to `receive` with its answer
 * @property {(state: string) => void} [report] "live", "requests", "lost", "slow", or "late" or
 *   "coming" where this browser answers; "lost" also where no socket has been closed but the server cannot be reached
 * @property {(old: boolean) => void} [age] whether the results shown are older than what
 *   they should be about, told as it changes
 * @property {(bytes: Uint8Array) => any} [decode] the reply in a message
 *
 * @typedef {object} Transport how an engine is spoken to
 * @property {() => any} open makes a WebSocket or something like one
 * @property {(message: Uint8Array) => Promise<Uint8Array>} [request] the slow way, where none opens
 * @property {(signal: AbortSignal) => Promise<boolean>} [isReachable] whether the other side answers at
 *   all, however busy it is
 * @property {boolean} [local] whether this browser answers: late where its network is still to come,
 *   but always
 * @property {(question: any) => boolean} [isComing] whether this browser still loads its network
 */

export class LiveLink extends ReconnectingSocket {
  /**
   * @param {LiveOptions} options
   * @param {Transport} transport
   */
  constructor(options, transport) {
    super();
    const { header, raster, receive, report = () => {}, age = () => {} } = options;
    const { context = () => undefined } = options;
    this.transport = transport;
    this.header = header;
    this.raster = raster;
    this.receive = receive;
    this.context = context;
    /** Contexts of unanswered requests, by number. @type {Map<number, any>} */
    this.contexts = new Map();
    this.report = report;
    this.age = age;
    this.old = false;
    this.decode = options.decode ?? decodeReply;
    this.state = "connecting";
    this.seq = 0;
    this.shown = 0;
    this.inFlight = 0;
    this.dirty = false;
    /** Whether questions may go by requests: no socket has opened for a while. */
    this.byRequest = false;
    this.connect();
    this.startTimeout();
  }

  close() {
    super.close();
    clearTimeout(this.openTimer);
    clearTimeout(this.ageTimer);
    this.settle();
  }

  /** Something changed: ask as soon as nothing else is being asked. */
  touch() {
    this.dirty = true;
    this.ageTimer ??= setTimeout(() => this.changeAge(true), MAX_AGE);
    this.pump();
  }

  /** Take the results shown for older than what they should be about, from now on. */
  touchOld() {
    this.changeAge(true);
    this.touch();
  }

  /** @param {boolean} old */
  changeAge(old) {
    if (old === this.old) return;
    this.old = old;
    this.age(old);
  }

  /** A result came: it is new, or further ones are on their way. */
  renew() {
    clearTimeout(this.ageTimer);
    this.ageTimer = undefined;
    if (!this.dirty && !this.inFlight) this.changeAge(false);
    else this.ageTimer = setTimeout(() => this.changeAge(true), MAX_AGE);
  }

  pump() {
    if (!this.dirty || this.inFlight || this.closed) return;
    const socket = this.socket?.readyState === WebSocket.OPEN ? this.socket : null;
    if (!socket && !this.byRequest) return;
    this.dirty = false;
    this.inFlight = ++this.seq;
    const question = { seq: this.inFlight, ...this.header() };
    this.contexts.set(this.inFlight, this.context());
    const timeout = socket ? ANSWER_TIMEOUT : REQUEST_TIMEOUT;
    if (!this.transport.local) this.answerTimer = setTimeout(() => this.onTimeout(), timeout);
    this.slowTimer = setTimeout(() => this.reportSlow(), SLOW_TIMEOUT);
    const message = packMessage(question, this.raster());
    if (socket) socket.send(message);
    else this.ask(message);
  }

  /** The slow way; where nothing is heard it is asked again. @param {Uint8Array} message */
  async ask(message) {
    const bytes = await this.transport.request?.(message).catch(() => null);
    if (!bytes) return;
    const reply = this.decode(bytes);
    if (this.byRequest && reply.seq === this.inFlight) this.changeState("requests");
    this.answer(reply);
  }

  /** Nothing is being asked any more. */
  settle() {
    this.inFlight = 0;
    clearTimeout(this.answerTimer);
    clearTimeout(this.slowTimer);
    if (this.reportedSlow) this.report(this.state);
    this.reportedSlow = false;
  }

  /** A cut connection looks like a busy server until somebody knocks. */
  async reportSlow() {
    if (this.state === "lost") return;
    const seq = this.inFlight;
    const reachable =
      (await this.transport.isReachable?.(AbortSignal.timeout(ALIVE_TIMEOUT))) ?? true;
    if (this.inFlight !== seq || this.closed) return;
    this.reportedSlow = true;
    const { local, isComing } = this.transport;
    const late = isComing?.(this.header()) ? "coming" : "late";
    this.report(reachable ? (local ? late : "slow") : "lost");
  }

  answer(reply) {
    // An error may come without a number, when the question could not even be read.
    if (this.inFlight && (reply.seq === this.inFlight || reply.seq === 0)) {
      this.settle();
    }
    this.pump(); // the server works on the next question while this reply is drawn
    if (reply.seq <= this.shown && !reply.error) return;
    this.shown = Math.max(this.shown, reply.seq);
    const context = this.contexts.get(reply.seq);
    for (const seq of this.contexts.keys()) if (seq <= reply.seq) this.contexts.delete(seq);
    this.receive(reply, context);
    // Told when it is drawn: what waited for new results finds them in place.
    if (!reply.error) this.renew();
  }

  // --- the connection

  connect() {
    if (this.closed) return;
    let socket;
    try {
      socket = this.transport.open();
    } catch {
      this.retry();
      return;
    }
    this.socket = socket;
    socket.binaryType = "arraybuffer";
    socket.onopen = () => this.onOpen();
    socket.onmessage = ({ data }) => this.answer(this.decode(new Uint8Array(data)));
    socket.onclose = () => this.socket === socket && this.onClose();
    // Some networks swallow the handshake: a socket that neither opens nor fails is dropped.
    setTimeout(() => {
      if (this.socket === socket && socket.readyState === WebSocket.CONNECTING) this.drop();
    }, 2 * OPEN_TIMEOUT);
  }

  onOpen() {
    clearTimeout(this.openTimer);
    this.resetPause();
    this.byRequest = false;
    this.changeState("live");
    // A request that was sent by plain HTTP is repeated here; its late reply is dropped.
    if (this.inFlight) this.dirty = true;
    this.settle();
    this.pump();
  }

  /** Open another socket in place of this one, which is not heard any more. */
  reconnect() {
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    clearTimeout(this.retrying);
    this.connect();
  }

  drop() {
    const socket = this.socket;
    this.onClose();
    socket?.close();
  }

  onClose() {
    this.socket = null;
    if (this.state === "live") {
      if (this.inFlight) this.dirty = true;
      this.settle();
      this.changeState("lost");
      this.startTimeout();
    }
    this.retry();
  }

  onTimeout() {
    if (this.socket?.readyState === WebSocket.OPEN) {
      this.drop();
      return;
    }
    this.settle();
    this.touch();
  }

  /** Ask by requests if no socket opens soon. */
  startTimeout() {
    clearTimeout(this.openTimer);
    this.openTimer = setTimeout(() => {
      this.byRequest = Boolean(this.transport.request);
      if (this.byRequest && this.state === "connecting") this.changeState("requests");
      this.pump();
    }, OPEN_TIMEOUT);
  }

  changeState(state) {
    if (state === this.state) return;
    this.state = state;
    this.report(state);
  }
}
