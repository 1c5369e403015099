// The time there is: of the turn, and of every seat where each has one time for the whole match.

import { duration } from "./duration.js";
import { $, all, make, words } from "./page.js";
import { fill } from "./text.js";

/** @import {Clock, Message} from "./messages.js" */

/** @type {ReturnType<typeof setInterval> | undefined} */
let timer;

/** @param {number} left */
function said(left) {
  return left < 100 ? fill(words.time_left, { seconds: left }) : fill(words.time_long, { time: duration(left, words.days_left) });
}

/** Writes beside every name what is left of the match. @param {Clock} clock @param {number} passed */
function showBanks({ banks, seat, free }, passed) {
  for (const item of all(HTMLElement, "#scores li[data-seat]")) {
    const place = Number(item.dataset.seat);
    if (!(place in banks)) continue;
    const used = place === seat ? Math.max(0, passed - free) : 0;
    const shown = item.querySelector(".bank") || make("small", { class: "bank" });
    if (!shown.parentNode) item.querySelector(".name")?.after(shown);
    shown.textContent = duration(Math.max(0, Math.ceil(banks[place] - used)), words.days_left);
  }
}

/** Shows the time for all to see. @param {Message} message */
export function showClock({ clock }) {
  clearInterval(timer);
  $("clock").hidden = !clock || !clock.left;
  if (!clock) return;
  const begun = performance.now() - 1000 * (clock.of - clock.left);
  const tick = () => {
    const passed = (performance.now() - begun) / 1000;
    const left = Math.max(0, Math.ceil(clock.of - passed));
    $("clock").textContent = said(left);
    $("clock").classList.toggle("short", left <= Math.max(5, Math.min(60, clock.of / 5)));
    showBanks(clock, clock.left ? passed : 0);
  };
  tick();
  if (clock.left) timer = setInterval(tick, 250);
}
