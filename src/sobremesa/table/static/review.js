// A review: waits until the match is looked through, and copies the link to it.

import "./languages.js";
import { $, base, body, perhaps, words } from "./page.js";
import { copy } from "./share.js";
import { paused, request } from "./wire.js";

const LONGEST_ANSWER = 60000;
const PAUSE = 2000;
const MOST_FAILURES = 20;

async function follow() {
  let done = body.dataset.done || "0";
  for (let failures = 0; failures < MOST_FAILURES;) {
    const answer = await request(`${base}/progress`, { asked: { done }, longest: LONGEST_ANSWER });
    if (answer.ok && answer.data) {
      /** @type {{done: number, parts: number, ready: boolean}} */
      const told = answer.data;
      if (told.ready) {
        location.reload();
        return;
      }
      failures = String(told.done) === done ? failures + 1 : 0;
      done = String(told.done);
      const bar = /** @type {HTMLProgressElement} */ ($("progress"));
      bar.max = told.parts;
      bar.value = told.done;
    } else if (answer.unclear) {
      failures += 1;
      await paused(Math.max(PAUSE, answer.wait));
    } else {
      $("state").textContent = answer.error;
      return;
    }
  }
  $("state").textContent = words.gave_up;
}

perhaps("share")?.addEventListener("click", () => {
  copy(new URL($("share").dataset.share || "", location.href).href, $("share"));
});
if (!body.dataset.ready) follow();
