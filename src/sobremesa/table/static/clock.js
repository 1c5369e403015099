// The time of a turn, for all to see, and the time that a call has.

import { $, words } from "./page.js";
import { current } from "./state.js";
import { fill } from "./text.js";

/** @type {ReturnType<typeof setInterval> | undefined} */
let timer;

export function showLapse() {
  const bar = $("lapse");
  const { lapse } = current();
  for (const old of bar.getAnimations()) old.cancel();
  bar.hidden = !lapse;
  if (lapse) {
    bar.animate([{ transform: "scaleX(1)" }, { transform: "scaleX(0)" }],
      { duration: lapse * 1000, fill: "forwards" });
  }
}

export function showClock() {
  clearInterval(timer);
  const { clock } = current();
  $("clock").hidden = !clock;
  if (!clock) return;
  const end = performance.now() + 1000 * clock.left;
  const tick = () => {
    const left = Math.max(0, Math.ceil((end - performance.now()) / 1000));
    $("clock").textContent = fill(words.time_left, { seconds: left });
    $("clock").classList.toggle("short", left <= Math.max(5, clock.of / 5));
  };
  tick();
  timer = setInterval(tick, 250);
}
