import assert from "node:assert/strict";
import test from "node:test";

import { noted, resultsIn, tally } from "../../src/sobremesa/table/static/tally.js";

function result(table, ending, daily = "") {
  return { table, set: "", ending, daily };
}

test("a table is counted once, with the best of its endings", () => {
  let kept = noted([], result("a", "loss"));
  kept = noted(kept, result("b", "win"));
  kept = noted(kept, result("a", "close win"));
  kept = noted(kept, result("b", "loss"));
  assert.deepEqual(kept, [result("a", "close win"), result("b", "win")]);
});

test("the oldest are forgotten", () => {
  const many = Array.from({ length: 2000 }, (_, place) => result(String(place), "loss"));
  const kept = noted(many, result("new", "win"));
  assert.equal(kept.length, 2000);
  assert.deepEqual([kept[0].table, kept[1999].table], ["1", "new"]);
});

test("wins in a row, near wins and days of the deal of the day are counted", () => {
  const kept = ["win", "win", "loss", "close win", "win"].map((ending, place) => result(String(place), ending));
  kept[0].daily = kept[1].daily = "2026-01-01";
  kept[2].daily = "2026-01-02";
  assert.deepEqual(tally(kept), {
    played: 5, won: 3, streak: 1, longest: 2, share: 60, close: 1, days: 1,
  });
});

test("results that were damaged count for nothing, and the others stay", () => {
  for (const damaged of [null, "", "{", "{}", "7", "null", "[7,null]", '[{"table":3,"ending":"win"}]', '[{"table":"a","ending":"x"}]']) {
    assert.deepEqual(resultsIn(damaged), [], String(damaged));
  }
  assert.deepEqual(resultsIn('[null,{"table":"a","ending":"win"}]'), [result("a", "win")]);
});

test("a draw ends a row of wins without being one", () => {
  const { won, streak, longest } = tally([result("a", "win"), result("b", "draw")]);
  assert.deepEqual({ won, streak, longest }, { won: 1, streak: 0, longest: 1 });
});
