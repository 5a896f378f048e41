import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { acceptsGzip } from "./stored-response.ts";

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
    it(`says ${expected} for an Accept-Encoding of ${header}`, () =>
      assert.equal(acceptsGzip(header), expected));
  }
});
