/*
 * The live path: ask the server about the newest state, again and again, one question at a
 * time. Whoever changes the state calls `touch` and goes on; a reply to an older question
 * never replaces a newer one, and the last state is always asked about.
 */

import { decodeReply, encodeRequest } from "./message.js";
import { base64ToBytes, bytesToBase64 } from "./raster.js";

/** How long a WebSocket may take to open before the page's own channel is used instead. */
const OPEN_WITHIN = 1500;
/** After this long without an answer the visitor is told that the server is busy, or away... */
const SLOW_AFTER = 1500;
/** ...which it is when it does not even say that it is there within this time... */
const THERE_WITHIN = 3000;
/** Results that are this much older than what they are about count as old, in ms. */
const OLD_AFTER = 700;
/** ...and after this long the question is taken as lost, with its connection. */
const ANSWER_WITHIN = 10000;
const PAGE_ANSWER_WITHIN = 5000;
const FIRST_PAUSE = 300;
const LONGEST_PAUSE = 8000;

/**
 * Streamlit covers the page with a dialog when its server is away. Drawing needs no server,
 * and the page says itself what is missing: the dialog is dismissed as soon as it appears.
 *
 * @returns {() => void} ends this
 */
function dismissConnectionDialog() {
  const watcher = new MutationObserver(() => {
    const dialog = document.querySelector('[data-testid="stDialog"] [role="dialog"]');
    if (!dialog?.querySelector("h2")?.textContent?.startsWith("Connection")) return;
    /** @type {HTMLElement | null} */
    const close = dialog.querySelector('button[aria-label="Close"]');
    close?.click();
  });
  watcher.observe(document.body, { childList: true });
  return () => watcher.disconnect();
}

/**
 * The address of a live route.
 * @param {string} base of the app
 * @param {string} place below it
 */
export function liveAddress(base, place) {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return `${scheme}://${location.host}${base}/capsviz/${place}`;
}

/**
 * Whether the server of a live route answers at all, however busy it is: any answer will do.
 * @param {string} url of the route
 */
async function isThere(url) {
  const place = url.replace(/^ws/, "http").replace(/\/capsviz\/.*/, "/_stcore/health");
  try {
    await fetch(place, { cache: "no-store", signal: AbortSignal.timeout(THERE_WITHIN) });
    return true;
  } catch {
    return false;
  }
}

/**
 * The slow way by a plain request, where no WebSocket opens; a link that hears nothing asks again.
 * @param {string} address
 * @param {any} question as `LiveLink` gives it to `askPage`
 * @param {LiveLink} link hears of the answer
 */
export async function askByRequest(address, { raster, ...header }, link) {
  try {
    const body = encodeRequest(header, base64ToBytes(raster));
    const reply = await fetch(address, { method: "POST", body });
    if (reply.ok) link.answerByPage(link.decode(new Uint8Array(await reply.arrayBuffer())));
  } catch {
    // As if nothing had been heard.
  }
}

export class LiveLink {
  /**
   * @param {object} options
   * @param {string} [options.url] of a WebSocket
   * @param {() => any} [options.open] makes what is spoken through, where that is no WebSocket
   *   but something like one
   * @param {(seq: number) => object} options.header the question without its number
   * @param {() => Uint8Array} options.raster
   * @param {(reply: any) => void} options.receive
   * @param {(question: object) => void} options.askPage the slow way, where no WebSocket opens;
   *   its answer comes back through `answerByPage`
   * @param {(state: string) => void} options.report "live", "page", "lost" or "slow"; "lost" also
   *   where no socket has been closed but the server cannot be reached
   * @param {(old: boolean) => void} [options.age] whether the results shown are older than what
   *   they should be about, told as it changes
   * @param {(bytes: Uint8Array) => any} [options.decode] the reply in a message
   */
  constructor(options) {
    const { url = "", header, raster, receive, askPage, report } = options;
    const { age = () => {}, decode = decodeReply, open = () => new WebSocket(url) } = options;
    this.url = url;
    this.open = open;
    this.header = header;
    this.raster = raster;
    this.receive = receive;
    this.askPage = askPage;
    this.report = report;
    this.age = age;
    this.old = false;
    this.decode = decode;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.state = "connecting";
    this.seq = 0;
    this.shown = 0;
    this.inFlight = 0;
    this.dirty = false;
    this.pause = FIRST_PAUSE;
    /** Whether questions may go through the page: no socket has opened for a while. */
    this.byPage = false;
    this.closed = false;
    this.stopDismissing = dismissConnectionDialog();
    this.wake = () => this.retry(0);
    window.addEventListener("online", this.wake);
    this.connect();
    this.giveTime();
  }

