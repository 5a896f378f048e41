import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseRange } from "./send-file.ts";

const CASES: [header: string | undefined, expected: ReturnType<typeof parseRange>][] = [
  [undefined, undefined],
  ["bytes=0-0", { first: 0, last: 0 }],
  ["bytes=10-", { first: 10, last: 99 }],
  ["bytes=10-19", { first: 10, last: 19 }],
  ["bytes=90-1000", { first: 90, last: 99 }],
  ["bytes=-10", { first: 90, last: 99 }],
  ["bytes=-1000", { first: 0, last: 99 }],
  ["bytes=99-", { first: 99, last: 99 }],
  ["bytes=100-", "none"],
  ["bytes=-0", "none"],
  ["bytes=20-10", undefined],
  ["bytes=-", undefined],
  ["bytes=0-1,5-6", undefined],
  ["lines=0-1", undefined],
  ["bytes=9999999999999999-", undefined],
];

describe("the range of a file of 100 bytes", () => {
  for (const [header, expected] of CASES)
    it(`is ${JSON.stringify(expected) ?? "the whole"} for ${header ?? "no header"}`, () => {
      assert.deepEqual(parseRange(header, 100), expected);
    });
});
