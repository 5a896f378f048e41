import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Hex, hexToBytes, toRlp } from "viem";
import { RlpError, readBytes, readItem, readList, readQuantity } from "./rlp.ts";

const isRlpError = (message: string) => (error: unknown) =>
  error instanceof RlpError && error.name === "RlpError" && error.message === message;
const zeros = (bytes: number): Hex => `0x${"00".repeat(bytes)}`;

describe("readList", () => {
  it("finds what was encoded, of every length and kind", () => {
    const values: Hex[] = ["0x", "0x00", "0x7f", "0x80", zeros(55), zeros(56), zeros(255), zeros(70_000)];
    const bytes = hexToBytes(toRlp(values));
    assert.deepEqual(
      readList(bytes).map((item) => Buffer.from(readBytes(bytes, item)).toString("hex")),
      values.map((value) => value.slice(2)),
    );
  });

  it("tells lists from values", () => {
    const bytes = hexToBytes(toRlp([["0x01"], "0x01", []]));
    assert.deepEqual(
      readList(bytes).map(({ isList }) => isList),
      [true, false, true],
    );
    assert.throws(() => readBytes(bytes, readList(bytes)[0]), isRlpError("a list in the place of a value"));
    assert.throws(() => readBytes(bytes, readList(bytes)[3]), isRlpError("it ends early"));
  });

  for (const [what, message, hex] of [
    ["nothing", "it ends early", "0x"],
    ["a value", "not a list", "0x80"],
    ["something behind the list", "something follows it", "0xc000"],
    ["a list that ends early", "it ends early", "0xc2"],
    ["an item that ends early", "it ends early", "0xc182"],
    ["an item that reaches beyond its list", "it ends early", "0xc28301"],
    ["a byte that has a shorter encoding", "not the shortest encoding", "0xc28101"],
    ["a length that has a shorter encoding", "not the shortest encoding", `0xf839b837${"11".repeat(55)}`],
    ["a length that begins with zero", "not the shortest encoding", `0xf83bb90038${"11".repeat(56)}`],
    ["a list's length that has a shorter encoding", "not the shortest encoding", "0xf800"],
    ["a length of four bytes", "too long", `0xfb01000000${"00".repeat(8)}`],
    ["a length without all its bytes", "not the shortest encoding", "0xf9"],
  ] as const)
    it(`refuses ${what}`, () => {
      assert.throws(() => readList(hexToBytes(hex)), isRlpError(message));
    });

  it("reads no item at or behind the end that it was told", () => {
    const bytes = Uint8Array.of(1, 2);
    assert.deepEqual(readItem(bytes, 1, 2), { isList: false, from: 1, to: 2 });
    for (const end of [0, 1]) assert.throws(() => readItem(bytes, 1, end), isRlpError("it ends early"));
  });
});

describe("readQuantity", () => {
  it("reads numbers of any size, zero as no byte", () => {
    const values: Hex[] = ["0x", "0x01", "0xff", "0x1000", `0x${"ff".repeat(32)}`];
    const bytes = hexToBytes(toRlp(values));
    assert.deepEqual(
      readList(bytes).map((item) => readQuantity(bytes, item)),
      [0n, 1n, 255n, 4_096n, 2n ** 256n - 1n],
    );
  });

  it("refuses a number that begins with zero", () => {
    const bytes = hexToBytes(toRlp("0x0001"));
    assert.throws(
      () => readQuantity(bytes, readItem(bytes, 0, bytes.length)),
      isRlpError("a number that begins with zero"),
    );
  });
});
