/*
 * The live path: send the newest state to the server, one request at a time. Callers call `touch`
 * after each change, which does not block. An older reply never replaces a newer one, and the last
 * state is always sent.
 */

import { packMessage } from "../arrays.js";
import { ReconnectingSocket } from "../reconnecting_socket.js";
import { decodeReply } from "./message.js";

/** How long a WebSocket may take to open before plain requests are used instead. */
const OPEN_TIMEOUT = 1500;
/** Time without an answer until the visitor is told that the server is busy, in ms... */
const SLOW_TIMEOUT = 1500;
/** ...or unreachable, if it does not respond to a health check in this time... */
const ALIVE_TIMEOUT = 3000;
/** Age at which results count as outdated, in ms. */
const MAX_AGE = 700;
/** ...and time after which the request and its connection count as lost. */
const ANSWER_TIMEOUT = 10000;
const REQUEST_TIMEOUT = 5000;

/**
 * @typedef {object} LiveOptions of a page that follows a state
 * @property {() => object} header the request without its number
 * @property {() => Uint8Array} raster
 * @property {(reply: any, context: any) => void} receive
 * @property {() => any} [context] of a request, passed to `receive` with its reply
 * @property {(state: string) => void} [report] called with "live", "requests", "lost" or "slow", or
 *   with "late" or "coming" if this browser runs the network; "lost" also if the socket is open but
 *   the server is unreachable
 * @property {(old: boolean) => void} [age] called when the visible results become outdated or
 *   current
 * @property {(bytes: Uint8Array) => any} [decode] decodes a message to a reply
 *
 * @typedef {object} Transport of an engine
 * @property {() => any} open returns a WebSocket or an object with its interface
 * @property {(message: Uint8Array) => Promise<Uint8Array>} [request] slower, used if no socket
 *   opens
 * @property {(signal: AbortSignal) => Promise<boolean>} [isReachable] whether the server responds,
 *   even if busy
 * @property {boolean} [local] whether this browser runs the network: it always answers, but late
 *   while the network loads
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
    this.lastShown = 0;
    this.inFlight = 0;
    this.dirty = false;
    /** Whether plain requests are used, after no socket has opened in time. */
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

  /** Send the changed state once no request is pending. */
  touch() {
    this.dirty = true;
    this.ageTimer ??= setTimeout(() => this.changeAge(true), MAX_AGE);
    this.pump();
  }

  /** Mark the visible results as outdated, and send the state. */
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

  /** Mark the visible results as current, or check their age if more are pending. */
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

  /** Send a plain request; one without a reply is sent again. @param {Uint8Array} message */
  async ask(message) {
    const bytes = await this.transport.request?.(message).catch(() => null);
    if (!bytes) return;
    const reply = this.decode(bytes);
    if (this.byRequest && reply.seq === this.inFlight) this.changeState("requests");
    this.answer(reply);
  }

  /** Mark the pending request as done. */
  settle() {
    this.inFlight = 0;
    clearTimeout(this.answerTimer);
    clearTimeout(this.slowTimer);
    if (this.reportedSlow) this.report(this.state);
    this.reportedSlow = false;
  }

  /** Report a slow or lost connection: only a health check tells them apart. */
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
    // An error has no number if the request could not be parsed.
    if (this.inFlight && (reply.seq === this.inFlight || reply.seq === 0)) {
      this.settle();
    }
    this.pump(); // the server works on the next question while this reply is drawn
    if (reply.seq <= this.lastShown && !reply.error) return;
    this.lastShown = Math.max(this.lastShown, reply.seq);
    const context = this.contexts.get(reply.seq);
    for (const seq of this.contexts.keys()) if (seq <= reply.seq) this.contexts.delete(seq);
    this.receive(reply, context);
    // Only after drawing: listeners for new results expect them in place.
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
    // Some networks swallow the handshake: drop a socket that neither opens nor fails.
    setTimeout(() => {
      if (this.socket === socket && socket.readyState === WebSocket.CONNECTING) this.drop();
    }, 2 * OPEN_TIMEOUT);
  }

  onOpen() {
    clearTimeout(this.openTimer);
    this.resetPause();
    this.byRequest = false;
    this.changeState("live");
    // Repeat a pending plain request by the socket; its late reply is dropped.
    if (this.inFlight) this.dirty = true;
    this.settle();
    this.pump();
  }

  /** Replace this socket by a new one. */
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

  /** Use plain requests if no socket opens in time. */
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
