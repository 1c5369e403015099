// What can be touched now.

import { asked, current, isDeciding, state } from "./state.js";
import { fittingOf, followingOf, kindOf } from "./touches.js";
import { turnOf } from "./turning.js";

/** @param {string[]} touched */
function wayOf(touched) {
  return touched.length ? turnOf(touched[0]) : null;
}

/** Gives the moves that begin with some touches. @param {string[]} touched */
export function fitting(touched) {
  return fittingOf(current().kinds, asked().moves, touched, wayOf(touched));
}

/** Who plays alone may ask a free cell which pieces fit there, however they are turned. @param {string} cell */
export function fittingOn(cell) {
  return new Set(asked().moves.filter((one) => one.touches[1] === cell).map((one) => one.touches[0]));
}

/** Where the page does not say what fits, every piece may be tried on every cell. */
function triable() {
  const tries = asked().attempts;
  if (!tries || state.path.length > 1) return [];
  if (!state.path.length) return Object.keys(tries.tiles);
  return tries.tiles[state.path[0]] ? Object.keys(tries.cells) : [];
}

/** @returns {Set<string>} */
export function nextTouches() {
  const { path } = state;
  return new Set([...followingOf(current().kinds, asked().moves, path, wayOf(path)), ...triable()]);
}

/** Whether a touch can be taken back until a button ends the path. @param {string} name */
export function isPick(name) {
  return current().kinds.picked.includes(kindOf(name));
}

/** Whether a touch names how a piece is turned. @param {string} name */
export function isTurn(name) {
  return current().kinds.turns.includes(kindOf(name));
}

/** Whether something may be touched before its time. @param {string} name */
export function mayWait(name) {
  const message = current();
  return message.names.length > 1 && message.kinds.ahead.includes(kindOf(name))
    && message.yours.includes(message.seat) && !message.over && !isDeciding();
}
