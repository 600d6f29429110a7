/* The socket of a class session. It reopens whenever it closes, until it is ended. */

import { inTabLanguage } from "../browser/language.js";
import { ReconnectingSocket, socketOrigin } from "../browser/reconnecting_socket.js";

/**
 * Milliseconds without a beat of the server, which sends more than one a second, after which the
 * network counts as lost, and after which another socket is tried.
 */
const LOST_AFTER = 1600;
const RETRY_AFTER = 6000;
/** Milliseconds between two checks. */
const CHECK_INTERVAL = 200;

/** @param {string} base path of the app */
export const classAddress = (base) => `${socketOrigin()}${base}/capsviz/class`;

export class ClassSocket extends ReconnectingSocket {
  /**
   * @param {object} options
   * @param {string} options.url
   * @param {() => object} options.first message that is sent whenever it opens
   * @param {(message: any) => void} options.onMessage
   * @param {(open: boolean, silent?: boolean) => void} options.onStateChange called when it opened
   *   or was lost: it closed, or nothing comes through it; `silent` where it comes again without
   *   having closed, so that what was said meanwhile may be lost
   */
  constructor({ url, first, onMessage, onStateChange }) {
    super();
    this.url = url;
    this.first = first;
    this.onMessage = onMessage;
    this.onStateChange = onStateChange;
    /** Time of the last message, once there are beats; and whether that is too long ago. */
    this.heardAt = 0;
    this.silent = false;
    this.onOffline = () => this.onSilence();
    window.addEventListener("offline", this.onOffline);
    this.checkTimer = setInterval(() => this.check(), CHECK_INTERVAL);
    this.connect();
  }

  close() {
    super.close();
    window.removeEventListener("offline", this.onOffline);
    clearInterval(this.checkTimer);
  }

  /**
   * @param {object} message is lost if the socket is down: its sender repeats it
   * @returns {boolean} whether it was sent
   */
  say(message) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(new TextEncoder().encode(JSON.stringify(message)));
    return true;
  }

  connect() {
    if (this.closed || this.socket) return;
    const socket = new WebSocket(inTabLanguage(this.url));
    this.heardAt = 0;
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    socket.onopen = () => {
      this.say(this.first());
      this.onStateChange(true);
    };
    socket.onmessage = ({ data }) => {
      if (this.socket !== socket) return;
      const message = JSON.parse(new TextDecoder().decode(data));
      // A refused browser retries at growing intervals.
      if (message.kind !== "refused") this.resetPause();
      if (this.heardAt || message.kind === "beat") this.heardAt = Date.now();
      if (this.silent) this.onStateChange(true, true);
      this.silent = false;
      if (message.kind === "beat") this.say({ kind: "beat" });
      else this.onMessage(message);
    };
    socket.onclose = () => this.socket === socket && this.reportLoss();
  }

  reportLoss() {
    this.socket = null;
    this.silent = false;
    this.onStateChange(false);
    this.retry();
  }

  /** Whether messages still come. */
  check() {
    const { socket, heardAt } = this;
    if (!socket || !heardAt) return;
    const silence = Date.now() - heardAt;
    if (silence > LOST_AFTER) this.onSilence();
    if (silence < RETRY_AFTER) return;
    this.reportLoss();
    socket.close(); // which may take a minute, without a network
  }

  /** No messages come any more. */
  onSilence() {
    if (!this.socket || this.silent) return;
    this.silent = true;
    this.onStateChange(false);
  }
}
