// Asking the server. Every address says the page's language, whatever the headers tell; and any
// answer, or none, becomes something the page can go on with.

import { note, unnote } from "./notes.js";
import { language, words } from "./page.js";
import { road } from "./road.js";

/** @typedef {string | number} Value */

/** An answer, or that there was none.
 * @typedef {object} Answer
 * @property {number} status 0: none
 * @property {any} data what the answer says, of the type that its address names
 * @property {number} wait how long the server asks to be left alone, in milliseconds
 * @property {boolean} unclear whether it leaves open if anything happened
 * @property {boolean} ok
 * @property {string} code
 * @property {string} error a sentence for whoever waits */

// What a server that keeps nothing has handed to the page: it is said with everything that is asked.
/** @type {Record<string, string>} */
const carried = {};
const LONGEST_ANSWER = 20000;   // milliseconds; an answer that takes longer is none
const SHORTEST_PAUSE = 400;
const LONGEST_PAUSE = 5000;
const MOST_TRIES = 8;           // with a server that answers, but not clearly

/** @param {string} path @param {Record<string, Value | Value[]>} asked */
export function addressed(path, asked = {}) {
  const address = new URL(path, location.href);
  for (const [name, value] of Object.entries(asked)) {
    for (const one of [value].flat()) address.searchParams.append(name, String(one));
  }
  for (const [name, value] of Object.entries(carried)) address.searchParams.set(name, value);
  address.searchParams.set("language", language);
  return address;
}

/** @param {string} path */
export function liveAddress(path) {
  const address = addressed(path);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  return address;
}

/** An unclear answer leaves open whether anything happened: it is no answer at all, an error of the server or of
 * something before it, or nothing that can be read. @param {number} status @param {unknown} data */
function isUnclear(status, data) {
  return status === 0 || status >= 500 || [408, 425, 429].includes(status)
    || (status < 300 && status !== 204 && data === null);
}

/** Asks once: `asked` goes into the address, `what` is sent. Never throws. @param {string} path
 * @param {{asked?: Record<string, Value | Value[]>, what?: object, longest?: number}} how
 * @returns {Promise<Answer>} */
export async function request(path, { asked, what, longest = LONGEST_ANSWER } = {}) {
  let status = 0;
  let data = null;
  let wait = 0;
  try {
    /** @type {Record<string, string>} */
    const headers = { Accept: "application/json" };
    /** @type {RequestInit} */
    const given = { headers, signal: AbortSignal.timeout(longest) };
    if (what !== undefined) {
      given.method = "POST";
      headers["Content-Type"] = "application/json";
      given.body = JSON.stringify(what);
    }
    const response = await road.ask(addressed(path, asked), given);
    status = response.status;
    wait = 1000 * Number(response.headers.get("Retry-After")) || 0;
    data = JSON.parse(await response.text());
  } catch { /* What is missing is told by the status and the data. */ }
  if (data && data.carry) Object.assign(carried, data.carry);
  const said = data && typeof data.error === "string" ? data.error : "";
  return {
    status, data, wait, unclear: isUnclear(status, data), ok: status >= 200 && status < 300,
    code: (data && data.code) || "", error: said || (status ? words.unreadable : words.lost),
  };
}

/** @param {number} milliseconds @returns {Promise<void>} */
export function paused(milliseconds) {
  return new Promise((go) => {
    const timer = setTimeout(go, milliseconds);
    // Nobody waits on once the device is connected again.
    addEventListener("online", () => { clearTimeout(timer); go(); }, { once: true });
  });
}

/** Sends the same thing under the same id until the answer is clear, with pauses that grow up to a bound, unless
 * `isOver` says that it no longer matters. A server that answers again and again, but never clearly, is left alone
 * after some tries: whoever waits may try anew.
 * @param {string} path @param {object} what @param {() => boolean} isOver */
export async function insist(path, what, isOver) {
  const topic = Symbol(path);
  let pause = SHORTEST_PAUSE;
  for (let tries = 1; ; tries += 1) {
    const answer = await request(path, { what });
    const isGivenUp = answer.unclear && answer.status > 0 && tries >= MOST_TRIES;
    if (!answer.unclear || isGivenUp || isOver()) {
      unnote(topic);
      if (isGivenUp) answer.error = words.gave_up;
      return answer;
    }
    note(answer.status ? words.server_trouble : words.send_failed, { topic, lasting: true });
    await paused(Math.min(Math.max(pause, answer.wait), 2 * LONGEST_PAUSE));
    pause = Math.min(2 * pause, LONGEST_PAUSE);
  }
}
