import assert from "node:assert/strict";
import { test } from "node:test";

import { FACES, faceOf, faceOfName } from "../../src/sobremesa/table/static/faces.js";

test("a name has a face, the same everywhere, and a choice goes before it", () => {
  assert.equal(faceOfName("Inés"), faceOfName("Inés"));
  for (const name of ["", "Ana", "Ștefan", "😀"]) assert.ok(faceOfName(name) >= 0 && faceOfName(name) < FACES);
  assert.equal(faceOf(3, "Ana"), 3);
  for (const wrong of [-1, FACES, 1.5, "3", null, undefined, NaN]) assert.equal(faceOf(wrong, "Ana"), faceOfName("Ana"));
});
