import assert from "node:assert/strict";
import { test } from "node:test";

import { daysIn, daysInRow, week, withDay } from "../../src/sobremesa/table/static/days.js";

/** @param {string} ending @param {string} [table] */
function outcome(ending, table = "a") {
  return { ending, points: [], table };
}

test("what is kept of days is read again, and what is damaged counts for nothing", () => {
  const days = withDay({}, "2026.11.18", "block", outcome("win"));
  assert.deepEqual(daysIn(JSON.stringify(days)), days);
  for (const damaged of [null, "", "{", "[]", "7", "null", '"x"', '{"2026.11.18":7}', '{"x":{"block":{"ending":"win"}}}',
    '{"2026.11.18":{"block":{"ending":"won","points":[],"table":"a"}}}', '{"2026.11.18":{"block":null}}',
    '{"2026.11.18":{"block":{"ending":"win","points":"12","table":"a"}}}']) {
    assert.deepEqual(daysIn(damaged), {}, String(damaged));
  }
});

test("the first outcome of a day stays, unless the same table ends better", () => {
  const first = withDay({}, "2026.11.18", "block", outcome("loss"));
  assert.equal(withDay(first, "2026.11.18", "block", outcome("win", "b"))["2026.11.18"].block.ending, "loss");
  assert.equal(withDay(first, "2026.11.18", "block", outcome("win"))["2026.11.18"].block.ending, "win");
});

test("days in a row go over the ends of months, and today may still come", () => {
  let days = {};
  for (const date of ["2026.02.27", "2026.02.28", "2026.03.01"]) days = withDay(days, date, "block", outcome("loss"));
  assert.equal(daysInRow(days, "2026.03.01"), 3);
  assert.equal(daysInRow(days, "2026.03.02"), 3);
  assert.equal(daysInRow(days, "2026.03.03"), 0);
  assert.equal(daysInRow({}, "2026.03.03"), 0);
  assert.equal(week(days, "2026.03.01", "block"), "····○○○");
  assert.equal(week(days, "2026.03.01", "draw"), "·······");
});

test("only so many days are kept", () => {
  let days = {};
  for (let year = 2000; year < 2500; year += 1) days = withDay(days, `${year}.01.01`, "block", outcome("win"));
  assert.equal(Object.keys(days).length, 400);
  assert.ok("2499.01.01" in days);
});
