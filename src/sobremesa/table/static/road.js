// The road to whoever answers a page: the server, or an engine in the page itself.

/** What is used of a live connection.
 * @typedef {object} Line
 * @property {number} readyState
 * @property {(said: string) => void} send
 * @property {((event: any) => void) | null} onopen
 * @property {((event: any) => void) | null} onmessage
 * @property {((event: any) => void) | null} onclose */

export const road = {
  /** @param {URL} address @param {RequestInit} given @returns {Promise<Response>} */
  ask: (address, given) => fetch(address, given),
  /** @param {URL} address @returns {Line} */
  open: (address) => /** @type {Line} */ (new WebSocket(address)),
};
