/* The socket of a class session. It reconnects until it is closed on purpose. */

import { inTabLanguage } from "../browser/language.js";
import { ReconnectingSocket, socketOrigin } from "../browser/reconnecting_socket.js";

/**
 * Time without a heartbeat of the server, which sends more than one per second, until the network
 * counts as lost, and until another socket is opened, in ms.
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
   * @param {() => object} options.first message to send after each connection
   * @param {(message: any) => void} options.onMessage
   * @param {(open: boolean, silent?: boolean) => void} options.onStateChange called when it is
   *   connected or lost (closed or silent); `silent` if it recovered without a reconnection, so
   *   that messages in between may be lost
   */
  constructor({ url, first, onMessage, onStateChange }) {
    super();
    this.url = url;
    this.first = first;
    this.onMessage = onMessage;
    this.onStateChange = onStateChange;
    /** Time of the last message, after the first heartbeat, and whether that is too long ago. */
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
   * @param {object} message lost if the socket is down: its sender repeats it
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

  /** Check whether messages still arrive. */
  check() {
    const { socket, heardAt } = this;
    if (!socket || !heardAt) return;
    const silence = Date.now() - heardAt;
    if (silence > LOST_AFTER) this.onSilence();
    if (silence < RETRY_AFTER) return;
    this.reportLoss();
    socket.close(); // may take a minute without a network
  }

  /** Report that no messages arrive any more. */
  onSilence() {
    if (!this.socket || this.silent) return;
    this.silent = true;
    this.onStateChange(false);
  }
}
