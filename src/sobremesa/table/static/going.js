// What happens by itself once a picture is shown: the curtain, a thing touched ahead, a move that
// everybody can see is forced.

import { nextTouches } from "./choices.js";
import { touch } from "./choosing.js";
import { greet, isMoreComing } from "./connection.js";
import { kept } from "./keeping.js";
import { light } from "./light.js";
import { MOVE, note } from "./notes.js";
import { $, words } from "./page.js";
import { labelOf } from "./picture.js";
import { sendSoon } from "./sending.js";
import { current, state } from "./state.js";
import { fill } from "./text.js";

/** Goes on with what nobody has to decide. */
export function goOn() {
  const message = current();
  if (!message.latest || isMoreComing()) return;
  if (drawCurtain()) return;
  if (state.ahead && message.moves.length && message.silence < 0) {
    const wished = state.ahead;
    const fits = nextTouches().has(wished);
    if (!fits) note(fill(words.forgotten, { thing: labelOf(wished) }), { topic: MOVE });
    state.ahead = null;
    light();
    if (fits) {
      touch(wished);
      return;
    }
  }
  if (message.plain && kept("plain") !== "no") sendSoon(message.moves[0]);
}

/** Looks from another seat. @param {number} seat */
function sit(seat) {
  state.seat = seat;
  greet();
}

/** Hides one hand before another at the same device is shown; tells whether it is another's turn. */
function drawCurtain() {
  const { turn, seat, yours, aside, open, names } = current();
  const isNeeded = yours.length > 1 && turn !== seat && yours.includes(turn) && !aside;
  $("curtain").hidden = !isNeeded || open;
  if (!isNeeded) return false;
  if (open) {
    // Everybody sees everything: the next player simply goes on.
    sit(turn);
    return true;
  }
  const name = names[turn];
  if (seat !== -1) sit(-1);
  $("curtain-text").textContent = fill(words.pass_device, { name });
  const button = $("curtain-button");
  button.textContent = fill(words.ready, { name });
  button.onclick = () => {
    $("curtain").hidden = true;
    sit(current().turn);
  };
  if (state.byKeys) button.focus();
  return true;
}
