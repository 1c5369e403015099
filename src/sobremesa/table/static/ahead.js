// A thing that was touched before its time.

import { MOVE, note } from "./notes.js";
import { $, words } from "./page.js";
import { labelOf, picture, thingOf } from "./picture.js";
import { svgElement } from "./stage.js";
import { state } from "./state.js";
import { fill } from "./text.js";

/** What was touched ahead is forgotten with the hand it was for, and when it does not fit. @param {string} why */
export function forgetAhead(why) {
  if (state.ahead && why) note(fill(why, { thing: labelOf(state.ahead) }), { topic: MOVE });
  state.ahead = null;
}

/** Marks what waits for its turn. */
export function showAhead() {
  for (const old of picture.querySelectorAll(".ahead-mark")) old.remove();
  const thing = state.ahead && thingOf(state.ahead);
  $("ahead").hidden = !thing;
  if (!thing || !state.ahead) return;
  $("ahead").textContent = fill(words.ahead, { thing: labelOf(state.ahead) });
  const box = thing.getBBox();
  thing.append(svgElement("circle", {
    class: "ahead-mark", cx: box.x + box.width, cy: box.y, r: Math.min(box.width, box.height) / 5,
  }));
}
