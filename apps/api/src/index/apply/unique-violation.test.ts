import assert from "node:assert/strict";
import { it } from "node:test";
import { isUniqueViolation } from "./leader-session.ts";

it("a row with the key of another one is told from every other failure, on both engines", () => {
  const failures: [object, boolean][] = [
    [{ code: "ERR_SQLITE_ERROR", errcode: 2067 }, true],
    [{ code: "ERR_SQLITE_ERROR", errcode: 1555 }, true],
    // The disk is full, and a value is missing.
    [{ code: "ERR_SQLITE_ERROR", errcode: 13 }, false],
    [{ code: "ERR_SQLITE_ERROR", errcode: 1299 }, false],
    [{ code: "23505" }, true],
    [{ code: "23502" }, false],
    [{}, false],
  ];
  for (const [fields, isViolation] of failures)
    assert.equal(isUniqueViolation(Object.assign(new Error(), fields)), isViolation, JSON.stringify(fields));
});
