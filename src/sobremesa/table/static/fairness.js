// Deals that can be checked: this device keeps what was promised and what it added, and compares in the end.

import { digest } from "./digest.js";
import { keep, kept } from "./keeping.js";
import { $, base, button, perhaps, words } from "./page.js";
import { newId } from "./posting.js";
import { current } from "./state.js";
import { request } from "./wire.js";

/** @import {Fair, Message} from "./messages.js" */

/** Asks for a promise, and only then draws what is added to it; both are kept here. Nothing if none can be had.
 * @param {string} path @returns {Promise<{ticket: string, cut: string} | null>} */
export async function cutFor(path) {
  const answer = await request(path, { what: {} });
  if (!answer.ok || !answer.data) return null;
  const cut = newId();
  keep(`cut:${answer.data.promise}`, cut);
  return { ticket: answer.data.ticket, cut };
}

/** Seats for which something was sent from this page. @type {Set<number>} */
const asked = new Set();

/** Adds something to the deals to come for a seat of this page that has added nothing. The promise was given before,
 * and nobody learns what it is before the next deal. @param {Message} message */
async function addOwn({ fair, yours }) {
  const [seat] = yours;
  if (!fair?.open || seat === undefined || yours.some((one) => fair.added.includes(one) || asked.has(one))) return;
  asked.add(seat);
  const name = `cut:${fair.promise}:${seat}`;
  const cut = kept(name) || newId();
  keep(name, cut);
  const answer = await request(`${base}/cut`, { what: { seat, cut } });
  if (answer.ok) keep(`${name}:from`, answer.data.hand);
  else if (answer.unclear) asked.delete(seat);
}

/** Shows what was promised, and the way to check it once the secret is known. @param {Message} message */
export function showFair(message) {
  const { fair } = message;
  if (message.latest) addOwn(message);
  const place = perhaps("fair");
  if (!place || !fair) return;
  $("promise").textContent = fair.promise;
  $("fair-secret").hidden = !fair.secret;
  $("secret").textContent = fair.secret;
  button("check-deals").hidden = !fair.secret;
}

/** What this device has added that has to be part of the last deal. @param {Fair} fair @param {number[]} yours */
function ownParts({ promise, deal }, yours) {
  const later = yours.filter((seat) => Number(kept(`cut:${promise}:${seat}:from`) || Infinity) <= deal);
  return [kept(`cut:${promise}`), ...later.map((seat) => kept(`cut:${promise}:${seat}`))].filter(Boolean);
}

/** What this device can tell without the server. @param {Message} message */
function ownVerdict({ fair, yours }) {
  if (!fair || digest(fair.secret) !== fair.promise) return { isWrong: true, text: words.not_promised };
  const parts = ownParts(fair, yours);
  if (!parts.length) return { isWrong: false, text: "" };
  const isThere = parts.every((part) => fair.cut.some((one) => one.endsWith(`:${part}`)));
  return { isWrong: !isThere, text: isThere ? words.yours_kept : words.yours_lost };
}

async function check() {
  const verdict = $("fair-verdict");
  const message = current();
  if (!message.fair) return;
  verdict.textContent = words.checking;
  const own = ownVerdict(message);
  if (own.isWrong) {
    verdict.textContent = own.text;
    return;
  }
  const answer = await request(`${base}/fair`);
  const found = answer.ok && answer.data ? answer.data : { holds: false, text: words.not_checked };
  verdict.textContent = found.holds ? `${found.text} ${own.text}` : found.text;
}

export function listenToFair() {
  if (perhaps("fair")) button("check-deals").addEventListener("click", check);
}
