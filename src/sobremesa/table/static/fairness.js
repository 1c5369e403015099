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

/** Shows what was promised, and the way to check it once the secret is known. @param {Message} message */
export function showFair({ fair }) {
  const place = perhaps("fair");
  if (!place || !fair) return;
  $("promise").textContent = fair.promise;
  $("fair-secret").hidden = !fair.secret;
  $("secret").textContent = fair.secret;
  button("check-deals").hidden = !fair.secret;
}

/** What this device can tell without the server. @param {Fair} fair */
function ownVerdict({ promise, secret, cut }) {
  if (digest(secret) !== promise) return { isWrong: true, text: words.not_promised };
  const added = kept(`cut:${promise}`);
  if (!added) return { isWrong: false, text: "" };
  const isThere = cut.some((one) => one.endsWith(`:${added}`));
  return { isWrong: !isThere, text: isThere ? words.yours_kept : words.yours_lost };
}

async function check() {
  const verdict = $("fair-verdict");
  const { fair } = current();
  if (!fair) return;
  verdict.textContent = words.checking;
  const own = ownVerdict(fair);
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
