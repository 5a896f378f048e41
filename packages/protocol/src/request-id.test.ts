import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseRequestId, parseTraceId } from "./request-id.ts";

const TRACE_ID = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT_ID = "00f067aa0ba902b7";

describe("parseTraceId", () => {
  for (const [given, title] of [
    [`00-${TRACE_ID}-${PARENT_ID}-01`, "of today's version"],
    [`00-${TRACE_ID}-${PARENT_ID}-00`, "of a trace that is not sampled"],
    [`cc-${TRACE_ID}-${PARENT_ID}-01-what-comes-later`, "of a later version with more fields"],
    [`cc-${TRACE_ID}-${PARENT_ID}-01`, "of a later version without"],
  ] as const) {
    it(`takes the id ${title}`, () => assert.equal(parseTraceId(given), TRACE_ID));
  }

  for (const given of [
    undefined,
    null,
    "",
    TRACE_ID,
    `ff-${TRACE_ID}-${PARENT_ID}-01`,
    `00-${TRACE_ID}-${PARENT_ID}-01-more`,
    `cc-${TRACE_ID}-${PARENT_ID}-01more`,
    `00-${TRACE_ID.toUpperCase()}-${PARENT_ID}-01`,
    `00-${"0".repeat(32)}-${PARENT_ID}-01`,
    `00-${TRACE_ID}-${"0".repeat(16)}-01`,
    `00-${TRACE_ID}-${PARENT_ID}`,
    `00-${TRACE_ID}-${PARENT_ID}-1`,
    ` 00-${TRACE_ID}-${PARENT_ID}-01`,
    `cc-${TRACE_ID}-${PARENT_ID}-01-${"x".repeat(300)}`,
  ]) {
    it(`finds none in ${String(given).slice(0, 70)}`, () => assert.equal(parseTraceId(given), undefined));
  }
});

describe("parseRequestId", () => {
  for (const given of ["a", "Za-9_.", "x".repeat(128)])
    it(`takes ${given.slice(0, 20)}`, () => assert.equal(parseRequestId(given), given));

  for (const given of [undefined, null, "", "x".repeat(129), "a b", "a\n", '"}', "\u001b[2J", "ä", "a/b"])
    it(`ignores ${JSON.stringify(given)?.slice(0, 20)}`, () =>
      assert.equal(parseRequestId(given), undefined));
});
