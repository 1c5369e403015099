// What was won and lost on this device.

import { keep, kept } from "./keeping.js";
import { $, body, language, perhaps, words } from "./page.js";
import { counted, fill } from "./text.js";
import { noted, resultsIn, tally } from "./tally.js";

/** @import {Message} from "./messages.js" */

/** @param {string} game */
export function results(game) {
  return resultsIn(kept(`results:${game}`));
}

/** How a match ended for the only seat of this device. @param {Message} message */
function endingOf({ alone, winners, seat }) {
  if (alone) return alone.ending;
  return winners.includes(seat) ? "win" : winners.length ? "loss" : "draw";
}

/** Notes how a match ended for whoever played it here. @param {Message} message */
export function noteResult(message) {
  const { ended, alone, yours, seat, latest } = message;
  const ending = ended && latest && yours.length === 1 && yours[0] === seat ? endingOf(message) : "";
  if (!ending) return;
  const { game = "", table = "" } = body.dataset;
  const { set = "" } = $("statistics").dataset;
  const now = noted(results(game), { table, set, ending, daily: alone ? alone.daily : "" });
  keep(`results:${game}`, JSON.stringify(now));
}

/** Shows what was won and lost of a game, if there is a place for it. */
export function showStatistics() {
  const place = perhaps("statistics");
  if (!place) return;
  const { game = "", set } = place.dataset;
  const found = results(game).filter((one) => !set || one.set === set);
  place.hidden = !found.length;
  if (!found.length) return;
  const { days, ...numbers } = tally(found);
  const text = /** @type {HTMLElement} */ (place.querySelector("p"));
  const sentence = place.dataset.alone ? words.statistics : words.statistics_of_all;
  text.textContent = fill(sentence, { ...numbers, days: counted(words.days, days, language) });
}
