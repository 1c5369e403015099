// Choosing a move touch by touch.

import { fitting, isPick, mayWait, nextTouches } from "./choices.js";
import { refocus } from "./focus.js";
import { light } from "./light.js";
import { QUARTER } from "./motion.js";
import { MOVE, note } from "./notes.js";
import { $, base, words } from "./page.js";
import { calm, labelOf, thingOf } from "./picture.js";
import { attempt, send } from "./sending.js";
import { asked, current, isDeciding, state } from "./state.js";
import { fill } from "./text.js";
import { leftOf } from "./touches.js";
import { cellOf, moveOf, quartersOf, setTurn, turnable, turnOf, turnTo } from "./turning.js";
import { request } from "./wire.js";

/** @param {number} step quarters */
export function turn(step) {
  const name = state.path[0];
  if (state.sending || !name || !turnOf(name)) return;
  setTurn(name, quartersOf(name) + step);
  const way = turnOf(name) || "";
  $("spoken").textContent = asked().spoken[way] || way.slice(way.indexOf(":") + 1);
  light();
}

/** Takes a piece into the hand; one that fits nowhere as it lies is turned to the next way that fits.
 * @param {string} name */
export function pickUp(name) {
  state.path = [name];
  state.wanted = null;
  for (let quarters = 0; quarters < 4 && !nextTouches().size; quarters += 1) {
    setTurn(name, quartersOf(name) + 1);
  }
  light();
  if (state.byKeys) refocus(null);
}

/** A piece that fits there in one way goes there; otherwise it is taken up turned to fit.
 * @param {string} cell @param {string} name */
function layOn(cell, name) {
  const ways = asked().moves.filter((one) => one.touches[0] === name && one.touches[1] === cell);
  state.wanted = null;
  if (ways.length === 1) {
    send(ways[0]);
    return;
  }
  pickUp(name);
  if (ways.length) turnTo(name, ways[0].touches[2]);
  light();
}

/** Asks a free cell what fits there, or no longer. @param {string} name */
function want(name) {
  state.wanted = state.wanted === name ? null : name;
  light();
  if (state.byKeys) refocus(name);
}

/** Goes one touch on; when one move is left it is played. @param {string} name */
function goFurther(name) {
  state.path.push(name);
  const left = fitting(state.path);
  // A pick can be taken back, so what was picked is played only when that is said.
  const isOpen = isPick(name) && left.length > 0 && leftOf(current().kinds, left[0].touches, state.path)?.length;
  if (left.length === 1 && !isOpen) {
    send(left[0]);
    return;
  }
  light();
  if (state.byKeys) refocus(null);
}

/** Begins anew with what does not follow what was touched. @param {string} name */
function beginAnew(name) {
  const begun = state.path;
  state.path = [];
  if (name === begun[0]) light();
  else if (nextTouches().has(name)) touch(name);
  else explain([...begun, name]);
}

/** @param {string} name */
export function touch(name) {
  if (!state.message || state.sending) return;
  const [first] = state.path;
  const cell = cellOf(name);
  const piece = turnable(name);
  const isTry = cell && state.path.length === 1 && turnable(first)
    && (asked().attempts || !nextTouches().has(name));
  if (cell && !state.path.length && state.message.alone) {
    want(name);
  } else if (state.wanted && piece) {
    layOn(state.wanted, name);
  } else if (piece && name === first && turnOf(name)) {
    turn(1);
  } else if (piece && name !== first && asked().moves.length) {
    pickUp(name);
  } else if (isTry) {
    attempt(moveOf(first, cell));
  } else if (nextTouches().has(name)) {
    goFurther(name);
  } else if (isPick(name) && state.path.length) {
    state.path = state.path.filter((one) => one !== name);
    light();
  } else if (state.path.length) {
    beginAnew(name);
  } else if (isDeciding()) {
    explain([name]);
  } else if (mayWait(name)) {
    wait(name);
  }
}

/** Says which rule stands against what was touched. Nothing is left of the touch. @param {string[]} touches */
async function explain(touches) {
  light();
  const thing = thingOf(touches[touches.length - 1]);
  if (thing && thing.closest("[data-peek]")) return;
  if (thing && !calm.matches) thing.animate([{ opacity: 1 }, { opacity: 0.35 }, { opacity: 1 }], QUARTER);
  const shown = current();
  const answer = await request(`${base}/why`, {
    asked: { number: shown.number, seat: asked().seat, touch: touches },
  });
  if (current().number !== shown.number || state.sending || state.path.length || answer.code === "stale") return;
  const meant = answer.ok && asked().moves.find((one) => one.move === answer.data.move);
  if (meant) send(meant);
  else note((answer.ok && answer.data.text) || words.not_now, { topic: MOVE });
}

/** A thing may be touched before its turn; touched again it is taken back. @param {string} name */
function wait(name) {
  const message = current();
  state.ahead = state.ahead === name ? null : name;
  if (state.ahead) $("spoken").textContent = fill(words.ahead, { thing: labelOf(name) });
  if (state.ahead && message.silence >= 0) send(message.moves.find((one) => one.move === message.silence));
  else light();
}

/** Takes back whatever was begun. */
export function takeBack() {
  state.path = [];
  state.wanted = null;
  state.ahead = null;
  light();
}
