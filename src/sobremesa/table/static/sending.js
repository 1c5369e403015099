// Moves on their way to the table, and what comes of them.

import { ask } from "./buttons.js";
import { light } from "./light.js";
import { news } from "./news.js";
import { MOVE, note } from "./notes.js";
import { button } from "./page.js";
import { newId, post } from "./posting.js";
import { asked, current, state } from "./state.js";
import { paused } from "./wire.js";

/** @import {Message, Move} from "./messages.js" */
/** @import {Answer} from "./wire.js" */

const A_LOOK = 900;         // how long a forced move waits, so that it can be seen
/** @type {ReturnType<typeof setTimeout> | undefined} */
let plainTimer;

/** Plays a move by itself after a while. @param {Move} move */
export function sendSoon(move) {
  plainTimer = setTimeout(() => send(move), A_LOOK);
}

/** Whatever is done meanwhile goes before a move that plays itself. */
export function holdBack() {
  clearTimeout(plainTimer);
}

/** Sends what changes the table, one thing at a time. @param {string} where @param {object} what */
async function change(where, what) {
  if (state.sending) return;
  holdBack();
  state.sending = true;
  const shown = current();
  light();
  settle(await post(where, { number: shown.number, id: newId(), ...what }, shown), shown);
}

/** @param {Move | undefined} move */
export function send(move) {
  if (move) change("moves", { seat: asked().seat, move: move.move });
}

/** Tries what may be refused, with the reason of the rules; then nothing has changed. @param {number} move */
export async function attempt(move) {
  const shown = current();
  state.sending = true;
  const answer = await post("moves", { number: shown.number, seat: asked().seat, move, id: newId() }, shown);
  if (answer.ok || answer.code !== "illegal-move" || current() !== shown) {
    settle(answer, shown);
    return;
  }
  state.sending = false;
  note(answer.error, { topic: MOVE });
  light();
}

/** Who plays alone may change the past. @param {string} where @param {object} wish */
export function changePast(where, wish) {
  if (state.message?.alone) change(where, wish);
}

export async function nextHand() {
  const shown = current();
  button("next-hand").disabled = true;
  settle(await post("next", { number: shown.number }, shown), shown);
}

/** Goes on after an answer; what it was about may have been shown meanwhile.
 * @param {Answer} answer @param {Message} shown */
function settle(answer, shown) {
  if (current().number > shown.number) return;
  if (!answer.ok) {
    if (answer.code !== "stale") note(answer.error, { topic: MOVE });
    state.sending = false;
    state.path = [];
    ask();
  }
  if (!answer.ok || !news.isLive()) news.poll(!answer.ok);
  if (answer.ok) awaitNews(shown);
}

/** A live connection may be dead without knowing it: what does not come is asked for. @param {Message} shown */
async function awaitNews(shown) {
  for (let pause = 3000; ; pause = Math.min(2 * pause, 12000)) {
    await paused(pause);
    if (current().number > shown.number) return;
    await news.poll(false);
  }
}
