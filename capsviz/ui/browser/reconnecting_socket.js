/* A socket that opens again, after pauses that grow, for as long as it is not closed on purpose. */

const FIRST_PAUSE = 300;
const MAX_PAUSE = 8000;

/** Origin of this page for sockets. */
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

  /** Open a socket, as each kind does. */
  connect() {}

  close() {
    this.closed = true;
    window.removeEventListener("online", this.wake);
    clearTimeout(this.retrying);
    const { socket } = this;
    this.socket = null; // a socket that was closed on purpose is not reported as lost
    socket?.close();
  }

  retry(pause = this.pause * (0.8 + 0.4 * Math.random())) {
    if (this.closed || this.socket) return;
    clearTimeout(this.retrying);
    this.retrying = setTimeout(() => this.connect(), pause);
    this.pause = Math.min(MAX_PAUSE, 2 * this.pause);
  }

  /** It works: the next pause is a short one. */
  resetPause() {
    this.pause = FIRST_PAUSE;
  }
}
