// Playing a replay by itself: play, pause, and how fast.
"use strict";

const SPEEDS = [0.5, 1, 2, 4];
const A_STEP = 1000;

// `tools` are those of the replay: at (where it stands), first, last, and go to a step.
function player(tools) {
  const button = $("play");
  const speed = $("speed");
  let place = Math.max(0, SPEEDS.indexOf(Number(keep("sobremesa:speed") || 1)));
  let running = 0;          // counts the times it was started; 0: it stands

  function show() {
    const label = running ? words.pause : words.play;
    button.textContent = running ? "❚❚" : "▶";
    button.setAttribute("aria-label", label);
    button.title = label;
    body.classList.toggle("rolling", running > 0);
    speed.textContent = `${SPEEDS[place]}×`.replace("0.5", "½");
    speed.setAttribute("aria-label", fill(words.speed, { speed: speed.textContent }));
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
    if (tools.at() >= tools.last) await tools.go(tools.first);
    while (running === mine && tools.at() < tools.last) {
      await paused(A_STEP / SPEEDS[place]);
      if (running === mine && !await tools.go(tools.at() + 1)) break;
    }
    if (running === mine) pause();
  }

  function faster(step) {
    place = step ? Math.min(Math.max(place + step, 0), SPEEDS.length - 1) : (place + 1) % SPEEDS.length;
    keep("sobremesa:speed", SPEEDS[place]);
    show();
  }

  button.addEventListener("click", () => (running ? pause() : play()));
  speed.addEventListener("click", () => faster(0));
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches("input:not(#slider), textarea, select")) return;
    if (event.key === "+" || event.key === "-") faster(event.key === "+" ? 1 : -1);
    else if (/^p$/i.test(event.key) || (event.key === " " && !event.target.closest("button, a, input, .log"))) {
      event.preventDefault();
      button.click();
    }
  });
  show();
  return { pause };
}
