import assert from "node:assert/strict";
import test from "node:test";

import { nextScene } from "../../src/sobremesa/table/static/scene.js";
import { stage } from "../../src/sobremesa/table/static/stage.js";
import { FakeElement, layOut } from "./page.js";

layOut();

const WHOLE = {
  nodes: {
    "": '<g><i n="table"/><i n="hand"/></g>',
    table: '<g id="table"><i n="tile-b"/></g>', hand: '<g id="hand"><i n="tile-a"/><i n="tile-c"/></g>',
    "tile-a": '<g id="tile-a" transform="translate(1 1)">A</g>',
    "tile-b": '<g id="tile-b" transform="translate(2 2)">B</g>',
    "tile-c": '<g id="tile-c" transform="translate(3 3)">C</g>',
  },
  symbols: { face: "<path/>" }, told: ["A table", "Nothing happened."], size: ["wide", 100, 50],
};

function set() {
  const holder = new FakeElement("div");
  let prepared = 0;
  const drawn = stage(holder, () => { prepared += 1; });
  let scene = null;
  return {
    holder,
    prepared: () => prepared,
    show(next) {
      scene = nextScene(next.size ? null : scene, next);
      drawn.show(scene);
      return holder.children[0];
    },
  };
}

function find(drawing, id) {
  return drawing.getElementsByTagNameNS("", "g").find((one) => one.getAttribute("id") === id);
}

// What a scene looks like that is shown at once.
function atOnce(...changes) {
  const scene = changes.reduce((old, change) => nextScene(old, change), null);
  const holder = new FakeElement("div");
  stage(holder, () => {}).show(scene);
  return holder.children[0].markup;
}

test("things stand where their marks stood", () => {
  const drawing = set().show(WHOLE);
  assert.equal(drawing.getElementsByTagNameNS("", "i").length, 0);
  assert.deepEqual(find(drawing, "hand").children.map((one) => one.getAttribute("id")), ["tile-a", "tile-c"]);
  const [title, desc, defs] = drawing.children;
  assert.deepEqual([title.textContent, desc.textContent], WHOLE.told);
  assert.deepEqual(defs.children.map((one) => one.getAttribute("id")), ["face"]);
  assert.equal(drawing.getAttribute("viewBox"), "0 0 100 50");
});

test("what only moved stays the same element", () => {
  const one = set();
  const tile = find(one.show(WHOLE), "tile-a");
  const drawing = one.show({ moved: { "tile-a": "translate(9 9)" } });
  assert.equal(find(drawing, "tile-a"), tile);
  assert.equal(tile.getAttribute("transform"), "translate(9 9)");
  assert.equal(one.prepared(), 1);
});

test("a thing that goes from one place to another is carried there", () => {
  const one = set();
  const change = {
    nodes: { table: '<g id="table"><i n="tile-b"/><i n="tile-a"/></g>', hand: '<g id="hand"><i n="tile-c"/></g>' },
    moved: { "tile-a": "translate(5 5)" },
  };
  const tile = find(one.show(WHOLE), "tile-a");
  const drawing = one.show(change);
  assert.equal(find(drawing, "tile-a"), tile);
  assert.equal(tile.parentNode.getAttribute("id"), "table");
  assert.equal(drawing.markup, atOnce(WHOLE, change));
});

test("what went is gone, what came is there, and what comes back is made anew", () => {
  const one = set();
  one.show(WHOLE);
  const away = { nodes: { hand: '<g id="hand"><i n="tile-c"/></g>' }, went: ["tile-a"] };
  const back = { nodes: { hand: WHOLE.nodes.hand, "tile-a": '<g id="tile-a" transform="translate(7 7)">A</g>' } };
  assert.equal(find(one.show(away), "tile-a"), undefined);
  assert.equal(one.show(back).markup, atOnce(WHOLE, away, back));
});

test("a face is defined once", () => {
  const one = set();
  one.show(WHOLE);
  const drawing = one.show({ symbols: { face: "<path/>", other: "<circle/>" } });
  assert.equal(drawing.children[2].markup.match(/id="face"/g).length, 1);
  assert.match(drawing.children[2].markup, /id="other"/);
});

test("another size begins a new drawing", () => {
  const one = set();
  const first = one.show(WHOLE);
  assert.equal(one.show({ ...WHOLE, told: ["A table", "Still nothing."] }), first);
  assert.notEqual(one.show({ ...WHOLE, size: ["tall", 50, 100] }), first);
  assert.equal(one.prepared(), 2);
});

test("what was moved and is told whole again stands where it is told", () => {
  const one = set();
  one.show(WHOLE);
  one.show({ moved: { "tile-a": "translate(9 9)" } });
  assert.equal(find(one.show(WHOLE), "tile-a").getAttribute("transform"), "translate(1 1)");
});

test("any way of changes leads to what is shown at once", () => {
  // A small generator of numbers, so that a failure comes again.
  let seed = 7;
  const below = (most) => { seed = (seed * 48271) % 2147483647; return seed % most; };
  const tiles = ["a", "b", "c", "d", "e", "f"];
  // Each tile lies in the hand, on the table or nowhere, at some place, with some face.
  const random = () => {
    const nodes = { "": WHOLE.nodes[""] };
    const lies = { table: [], hand: [] };
    for (const tile of tiles) {
      const where = ["table", "hand", ""][below(3)];
      if (!where) continue;
      lies[where].push(`<i n="tile-${tile}"/>`);
      nodes[`tile-${tile}`] = [`<g id="tile-${tile}"`, `translate(${below(3)} 0)`, `>${"XY"[below(2)]}</g>`];
    }
    for (const where of ["table", "hand"]) nodes[where] = `<g id="${where}">${lies[where].join("")}</g>`;
    return nodes;
  };
  const text = (node) => (typeof node === "string" ? node : `${node[0]} transform="${node[1]}"${node[2]}`);
  const difference = (old, now) => {
    const change = { nodes: {}, moved: {}, went: Object.keys(old).filter((id) => !(id in now)) };
    for (const [id, node] of Object.entries(now)) {
      if (id in old && text(old[id]) === text(node)) continue;
      if (Array.isArray(node) && old[id] && old[id][2] === node[2]) change.moved[id] = node[1];
      else change.nodes[id] = text(node);
    }
    return change;
  };
  const one = set();
  let old = {};
  for (let step = 0; step < 200; step += 1) {
    const now = random();
    const change = difference(old, now);
    if (step === 0) Object.assign(change, { size: WHOLE.size, told: WHOLE.told });
    const whole = { ...difference({}, now), size: WHOLE.size, told: WHOLE.told };
    assert.equal(one.show(change).markup, atOnce(whole), `step ${step}`);
    old = now;
  }
});
