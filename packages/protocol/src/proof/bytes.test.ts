import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isSame, toBytes, toHex } from "./bytes.ts";

describe("bytes", () => {
  it("are the same if every one of them is", () => {
    const bytes = Uint8Array.of(1, 2, 3);
    assert.equal(isSame(bytes, Uint8Array.of(1, 2, 3)), true);
    assert.equal(isSame(new Uint8Array(), new Uint8Array()), true);
    for (const other of [[1, 2], [1, 2, 3, 4], [0, 2, 3], [1, 2, 0], []])
      assert.equal(isSame(bytes, Uint8Array.from(other)), false, other.join());
  });

  it("are written in lower case, read in any, and refused if they are no hex", () => {
    assert.equal(toHex(toBytes("0x00ABcd")), "0x00abcd");
    assert.deepEqual(toBytes("0x"), new Uint8Array());
    for (const wrong of ["0x123", "0x12zz34", "0xzz", "0x12 34"] as const)
      assert.throws(() => toBytes(wrong), wrong);
  });
});
