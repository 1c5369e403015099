import assert from "node:assert/strict";
import test from "node:test";

import { nextOf, stepsIn } from "../../src/sobremesa/table/static/course.js";

test("what is kept of a course is read, and what is damaged counts for nothing", () => {
  assert.deepEqual(stepsIn('["1","3","hand"]'), ["1", "3", "hand"]);
  for (const damaged of [null, "", "[", "{}", "7", "null", '"1"']) assert.deepEqual(stepsIn(damaged), []);
  assert.deepEqual(stepsIn('["1", 2, null, "x", "1234", ["1"], "<b>"]'), ["1"]);
});

test("a course goes on where it was left, and begins anew once it is done", () => {
  assert.equal(nextOf(["1", "2", "hand"], []), "1");
  assert.equal(nextOf(["1", "2", "hand"], ["1"]), "2");
  assert.equal(nextOf(["1", "2", "hand"], ["2", "1"]), "hand");
  assert.equal(nextOf(["1", "2", "hand"], ["1", "2", "hand", "9"]), "1");
});
