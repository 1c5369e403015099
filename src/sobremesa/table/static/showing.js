// Shows how things stand, at a table or in a lesson: the picture, the score, the log, what is asked.

import { forgetHint } from "./alone.js";
import { ask, forgetAmounts } from "./buttons.js";
import { refocus } from "./focus.js";
import { draw } from "./motion.js";
import { MOVE, unnote } from "./notes.js";
import { $, body } from "./page.js";
import { letGo } from "./pointer.js";
import { holdBack } from "./sending.js";
import { fillList, showScores } from "./side.js";
import { state } from "./state.js";
import { tellLines } from "./telling.js";
import { hold } from "./turning.js";

/** @import {Message} from "./messages.js" */

/** Forgets what was begun on what is no longer shown. @param {Message | null} old @param {Message} fresh */
function forgetBegun(old, fresh) {
  const isOther = !old || old.number !== fresh.number;
  if (old && isOther) unnote(MOVE);
  letGo();
  forgetHint();
  state.message = fresh;
  state.path = [];
  state.wanted = null;
  if (!old || old.hand !== fresh.hand || old.seat !== fresh.seat || fresh.over) state.ahead = null;
  if (isOther) forgetAmounts();
  state.sending = false;
  holdBack();
}

/** Says what is new to those who cannot see it. @param {Message | null} old @param {Message} fresh */
function tell(old, fresh) {
  body.classList.toggle("my-turn", fresh.moves.length > 0);
  // What is only drawn anew was said before.
  if (old && old.number === fresh.number && old.seat === fresh.seat && old.headline === fresh.headline) return;
  let known = 0;
  if (old && old.hand === fresh.hand) {
    // The last line may go on, as a turn of several steps does.
    while (known < old.log.length && old.log[known] === fresh.log[known]) known += 1;
  }
  const said = fresh.log.slice(Math.max(known, fresh.log.length - (old ? 4 : 1)));
  $("spoken").textContent = [...said, fresh.headline].join(" ");
}

/** @param {Message} fresh */
export async function showStanding(fresh) {
  const old = state.message;
  /** @type {HTMLElement | SVGElement | null | undefined} */
  const focused = document.activeElement?.closest("[data-touch]");
  const hadFocus = focused?.dataset.touch || null;
  forgetBegun(old, fresh);
  const isSameHand = old !== null && old.hand === fresh.hand && old.seat === fresh.seat;
  await draw(fresh.scene, fresh.kinds, isSameHand);
  showScores(fresh);
  fillList($("log"), fresh.log);
  tellLines(fresh.lines);
  tell(old, fresh);
  hold();
  ask();
  if (hadFocus || state.byKeys) refocus(hadFocus);
}
