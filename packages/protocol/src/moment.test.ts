import assert from "node:assert/strict";
import { test } from "node:test";
import { findMoment } from "./moment.ts";

test("moments without a zone are UTC", () => {
  assert.equal(findMoment("2026-03-31")?.toISOString(), "2026-03-31T00:00:00.000Z");
  assert.equal(findMoment("2026-03-31T18:00")?.toISOString(), "2026-03-31T18:00:00.000Z");
  assert.equal(findMoment("2026-03-31T18:00Z")?.toISOString(), "2026-03-31T18:00:00.000Z");
  assert.equal(findMoment("2026-03-31T18:00:00+02:00")?.toISOString(), "2026-03-31T16:00:00.000Z");
});

test("what is no moment, or no day of the calendar, is none", () => {
  for (const bad of ["", "yesterday", "31.3.2026", "2026", "2026-13-01", "2026-02-30", "2026-03-31T25:00Z"])
    assert.equal(findMoment(bad), undefined, bad);
});
