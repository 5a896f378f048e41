import assert from "node:assert/strict";
import { describe, it, mock } from "node:test";
import { InexactNumberError, parseExactJson } from "./exact-json.ts";

describe("parseExactJson", () => {
  it("keeps every digit of a whole number beyond 2^53", () => {
    for (const sum of [
      2n ** 53n,
      2n ** 53n + 1n,
      2n ** 64n,
      2n ** 64n + 1n,
      2n ** 256n - 1n,
      -(2n ** 53n) - 1n,
    ]) {
      assert.equal(parseExactJson(String(sum)), sum);
      assert.deepEqual(parseExactJson(`{"a": [ ${sum},{"b":${sum}}]}`), { a: [sum, { b: sum }] });
      // Each alone, since one such number in an answer makes all of it be read with care.
      assert.deepEqual(parseExactJson(`{"a": ${sum}}`), { a: sum });
      assert.deepEqual(parseExactJson(`{"a":${sum}}`), { a: sum });
      assert.deepEqual(parseExactJson(`[${sum}]`), [sum]);
      assert.deepEqual(parseExactJson(`[1,${sum}]`), [1, sum]);
    }
  });

  it("reads everything else as JSON.parse does", () => {
    for (const text of [
      `{"amount":${Number.MAX_SAFE_INTEGER},"rate":0.12345678901234567,"small":1e3,"minus":-9007199254740991}`,
      `["9007199254740993","0x12345678901234567890",null,true,{"__proto__":1}]`,
    ])
      assert.deepEqual(parseExactJson(text), JSON.parse(text));
    assert.throws(() => parseExactJson("<html>"), SyntaxError);
    assert.throws(() => parseExactJson('{"sum":90071992547409931'), SyntaxError);
  });

  it("refuses a number beyond 2^53 whose digits are not known", () => {
    for (const text of [
      "[1e300]",
      "[12e300]",
      "[1.5E300]",
      '{"sum":9007199254740993.5}',
      '{"sum":-9007199254740993.5}',
      "[1e999]",
    ])
      assert.throws(() => parseExactJson(text), {
        name: "InexactNumberError",
        message: "It holds a number beyond 2^53 that is not written in whole digits",
      });
  });

  it("refuses what an engine without the source of numbers would round", () => {
    const parse = JSON.parse;
    const withoutSource = mock.method(
      JSON,
      "parse",
      (text: string, revive?: (k: string, v: unknown) => unknown) =>
        parse(text, revive && ((key, value) => revive(key, value))),
    );
    assert.throws(
      () => parseExactJson('{"sum":9007199254740993}'),
      new InexactNumberError("It holds sums beyond 2^53, which this JavaScript engine cannot read exactly"),
    );
    assert.deepEqual(parseExactJson('{"sum":9007199254740991}'), { sum: Number.MAX_SAFE_INTEGER });
    withoutSource.mock.restore();
  });
});
