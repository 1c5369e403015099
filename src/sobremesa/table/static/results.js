// What was won and lost on this device.

import { keep, kept } from "./keeping.js";
import { $, body, language, perhaps, words } from "./page.js";
import { counted, fill } from "./text.js";
import { noted, tally } from "./tally.js";

/** @import {Message} from "./messages.js" */
/** @import {Result} from "./tally.js" */

/** @param {string} game @returns {Result[]} */
function results(game) {
  try {
    return JSON.parse(kept(`results:${game}`) || "[]");
  } catch {
    return [];
  }
}

/** Notes how a game for one ended. @param {Message} message */
export function noteResult({ ended, alone }) {
  if (!ended || !alone || !alone.ending) return;
  const { game = "", table = "" } = body.dataset;
  const { set = "" } = $("statistics").dataset;
  const now = noted(results(game), { table, set, ending: alone.ending, daily: alone.daily });
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
  text.textContent = fill(words.statistics, { ...numbers, days: counted(words.days, days, language) });
}
