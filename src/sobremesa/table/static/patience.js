// Follows what the server works out, until it is done.

import { $, words } from "./page.js";
import { paused, request } from "./wire.js";

/** @import {Value} from "./wire.js" */

const LONGEST_ANSWER = 60000;
const PAUSE = 2000;
const MOST_FAILURES = 20;

/** Asks once, and waits long for the answer. @param {string} path @param {Record<string, Value>} asked */
export function askLong(path, asked) {
  return request(path, { asked, longest: LONGEST_ANSWER });
}

/** Asks again and again; `take` tells what an answer was: all of it, something new, or nothing new. Whoever waits in
 * vain is told so. @param {() => ReturnType<typeof askLong>} ask @param {(data: any) => "all" | "new" | "same"} take */
export async function follow(ask, take) {
  for (let failures = 0; failures < MOST_FAILURES;) {
    const answer = await ask();
    if (answer.ok && answer.data) {
      const taken = take(answer.data);
      if (taken === "all") return;
      failures = taken === "new" ? 0 : failures + 1;
    } else if (answer.unclear) {
      // The workers are busy, or the connection is.
      failures += 1;
      await paused(Math.max(PAUSE, answer.wait));
    } else {
      $("state").textContent = answer.error;
      return;
    }
  }
  $("state").textContent = words.gave_up;
}
