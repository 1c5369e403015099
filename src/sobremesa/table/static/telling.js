// The table in words, for whoever reads it line by line: how it stands, and the moves as buttons.

import { nextTouches } from "./choices.js";
import { all, make, perhaps, words } from "./page.js";
import { labelOf } from "./picture.js";
import { asked, state } from "./state.js";
import { kindOf } from "./touches.js";
import { turnOf } from "./turning.js";

/** @import {Move} from "./messages.js" */

// More moves than these are chosen touch by touch.
const MANY = 60;

/** Whether the table is wanted in words. */
export function isTold() {
  const wish = /** @type {HTMLInputElement | null} */ (perhaps("text"));
  return wish !== null && wish.checked;
}

/** Says how the table stands, in paragraphs of lines. @param {string[][]} paragraphs */
export function tellLines(paragraphs) {
  const place = perhaps("lines");
  if (!place) return;
  const told = isTold() ? paragraphs : [];
  place.hidden = !told.length;
  place.replaceChildren(...told.map((lines) => make("ul", {}, ...lines.map((line) => make("li", {}, line)))));
}

/** @param {string} touch */
function spoken(touch) {
  return asked().spoken[touch] || labelOf(touch);
}

/** Moves whose numbers have a field of their own need no button each. @returns {Move[]} */
function listed() {
  const { moves, quick } = asked();
  const many = new Set(quick.map(kindOf));
  return moves.filter(({ touches: [first] }) => !many.has(kindOf(first)) || quick.includes(first));
}

/** @param {Record<string, string | number>} what @param {string} text */
function choice(what, text) {
  return make("button", { type: "button", ...what }, text);
}

function steps() {
  const found = [...nextTouches()].map((name) => choice({ "data-step": name }, spoken(name)));
  const [first] = state.path;
  if (first && turnOf(first)) found.push(choice({ "data-turn": 1 }, words.turn));
  if (first) found.push(choice({ "data-back": 1 }, words.take_back));
  return found;
}

/** Lists what can be done; while a move is on its way the list stays as it is. */
export function tellChoices() {
  const place = perhaps("choices");
  const list = perhaps("choice-list");
  if (!place || !list || state.sending) return;
  const moves = isTold() ? listed() : [];
  const isLong = moves.length > MANY || asked().attempts !== null || state.path.length > 0;
  const found = !isTold() ? [] : isLong ? steps()
    : moves.map((one) => choice({ "data-move": one.move }, one.touches.map(spoken).join(", ")));
  const hadFocus = list.contains(document.activeElement);
  place.hidden = !found.length;
  list.replaceChildren(...found.map((one) => make("li", {}, one)));
  if (hadFocus) (found[0] || perhaps("in-words"))?.focus({ preventScroll: true });
}

/** Goes on to the next choice or back. @param {number} step */
export function walk(step) {
  const list = all(HTMLButtonElement, "#choice-list button");
  if (!list.length) return;
  const at = list.findIndex((one) => one === document.activeElement);
  list[at < 0 ? 0 : (at + step + list.length) % list.length].focus();
}
