/* The socket of a class session: opened again whenever it closes, until nobody wants it. */

const FIRST_PAUSE = 300;
const LONGEST_PAUSE = 8000;

/** @param {string} base path of the app */
export function classAddress(base) {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return `${scheme}://${location.host}${base}/capsviz/class`;
}

export class ClassSocket {
  /**
   * @param {object} options
   * @param {string} options.url
   * @param {() => object} options.first what is said whenever it opens
   * @param {(message: any) => void} options.hear
   * @param {(open: boolean) => void} options.turn tells that it opened, or was lost
   */
  constructor({ url, first, hear, turn }) {
    this.url = url;
    this.first = first;
    this.hear = hear;
    this.turn = turn;
    this.pause = FIRST_PAUSE;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.closed = false;
    this.wake = () => this.retry(0);
    window.addEventListener("online", this.wake);
    this.connect();
  }

  close() {
    this.closed = true;
    window.removeEventListener("online", this.wake);
    clearTimeout(this.retrying);
    const { socket } = this;
    this.socket = null; // what was closed on purpose is not told as lost
    socket?.close();
  }

  /**
   * @param {object} message is lost where the socket is: whoever says it says it again
   * @returns {boolean} whether it was sent
   */
  say(message) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(new TextEncoder().encode(JSON.stringify(message)));
    return true;
  }

  connect() {
    if (this.closed || this.socket) return;
    const socket = new WebSocket(this.url);
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    socket.onopen = () => {
      this.say(this.first());
      this.turn(true);
    };
    socket.onmessage = ({ data }) => {
      this.pause = FIRST_PAUSE;
      this.hear(JSON.parse(new TextDecoder().decode(data)));
    };
    socket.onclose = () => {
      if (this.socket !== socket) return;
      this.socket = null;
      this.turn(false);
      this.retry();
    };
  }

  retry(pause = this.pause * (0.8 + 0.4 * Math.random())) {
    if (this.closed || this.socket) return;
    clearTimeout(this.retrying);
    this.retrying = setTimeout(() => this.connect(), pause);
    this.pause = Math.min(LONGEST_PAUSE, 2 * this.pause);
  }
}
