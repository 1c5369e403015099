import assert from "node:assert/strict";
import test from "node:test";

import { grown, part } from "../../src/sobremesa/table/static/reach.js";

const STAGE = { left: 0, right: 300, top: 0, bottom: 200 };

function reach(left, right, top, bottom) {
  const box = { left, right, top, bottom };
  return { box, wide: grown(box, STAGE) };
}

test("what is small grows to a finger on all sides, what is large stays", () => {
  assert.deepEqual(reach(100, 120, 50, 150).wide, { left: 87, right: 133, top: 50, bottom: 150 });
});

test("at the edge it grows inwards", () => {
  assert.deepEqual(reach(0, 20, 190, 200).wide, { left: -13, right: 46, top: 154, bottom: 218 });
});

test("two that are near meet half-way", () => {
  const [one, other] = [reach(100, 120, 50, 150), reach(130, 150, 50, 150)];
  part(one, other);
  assert.deepEqual([one.wide.right, other.wide.left], [125, 125]);
});

test("two that are far apart, or lie over each other, stay as they are", () => {
  const [one, far, over] = [reach(100, 120, 50, 150), reach(200, 220, 50, 150), reach(110, 130, 60, 140)];
  const before = structuredClone([one.wide, far.wide, over.wide]);
  part(one, far);
  part(one, over);
  assert.deepEqual([one.wide, far.wide, over.wide], before);
});
