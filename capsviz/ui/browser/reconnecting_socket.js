/* A socket that reconnects, with growing pauses, until it is closed on purpose. */

const FIRST_PAUSE = 300;
const MAX_PAUSE = 8000;

/** This page's origin for sockets. */
export const socketOrigin = () => location.origin.replace(/^http/, "ws");

export class ReconnectingSocket {
  constructor() {
    /** @type {WebSocket | null} */
    this.socket = null;
    this.pause = FIRST_PAUSE;
    this.closed = false;
    this.wake = () => this.retry(0);
    window.addEventListener("online", this.wake);
  }

  /** Open a socket; implemented by subclasses. */
  connect() {}

  close() {
    this.closed = true;
    window.removeEventListener("online", this.wake);
    clearTimeout(this.retrying);
    const { socket } = this;
    this.socket = null; // a socket closed on purpose is not reported as lost
    socket?.close();
  }

  retry(pause = this.pause * (0.8 + 0.4 * Math.random())) {
    if (this.closed || this.socket) return;
    clearTimeout(this.retrying);
    this.retrying = setTimeout(() => this.connect(), pause);
    this.pause = Math.min(MAX_PAUSE, 2 * this.pause);
  }

  /** Make the next pause short, after a successful connection. */
  resetPause() {
    this.pause = FIRST_PAUSE;
  }
}
