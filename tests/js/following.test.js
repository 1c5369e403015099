import assert from "node:assert/strict";
import test from "node:test";

import { begun, followed, unfolded } from "../../src/sobremesa/table/static/following.js";

function whole(more = {}) {
  return {
    number: 5, hand: 1, headline: "Your turn", log: ["one", "two"], moves: [{ move: 3, touches: ["pass"] }],
    folded: null, clock: null,
    scene: { nodes: { "": "<g/>" }, told: ["t", "d"], size: ["wide", 10, 5] }, ...more,
  };
}

const FOLDED = { touches: ["tile:a", "cell:1", "cell:2"], moves: [[70, 0, 1], [71, 0, 2]] };
const UNFOLDED = [{ move: 70, touches: ["tile:a", "cell:1"] }, { move: 71, touches: ["tile:a", "cell:2"] }];

test("folded moves get their touches back", () => {
  assert.deepEqual(unfolded(FOLDED), UNFOLDED);
  assert.deepEqual(unfolded({ touches: [], moves: [[4]] }), [{ move: 4, touches: [] }]);
  assert.deepEqual(begun(whole({ folded: FOLDED, moves: [] })).moves, UNFOLDED);
});

test("what is not said since is as it was", () => {
  const old = begun(whole());
  const now = followed(old, { number: 6, since: 5, headline: "Wait", clock: null, scene: {} });
  assert.equal(now.headline, "Wait");
  assert.deepEqual(now.log, ["one", "two"]);
  assert.deepEqual(now.moves, old.moves);
  assert.deepEqual(now.scene, old.scene);
  assert.equal(now.number, 6);
  assert.ok(!("since" in now) && !("more" in now));
});

test("the log goes on behind the lines that stay", () => {
  const old = begun(whole());
  const log = (more) => followed(old, { number: 6, since: 5, more, scene: {} }).log;
  assert.deepEqual(log([2, ["three"]]), ["one", "two", "three"]);
  assert.deepEqual(log([1, ["two, and more"]]), ["one", "two, and more"]);
  assert.deepEqual(log([0, []]), []);
  assert.deepEqual(old.log, ["one", "two"]);
});

test("moves that come folded are unfolded, and go when they are no longer", () => {
  const old = begun(whole());
  const many = followed(old, { number: 6, since: 5, moves: [], folded: FOLDED, scene: {} });
  assert.deepEqual(many.moves, UNFOLDED);
  // The server says only what changed: its list of moves was empty before and is empty now.
  const none = followed(many, { number: 7, since: 6, folded: null, scene: {} });
  assert.deepEqual(none.moves, []);
  const few = followed(many, { number: 7, since: 6, folded: null, moves: [{ move: 1, touches: ["pass"] }], scene: {} });
  assert.deepEqual(few.moves, [{ move: 1, touches: ["pass"] }]);
  // Unsaid, what was folded is still there.
  assert.deepEqual(followed(many, { number: 7, since: 6, scene: {} }).moves, UNFOLDED);
});

test("the scene goes on, and the old message keeps its own", () => {
  const old = begun(whole());
  const now = followed(old, { number: 6, since: 5, scene: { nodes: { "tile-a": "<g id='tile-a'/>" } } });
  assert.deepEqual([...now.scene.nodes.keys()], ["", "tile-a"]);
  assert.deepEqual([...old.scene.nodes.keys()], [""]);
});
