// Playing alone: the past can be changed, and the whole deal asked about.

import { isTurn } from "./choices.js";
import { light } from "./light.js";
import { MOVE, note, unnote } from "./notes.js";
import { $, all, base, button, make, words } from "./page.js";
import { picture } from "./picture.js";
import { changePast } from "./sending.js";
import { current, state } from "./state.js";
import { holdNext, turnTo } from "./turning.js";
import { request } from "./wire.js";

/** @import {Solved} from "./messages.js" */

const LONGEST_THOUGHT = 120000;

function solvers() {
  return all(HTMLButtonElement, ".solver");
}

/** Shows what can be done besides moving. */
export function showAlone() {
  const message = current();
  const { alone, hints } = message;
  $("alone").hidden = !alone && !hints;
  $("undo").hidden = $("redo").hidden = !alone;
  if (!alone) {
    for (const one of solvers()) one.hidden = one.id !== "hint" || !hints;
    return;
  }
  button("undo").disabled = state.sending || !alone.undo;
  button("redo").disabled = state.sending || !alone.redo;
  for (const one of solvers()) one.hidden = !alone.solvable;
  $("hint").hidden = $("winnable").hidden = !alone.solvable || message.over;
  // Where pieces can be taken up again nothing is lost for good.
  if (alone.loose && alone.ending === "loss") $("hint").hidden = false;
  $("loss").hidden = !alone.solvable || !message.over || alone.ending === "win";
}

/** @param {"hint" | "winnable" | "loss"} what */
async function askSolver(what) {
  const shown = current();
  for (const one of solvers()) one.disabled = true;
  note(words.thinking, { topic: MOVE, lasting: true });
  const { data, error } = await request(`${base}/ask/${what}`, { longest: LONGEST_THOUGHT });
  /** @type {Solved} */
  const { text, touches, drop = -1, move = -1 } = data || {};
  for (const one of solvers()) one.disabled = false;
  unnote(MOVE);
  // The same position may have been told again meanwhile; after a move the answer is of no use.
  if (current().number !== shown.number) return;
  const more = what === "loss" && move >= 0 ? [" ", wayBack(move)] : [];
  note(text || error, { topic: MOVE, lasting: true, more });
  if (what === "hint" && touches) pointAt(touches);
  if (what === "hint" && drop >= 0) {
    picture.querySelector(`[data-drop="${drop}"]`)?.classList.add("chosen", "hinted");
  }
}

/** Forgets what a hint has pointed at, which may still lie where it lay. */
export function forgetHint() {
  for (const one of document.querySelectorAll(".hinted")) one.classList.remove("chosen", "hinted");
}

/** @param {number} move */
function wayBack(move) {
  const back = make("button", { type: "button", id: "go-back" }, words.go_back);
  back.addEventListener("click", () => {
    unnote(MOVE);
    changePast("undo", { keep: move });
  });
  return back;
}

/** Shows a hint as if the first things had been touched, so that one more touch makes the move.
 * @param {string[]} touches */
function pointAt(touches) {
  state.wanted = null;
  const way = touches.find(isTurn);
  const steps = touches.filter((one) => !isTurn(one));
  if (way) turnTo(steps[0], way);
  state.path = steps.slice(0, -1);
  light();
  const name = CSS.escape(steps[steps.length - 1]);
  /** @type {HTMLElement | SVGElement | null} */
  const last = document.querySelector(`[data-touch="${name}"]`);
  if (!last) return;
  last.classList.add("chosen", "hinted");
  if (state.byKeys) last.focus({ preventScroll: true });
}

/** Takes one piece up from the board, whenever it was laid. @param {HTMLElement | SVGElement} laid */
export function takeUp(laid) {
  // A thing has its kind and its name in its id, as in the name of its touch.
  holdNext(laid.id.replace("-", ":"), Number(laid.dataset.turned));
  changePast("undo", { drop: Number(laid.dataset.drop) });
}

/** Listens to the buttons of somebody who plays alone. */
export function listenAlone() {
  $("undo").addEventListener("click", () => changePast("undo", {}));
  $("redo").addEventListener("click", () => changePast("redo", {}));
  for (const what of /** @type {const} */ (["hint", "winnable", "loss"])) {
    $(what).addEventListener("click", () => askSolver(what));
  }
}
