// Sending something to the table.

import { base } from "./page.js";
import { current } from "./state.js";
import { insist } from "./wire.js";

/** @import {Message} from "./messages.js" */

/** Makes an id: what is sent again under it after a lost answer is the same thing. */
export function newId() {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((one) => one.toString(16).padStart(2, "0")).join("");
}

/** Sends until the answer is clear, or the table that was shown is no longer there.
 * @param {string} where @param {object} what @param {Message} [shown] */
export function post(where, what, shown) {
  return insist(`${base}/${where}`, what, () => shown !== undefined && current().number > shown.number);
}
