import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { acceptsGzip, hasTag } from "./accepts.ts";

describe("acceptsGzip", () => {
  const cases: [string | undefined, boolean][] = [
    [undefined, false],
    ["", false],
    ["identity", false],
    ["gzip", true],
    ["GZIP", true],
    ["br, gzip;q=0.5", true],
    ["gzip;q=0", false],
    ["gzip;q=0, *", false],
    ["*", true],
    ["*;q=0", false],
    ["gzip;q=nonsense", false],
    ["deflate, gzip ;q=1.0", true],
  ];
  for (const [header, expected] of cases) {
    it(`is ${expected} for ${header}`, () => assert.equal(acceptsGzip(header), expected));
  }
});

describe("hasTag", () => {
  const cases: [string | undefined, boolean][] = [
    [undefined, false],
    ['"a"', true],
    ['W/"a"', true],
    ['"b", "a"', true],
    ["*", true],
    ['"b"', false],
    ["a", false],
  ];
  for (const [header, expected] of cases) {
    it(`is ${expected} for ${header}`, () => assert.equal(hasTag(header, '"a"'), expected));
  }
});
