// What the page of a table shows, and what whoever sits there has begun.

/** @import {Asked, Message} from "./messages.js" */

export const state = {
  /** @type {Message | null} What is shown. */
  message: null,
  /** @type {number | null} From which seat we look; null: the only one we have. */
  seat: null,
  /** @type {string[]} What was touched so far. */
  path: [],
  /** @type {string | null} A thing touched before its time. */
  ahead: null,
  /** @type {string | null} A free cell, touched to see what fits there. */
  wanted: null,
  /** Whether a move is on its way. */
  sending: false,
  /** Whether keys were used last. */
  byKeys: false,
};

/** What is shown; asked only once there is something. */
export function current() {
  return /** @type {Message} */ (state.message);
}

/** What is asked: of the seat that is shown, or of another at the same device. @returns {Asked} */
export function asked() {
  const message = current();
  return message.moves.length || !message.aside ? message : message.aside;
}

/** Whether the seat that is asked has to decide; a call can also be let pass. */
export function isDeciding() {
  const message = current();
  return !message.over && message.latest && message.turn === asked().seat && asked().silence < 0;
}
