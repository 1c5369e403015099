import assert from "node:assert/strict";
import test from "node:test";

import { nextScene } from "../../src/sobremesa/table/static/scene.js";

const FIRST = nextScene(null, {
  nodes: { "": '<g><i n="a"/><i n="b"/></g>', a: "<g>A</g>", b: "<g>B</g>" },
  symbols: { face: "<path/>" }, told: ["A table", "Nothing happened."], size: ["wide", 100, 50],
});

test("a whole scene has what it says", () => {
  assert.deepEqual([...FIRST.nodes.keys()], ["", "a", "b"]);
  assert.deepEqual(FIRST.nodes.get("a"), { markup: "<g>A</g>", place: null });
  assert.deepEqual([...FIRST.symbols], [["face", "<path/>"]]);
  assert.deepEqual(FIRST.size, ["wide", 100, 50]);
});

test("nothing said is nothing changed", () => {
  assert.deepEqual(nextScene(FIRST, {}), FIRST);
});

test("things come, change, move and go; faces stay", () => {
  const next = nextScene(FIRST, {
    nodes: { "": '<g><i n="a"/><i n="c"/></g>', c: "<g>C</g>" }, moved: { a: "translate(3 4)" },
    went: ["b"], symbols: { other: "<circle/>" }, told: ["A table", "C came."],
  });
  assert.deepEqual([...next.nodes.keys()], ["", "a", "c"]);
  assert.deepEqual(next.nodes.get("a"), { markup: "<g>A</g>", place: "translate(3 4)" });
  assert.deepEqual([...next.symbols.keys()], ["face", "other"]);
  assert.deepEqual(next.told, ["A table", "C came."]);
  assert.deepEqual(next.size, FIRST.size);
});

test("what was moved and is written anew stands where it is written", () => {
  const moved = nextScene(FIRST, { moved: { a: "translate(3 4)" } });
  const anew = nextScene(moved, { nodes: { a: "<g>A2</g>" } });
  assert.deepEqual(anew.nodes.get("a"), { markup: "<g>A2</g>", place: null });
});

test("a scene does not change when another follows it", () => {
  const before = structuredClone(FIRST);
  nextScene(FIRST, { nodes: { a: "<g/>" }, moved: { b: "translate(1 1)" }, went: [""], symbols: { face: "x" } });
  assert.deepEqual(FIRST, before);
});

test("what is not there cannot move", () => {
  assert.throws(() => nextScene(FIRST, { moved: { z: "translate(1 1)" } }), /z moved/);
});
