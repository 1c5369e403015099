// Asking the server. Every address says the page's language, whatever the headers tell; and any
// answer, or none, becomes something the page can go on with.
"use strict";

const LONGEST_ANSWER = 20000;   // milliseconds; an answer that takes longer is none
const SHORTEST_PAUSE = 400;
const LONGEST_PAUSE = 5000;
const MOST_TRIES = 8;           // with a server that answers, but not clearly

function addressed(path, asked) {
  const address = new URL(path, location.href);
  for (const [name, value] of Object.entries(asked || {})) {
    for (const one of [value].flat()) address.searchParams.append(name, one);
  }
  address.searchParams.set("language", document.documentElement.lang);
  return address;
}

function liveAddress(path) {
  const address = addressed(path);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  return address;
}

// An unclear answer leaves open whether anything happened: it is no answer at all, an error of
// the server or of something before it, or nothing that can be read.
function isUnclear(status, data) {
  return status === 0 || status >= 500 || [408, 425, 429].includes(status)
    || (status < 300 && status !== 204 && data === null);
}

// Asks once: `asked` goes into the address, `what` is sent. Never throws.
async function request(path, { asked, what, longest = LONGEST_ANSWER } = {}) {
  let status = 0;
  let data = null;
  let wait = 0;
  try {
    const given = { headers: { Accept: "application/json" }, signal: AbortSignal.timeout(longest) };
    if (what !== undefined) {
      given.method = "POST";
      given.headers["Content-Type"] = "application/json";
      given.body = JSON.stringify(what);
    }
    const response = await fetch(addressed(path, asked), given);
    status = response.status;
    wait = 1000 * Number(response.headers.get("Retry-After")) || 0;
    data = JSON.parse(await response.text());
  } catch { /* What is missing is told by the status and the data. */ }
  const said = data && typeof data.error === "string" ? data.error : "";
  return {
    status, data, wait, unclear: isUnclear(status, data), ok: status >= 200 && status < 300,
    code: (data && data.code) || "", error: said || (status ? words.unreadable : words.lost),
  };
}

function paused(milliseconds) {
  return new Promise((go) => {
    const timer = setTimeout(go, milliseconds);
    // Nobody waits on once the device is connected again.
    addEventListener("online", () => { clearTimeout(timer); go(); }, { once: true });
  });
}

// Sends the same thing under the same id until the answer is clear, with pauses that grow up to
// a bound, unless `isOver` says that it no longer matters. A server that answers again and again,
// but never clearly, is left alone after some tries: whoever waits may try anew.
async function insist(path, what, isOver) {
  const topic = Symbol(path);
  let pause = SHORTEST_PAUSE;
  for (let tries = 1; ; tries += 1) {
    const answer = await request(path, { what });
    const given = answer.unclear && answer.status > 0 && tries >= MOST_TRIES;
    if (!answer.unclear || given || isOver()) {
      unnote(topic);
      if (given) answer.error = words.gave_up;
      return answer;
    }
    note(answer.status ? words.server_trouble : words.send_failed, { topic, lasting: true });
    await paused(Math.min(Math.max(pause, answer.wait), 2 * LONGEST_PAUSE));
    pause = Math.min(2 * pause, LONGEST_PAUSE);
  }
}
