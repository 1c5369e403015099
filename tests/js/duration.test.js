import assert from "node:assert/strict";
import test from "node:test";

import { duration } from "../../src/sobremesa/table/static/duration.js";

test("a clock shows minutes, hours or days, whichever is needed", () => {
  const days = "{days} d {hours} h";
  assert.deepEqual([0, 9, 60, 600, 3599, 3600, 36_061, 86_399].map((one) => duration(one, days)),
    ["0:00", "0:09", "1:00", "10:00", "59:59", "1:00:00", "10:01:01", "23:59:59"]);
  assert.deepEqual([86_400, 3 * 86_400 - 1].map((one) => duration(one, days)), ["1 d 0 h", "2 d 23 h"]);
});
