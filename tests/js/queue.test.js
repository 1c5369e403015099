import assert from "node:assert/strict";
import test from "node:test";

import { Queue } from "../../src/sobremesa/table/static/queue.js";

const SCENE = { nodes: { "": "<g/>" }, told: ["", ""], size: ["wide", 1, 1] };

function whole(number) {
  return { number, log: [], moves: [], folded: null, scene: SCENE };
}

function since(old, number, more = {}) {
  return { number, since: old, scene: {}, ...more };
}

// A queue whose pictures are shown one by one, each when it is told to go on.
function slow() {
  const shown = [];
  const waiting = [];
  const queue = new Queue(
    (message) => new Promise((go) => { shown.push(message); waiting.push(go); }), async () => {},
  );
  async function goOn() {
    waiting.shift()();
    await new Promise((go) => setImmediate(go));
  }
  return { queue, shown, goOn, numbers: () => shown.map((one) => one.number) };
}

test("what comes is shown in order, one after the other", async () => {
  const { queue, goOn, numbers } = slow();
  assert.ok(queue.take(whole(3)));
  assert.ok(queue.take(since(3, 4)));
  assert.ok(queue.take(since(4, 5)));
  assert.deepEqual(numbers(), [3]);
  assert.equal(queue.isEmpty, false);
  await goOn();
  await goOn();
  assert.deepEqual(numbers(), [3, 4, 5]);
  assert.ok(queue.isEmpty);
});

test("a difference goes on from what came last, shown or not", async () => {
  const { queue, shown, goOn } = slow();
  queue.take(whole(3));
  queue.take(since(3, 4, { headline: "four", more: [0, ["a"]] }));
  queue.take(since(4, 5, { more: [1, ["b"]] }));
  await goOn();
  await goOn();
  assert.deepEqual(shown[2].log, ["a", "b"]);
  assert.equal(shown[2].headline, "four");
});

test("where something is missing the whole is asked for", () => {
  const { queue, numbers } = slow();
  assert.equal(queue.take(since(2, 3)), false);
  queue.take(whole(3));
  assert.equal(queue.take(since(4, 5)), false);
  assert.equal(queue.take(since(2, 4)), false);
  assert.deepEqual(numbers(), [3]);
  assert.ok(queue.isEmpty);
});

test("what is older than what is known is left, and the same number is shown again", async () => {
  const { queue, goOn, numbers } = slow();
  queue.take(whole(7));
  assert.ok(queue.take(whole(6)));
  assert.ok(queue.isEmpty);
  assert.ok(queue.take(whole(7)));
  await goOn();
  assert.deepEqual(numbers(), [7, 7]);
});

test("whoever is far behind sees the last", async () => {
  const { queue, goOn, numbers } = slow();
  for (let number = 2; number < 10; number += 1) queue.take(whole(number));
  await goOn();
  assert.deepEqual(numbers(), [2, 9]);
  const other = slow();
  for (let number = 2; number < 9; number += 1) other.queue.take(whole(number));
  await other.goOn();
  assert.deepEqual(other.numbers(), [2, 3]);
});

test("there is a rest between two pictures, and none behind the last", async () => {
  let rests = 0;
  const queue = new Queue(async () => {}, async () => { rests += 1; });
  queue.take(whole(2));
  queue.take(whole(3));
  queue.take(whole(4));
  await new Promise((go) => setImmediate(go));
  assert.ok(queue.isEmpty);
  assert.equal(rests, 2);
});
