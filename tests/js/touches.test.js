import assert from "node:assert/strict";
import test from "node:test";

import { fittingOf, followingOf, leftOf } from "../../src/sobremesa/table/static/touches.js";

const KINDS = {
  any_order: ["pick", "tile"], picked: ["pick"], turns: ["turn"], ahead: ["tile"],
  board: ["square", "cell", "piece"], gliding: [], faces: [], backs: [],
};

function moves(...paths) {
  return paths.map((path, move) => ({ move, touches: path.split(" ") }));
}

function following(list, touched, way = null) {
  return [...followingOf(KINDS, list, touched, way)];
}

function fitting(list, touched, way = null) {
  return fittingOf(KINDS, list, touched, way).map((one) => one.move);
}

test("a path goes on from its beginning", () => {
  assert.deepEqual(leftOf(KINDS, ["tile:6-4", "end:N"], []), ["tile:6-4", "end:N"]);
  assert.deepEqual(leftOf(KINDS, ["tile:6-4", "end:N"], ["tile:6-4"]), ["end:N"]);
  assert.deepEqual(leftOf(KINDS, ["tile:6-4", "end:N"], ["tile:6-4", "end:N"]), []);
  assert.equal(leftOf(KINDS, ["tile:6-4", "end:N"], ["end:N"]), null);
  assert.equal(leftOf(KINDS, ["tile:6-4", "end:N"], ["tile:6-5"]), null);
});

test("what may be touched in any order is, but not past something else", () => {
  assert.deepEqual(leftOf(KINDS, ["tile:a", "tile:b", "out"], ["tile:b"]), ["tile:a", "out"]);
  assert.deepEqual(leftOf(KINDS, ["pick:a", "pick:b", "keep"], ["pick:b", "pick:a"]), ["keep"]);
  assert.equal(leftOf(KINDS, ["tile:a", "end:N", "tile:b"], ["tile:b"]), null);
  assert.equal(leftOf(KINDS, ["square:a1", "square:b1"], ["square:b1"]), null);
});

test("a thing that a path names twice is touched twice", () => {
  assert.deepEqual(leftOf(KINDS, ["square:a1", "square:b1", "square:a1"], ["square:a1", "square:b1"]), ["square:a1"]);
  assert.equal(leftOf(KINDS, ["square:a1", "square:b1"], ["square:a1", "square:a1"]), null);
});

test("the first touches are those of all moves, and those behind loose ones too", () => {
  const list = moves("tile:6-4 end:N", "tile:6-4 end:S", "tile:5-5 end:N", "pass");
  assert.deepEqual(following(list, []), ["tile:6-4", "tile:5-5", "pass"]);
  assert.deepEqual(following(list, ["tile:6-4"]), ["end:N", "end:S"]);
  assert.deepEqual(following(list, ["end:N"]), []);
  assert.deepEqual(following(moves("tile:a tile:b out"), []), ["tile:a", "tile:b"]);
  assert.deepEqual(following(moves("tile:a tile:b"), []), ["tile:a", "tile:b"]);
  assert.deepEqual(following(moves("tile:a tile:b out"), ["tile:b", "tile:a"]), ["out"]);
});

test("nothing follows a path that is whole", () => {
  const list = moves("tile:6-4 end:N");
  assert.deepEqual(following(list, ["tile:6-4", "end:N"]), []);
  assert.deepEqual(fitting(list, ["tile:6-4", "end:N"]), [0]);
});

test("how a piece lies in the hand chooses among the moves that name a turn", () => {
  const list = moves("tile:q cell:0,1 turn:n", "tile:q cell:0,1 turn:e", "tile:q cell:0,2 turn:e", "boneyard");
  assert.deepEqual(fitting(list, ["tile:q"], "turn:e"), [1, 2]);
  assert.deepEqual(following(list, ["tile:q"], "turn:n"), ["cell:0,1"]);
  assert.deepEqual(fitting(list, ["tile:q"], null), [0, 1, 2]);
  // A move that names no turn fits however something lies.
  assert.deepEqual(fitting(moves("tile:q cell:0,1"), ["tile:q"], "turn:n"), [0]);
});
