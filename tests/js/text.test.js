import assert from "node:assert/strict";
import test from "node:test";

import { counted, cutAtNames, fill } from "../../src/sobremesa/table/static/text.js";

test("a sentence has its holes filled, each as often as it is there", () => {
  assert.equal(fill("{name} gives {name} {count}.", { name: "Ana", count: 0 }), "Ana gives Ana 0.");
  assert.equal(fill("no hole", {}), "no hole");
});

test("what is filled in is not filled again", () => {
  assert.equal(fill("{one}", { one: "{two}", two: "x" }), "{two}");
});

test("names of tiles, pieces and clauses stand between the words", () => {
  assert.deepEqual(cutAtNames("6-4 fits, as 0-0-1-2 and 5|1 do"), ["", "6-4", " fits, as ", "0-0-1-2", " and ", "5|1", " do"]);
  assert.deepEqual(cutAtNames("Try it. (T42-R01)"), ["Try it. (", "T42-R01", ")"]);
  assert.deepEqual(cutAtNames("a well-laid table - 3"), ["a well-laid table - 3"]);
});

test("a sentence that goes by a number takes the form of its language", () => {
  const english = { 1: "{count} day", 2: "{count} days" };
  assert.deepEqual([0, 1, 2, 21].map((count) => counted(english, count, "en")),
    ["0 days", "1 day", "2 days", "21 days"]);
  // The same forms serve another number in French: none is one.
  assert.equal(counted({ 1: "{count} jour", 2: "{count} jours" }, 0, "fr"), "0 jour");
  const romanian = { 1: "{count} zi", 2: "{count} zile", 20: "{count} de zile" };
  assert.deepEqual([0, 1, 19, 20, 101, 121].map((count) => counted(romanian, count, "ro")),
    ["0 zile", "1 zi", "19 zile", "20 de zile", "101 zile", "121 de zile"]);
});

test("a number whose form is missing takes that of twenty", () => {
  // Spanish has a form of its own for millions.
  assert.equal(counted({ 1: "{count} día", 20: "{count} días" }, 1000000, "es"), "1000000 días");
});