  close() {
    this.closed = true;
    window.removeEventListener("online", this.wake);
    clearTimeout(this.patience);
    clearTimeout(this.retrying);
    clearTimeout(this.ageing);
    this.settle();
    this.stopDismissing();
    this.socket?.close();
  }

  /** Something changed: ask as soon as nothing else is being asked. */
  touch() {
    this.dirty = true;
    this.ageing ??= setTimeout(() => this.changeAge(true), OLD_AFTER);
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
    clearTimeout(this.ageing);
    this.ageing = undefined;
    if (!this.dirty && !this.inFlight) this.changeAge(false);
    else this.ageing = setTimeout(() => this.changeAge(true), OLD_AFTER);
  }

  pump() {
    if (!this.dirty || this.inFlight || this.closed) return;
    const socket = this.socket?.readyState === WebSocket.OPEN ? this.socket : null;
    if (!socket && !this.byPage) return;
    this.dirty = false;
    this.inFlight = ++this.seq;
    const question = { seq: this.inFlight, ...this.header(this.inFlight) };
    this.waiting = setTimeout(() => this.unanswered(), socket ? ANSWER_WITHIN : PAGE_ANSWER_WITHIN);
    this.slow = setTimeout(() => this.tellSlow(), SLOW_AFTER);
    if (socket) {
      socket.send(encodeRequest(question, this.raster()));
    } else {
      this.askPage({ ...question, raster: bytesToBase64(this.raster()) });
    }
  }

  /** Nothing is being asked any more. */
  settle() {
    this.inFlight = 0;
    clearTimeout(this.waiting);
    clearTimeout(this.slow);
    if (this.toldSlow) this.report(this.state);
    this.toldSlow = false;
  }

  /** A cut connection looks like a busy server until somebody knocks. */
  async tellSlow() {
    if (this.state === "lost") return;
    const asked = this.inFlight;
    const there = !this.url || (await isThere(this.url));
    if (this.inFlight !== asked || this.closed) return;
    this.toldSlow = true;
    this.report(there ? "slow" : "lost");
  }

  /** Take a reply that came through the page. */
  answerByPage(reply) {
    if (this.byPage && reply.seq === this.inFlight) this.changeState("page");
    this.answer(reply);
  }

  answer(reply) {
    // An error may come without a number, when the question could not even be read.
    if (this.inFlight && (reply.seq === this.inFlight || reply.seq === 0)) {
      this.settle();
    }
    this.pump(); // the server works on the next question while this reply is drawn
    if (reply.seq <= this.shown && !reply.error) return;
    this.shown = Math.max(this.shown, reply.seq);
    this.receive(reply);
    // Told when it is drawn: what waited for new results finds them in place.
    if (!reply.error) this.renew();
  }

  // --- the connection

  connect() {
    if (this.closed) return;
    let socket;
    try {
      socket = this.open();
    } catch {
      this.retry();
      return;
    }
    this.socket = socket;
    socket.binaryType = "arraybuffer";
    socket.onopen = () => this.opened();
    socket.onmessage = ({ data }) => this.answer(this.decode(new Uint8Array(data)));
    socket.onclose = () => this.socket === socket && this.lost();
    // Some networks swallow the handshake: a socket that neither opens nor fails is dropped.
    setTimeout(() => {
      if (this.socket === socket && socket.readyState === WebSocket.CONNECTING) this.drop();
    }, 2 * OPEN_WITHIN);
  }

  opened() {
    clearTimeout(this.patience);
    this.pause = FIRST_PAUSE;
    this.byPage = false;
    this.changeState("live");
    // What the page's channel was asked before is asked again here; its late answer loses.
    if (this.inFlight) this.dirty = true;
    this.settle();
    this.pump();
  }

  drop() {
    const socket = this.socket;
    this.lost();
    socket?.close();
  }

  lost() {
    this.socket = null;
    if (this.state === "live") {
      if (this.inFlight) this.dirty = true;
      this.settle();
      this.changeState("lost");
      this.giveTime();
    }
    this.retry();
  }

  unanswered() {
    if (this.socket?.readyState === WebSocket.OPEN) {
      this.drop();
      return;
    }
    this.settle();
    this.touch();
  }

  retry(pause = this.pause * (0.8 + 0.4 * Math.random())) {
    if (this.closed || this.socket) return;
    clearTimeout(this.retrying);
    this.retrying = setTimeout(() => this.connect(), pause);
    this.pause = Math.min(LONGEST_PAUSE, 2 * this.pause);
  }

  /** Use the page's own channel if no socket opens soon. */
  giveTime() {
    clearTimeout(this.patience);
    this.patience = setTimeout(() => {
      this.byPage = true;
      if (this.state === "connecting") this.changeState("page");
      this.pump();
    }, OPEN_WITHIN);
  }

  changeState(state) {
    if (state === this.state) return;
    this.state = state;
    this.report(state);
  }
}
