import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import test from "node:test";

import { digest } from "../../src/sobremesa/table/static/digest.js";

test("a digest is the one that everybody else makes", () => {
  for (const text of ["", "abc", "ș".repeat(31), ...Array.from({ length: 140 }, (_, length) => "x".repeat(length))]) {
    assert.equal(digest(text), createHash("sha256").update(text).digest("hex"), text);
  }
});
