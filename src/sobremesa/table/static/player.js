// Playing a replay by itself: play, pause, and how fast.

import { keep, kept } from "./keeping.js";
import { $, body, hit, words } from "./page.js";
import { fill } from "./text.js";
import { paused } from "./wire.js";

const SPEEDS = [0.5, 1, 2, 4];
const A_STEP = 1000;

/**
 * Makes the buttons play a replay.
 * @param {object} replay
 * @param {() => number} replay.at where it stands
 * @param {number} replay.first
 * @param {number} replay.last
 * @param {(step: number) => Promise<boolean>} replay.go shows a step, and tells whether it could be had
 */
export function player(replay) {
  const button = $("play");
  const speed = $("speed");
  let place = Math.max(0, SPEEDS.indexOf(Number(kept("speed") || 1)));
  let running = 0;          // which time it was started; 0: it stands

  function show() {
    const label = running ? words.pause : words.play;
    button.textContent = running ? "❚❚" : "▶";
    button.setAttribute("aria-label", label);
    button.title = label;
    body.classList.toggle("rolling", running > 0);
    const rate = `${SPEEDS[place]}×`.replace("0.5", "½");
    speed.textContent = rate;
    speed.setAttribute("aria-label", fill(words.speed, { speed: rate }));
  }

  function pause() {
    running = 0;
    show();
  }

  let starts = 0;
  async function play() {
    starts += 1;
    const mine = starts;
    running = mine;
    show();
    if (replay.at() >= replay.last) await replay.go(replay.first);
    while (running === mine && replay.at() < replay.last) {
      await paused(A_STEP / SPEEDS[place]);
      if (running === mine && !await replay.go(replay.at() + 1)) break;
    }
    if (running === mine) pause();
  }

  /** @param {number} step */
  function faster(step) {
    place = step ? Math.min(Math.max(place + step, 0), SPEEDS.length - 1) : (place + 1) % SPEEDS.length;
    keep("speed", SPEEDS[place]);
    show();
  }

  button.addEventListener("click", () => (running ? pause() : play()));
  speed.addEventListener("click", () => faster(0));
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (hit(event).matches("input:not(#slider), textarea, select")) return;
    if (event.key === "+" || event.key === "-") faster(event.key === "+" ? 1 : -1);
    else if (/^p$/i.test(event.key) || (event.key === " " && !hit(event).closest("button, a, input, .log"))) {
      event.preventDefault();
      button.click();
    }
  });
  show();
  return { pause };
}
