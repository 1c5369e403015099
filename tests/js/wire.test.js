import assert from "node:assert/strict";
import test, { beforeEach } from "node:test";

import { layOut } from "./page.js";

const WORDS = {
  lost: "lost", unreadable: "unreadable", server_trouble: "trouble", send_failed: "failed", gave_up: "gave up",
};
const toast = layOut(WORDS, ["toast"]).get("toast");
const { addressed, insist, liveAddress, paused, request } = await import("../../src/sobremesa/table/static/wire.js");

let answers = [];           // what the server gives, one after the other
let asked = [];             // what it was asked
let pauses = [];            // how long the page waited between
const online = [];          // what the page does once the device is connected again
globalThis.addEventListener = (_, listener) => { online.push(listener); };

function response(status, text, headers = {}) {
  return { status, headers: new Headers(headers), text: async () => text };
}

const GONE = "gone";
globalThis.fetch = async (address, given) => {
  asked.push({ address: String(address), ...given });
  const answer = answers.length > 1 ? answers.shift() : answers[0];
  if (answer === GONE) throw new TypeError("no network");
  return answer;
};

const realTimeout = globalThis.setTimeout;
beforeEach(() => {
  answers = [];
  asked = [];
  pauses = [];
  globalThis.setTimeout = (go, milliseconds) => {
    pauses.push(milliseconds);
    return realTimeout(go, 0);
  };
});

const DONE = response(200, '{"number": 4}');

test("an address says the page's language, and a list once for each", () => {
  assert.equal(String(addressed("/t/1/why", { number: 3, touch: ["tile:a", "end:N"] })),
    "https://table.example/t/1/why?number=3&touch=tile%3Aa&touch=end%3AN&language=en");
  assert.equal(String(liveAddress("/t/1/live")), "wss://table.example/t/1/live?language=en");
});

test("an answer is told with what it says", async () => {
  answers = [DONE];
  const answer = await request("/x", { what: { move: 1 } });
  assert.deepEqual([answer.ok, answer.unclear, answer.data], [true, false, { number: 4 }]);
  assert.deepEqual([asked[0].method, asked[0].body], ["POST", '{"move":1}']);
});

test("a refusal is clear, and says why", async () => {
  answers = [response(409, '{"error": "The table has moved on.", "code": "stale"}')];
  const answer = await request("/x");
  assert.deepEqual([answer.ok, answer.unclear, answer.code, answer.error], [false, false, "stale", "The table has moved on."]);
});

test("nothing, an error of the server and nonsense are unclear; no content is not", async () => {
  const unclear = async (one) => {
    answers = [one];
    const { unclear: found, error } = await request("/x");
    return [found, error];
  };
  assert.deepEqual(await unclear(GONE), [true, "lost"]);
  assert.deepEqual(await unclear(response(502, "<html>")), [true, "unreadable"]);
  assert.deepEqual(await unclear(response(429, '{"error": "slowly"}')), [true, "slowly"]);
  assert.deepEqual(await unclear(response(200, "<html>")), [true, "unreadable"]);
  assert.equal((await unclear(response(204, "")))[0], false);
  assert.equal((await unclear(response(404, "<html>")))[0], false);
});

test("the same thing is sent until the answer is clear, with pauses that grow up to a bound", async () => {
  answers = [GONE, GONE, GONE, GONE, GONE, GONE, DONE];
  const answer = await insist("/x", { id: "one" }, () => false);
  assert.ok(answer.ok);
  assert.deepEqual(new Set(asked.map((one) => one.body)), new Set(['{"id":"one"}']));
  assert.deepEqual(pauses, [400, 800, 1600, 3200, 5000, 5000]);
  assert.equal(toast.hidden, true);
});

test("whoever waits is told what is wrong meanwhile", async () => {
  const said = [];
  answers = [GONE, response(503, "{}"), DONE];
  await insist("/x", {}, () => { said.push(toast.textContent); return false; });
  await insist("/x", {}, () => false);
  // The first is told after the first try, and seen at the second.
  assert.deepEqual(said, ["", "failed"]);
});

test("a server that asks to be left alone is, up to a bound", async () => {
  answers = [response(503, "{}", { "Retry-After": "2" }), response(503, "{}", { "Retry-After": "600" }), DONE];
  await insist("/x", {}, () => false);
  assert.deepEqual(pauses, [2000, 10000]);
});

test("a server that never answers clearly is left alone after some tries; no network never is", async () => {
  answers = [response(500, "{}")];
  const answer = await insist("/x", {}, () => false);
  assert.deepEqual([asked.length, answer.ok, answer.error], [8, false, "gave up"]);
  asked = [];
  answers = [...Array(20).fill(GONE), DONE];
  assert.ok((await insist("/x", {}, () => false)).ok);
  assert.equal(asked.length, 21);
});

test("what no longer matters is not sent again", async () => {
  answers = [GONE];
  let tries = 0;
  const answer = await insist("/x", {}, () => { tries += 1; return tries === 3; });
  assert.deepEqual([asked.length, answer.unclear, toast.hidden], [3, true, true]);
});

test("nobody waits on once the device is connected again", async () => {
  globalThis.setTimeout = () => 0;
  const pause = paused(5000);
  online.at(-1)();
  await pause;
});
