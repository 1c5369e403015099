// A line to the server on which a page only listens.

import { liveAddress } from "./wire.js";

const SHORTEST_WAIT = 500;
const LONGEST_WAIT = 8000;

/** Listens until told otherwise, and connects anew after pauses that grow.
 * @param {string} path @param {object | null} hello @param {(told: any) => void} hear */
export function listen(path, hello, hear) {
  let patience = SHORTEST_WAIT;
  let isOver = false;
  const connect = () => {
    const socket = new WebSocket(liveAddress(path));
    socket.onopen = () => {
      patience = SHORTEST_WAIT;
      if (hello) socket.send(JSON.stringify(hello));
    };
    socket.onmessage = (event) => hear(JSON.parse(event.data));
    socket.onclose = () => {
      if (isOver) return;
      patience = Math.min(patience * 2, LONGEST_WAIT);
      setTimeout(connect, patience * (0.75 + Math.random() / 2));
    };
  };
  connect();
  return () => { isOver = true; };
}
