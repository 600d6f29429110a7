/* Object with the interface of an open WebSocket for a `LiveLink`, answered by a function. */

/** @param {(message: Uint8Array) => Promise<Uint8Array>} ask @returns {any} */
export function socketOf(ask) {
  const socket = {
    readyState: /** @type {number} */ (WebSocket.OPEN),
    /** @type {any} */ onopen: null,
    /** @type {any} */ onmessage: null,
    /** @param {Uint8Array} message */
    send: async (message) => {
      const data = await ask(message);
      if (socket.readyState === WebSocket.OPEN) socket.onmessage?.({ data });
    },
    close: () => {
      socket.readyState = WebSocket.CLOSED;
    },
  };
  queueMicrotask(() => socket.onopen?.());
  return socket;
}
