import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { deflateSync } from "node:zlib";
import { StatusList } from "@sd-jwt/jwt-status-list";
import { inflateCapped, TooLargeToInflate } from "../read-body.ts";
import {
  AGENTS_PER_LIST,
  findStatus,
  type StatusValue,
  setStatus,
  toListBytes,
  toListPlace,
} from "./status-list.ts";

const fromBase64Url = (text: string) => new Uint8Array(Buffer.from(text, "base64url"));

describe("status lists", () => {
  it("read and write the draft's vector of two bits, low bits first", async () => {
    const values: StatusValue[] = [1, 2, 0, 3, 0, 1, 0, 1, 1, 2, 3, 3];
    const bytes = await inflateCapped(fromBase64Url("eNo76fITAAPfAgc"), 3);
    assert.deepEqual(
      values.map((_, index) => findStatus(bytes, index)),
      values,
    );
    const written = toListBytes(values.length);
    for (const [index, value] of values.entries()) setStatus(written, index, value);
    assert.deepEqual(written, bytes);
    assert.equal(findStatus(bytes, 12), undefined);
  });

  it("inflate the draft's vector of one bit", async () => {
    assert.deepEqual([...(await inflateCapped(fromBase64Url("eNrbuRgAAhcBXQ"), 2))], [0xb9, 0xa3]);
  });

  it("are read alike by another implementation, also where values were overwritten", () => {
    const bytes = toListBytes(10_001);
    const values = Array.from(
      { length: 10_001 },
      (_, i) => ((i * 2_654_435_761) >>> 13) & 3,
    ) as StatusValue[];
    for (const [index] of values.entries()) setStatus(bytes, index, 3);
    for (const [index, value] of values.entries()) setStatus(bytes, index, value);
    const other = StatusList.decompressStatusList(deflateSync(bytes).toString("base64url"), 2);
    for (const [index, value] of values.entries()) {
      assert.equal(other.getStatus(index), value);
      assert.equal(findStatus(bytes, index), value);
    }
  });

  it("place agents by their numbers", () => {
    assert.deepEqual(toListPlace(AGENTS_PER_LIST - 1), { list: 0, index: AGENTS_PER_LIST - 1 });
    assert.deepEqual(toListPlace(AGENTS_PER_LIST), { list: 1, index: 0 });
    assert.deepEqual(toListPlace(2 ** 40 + 5), { list: 2 ** 20, index: 5 });
  });
});

describe("inflateCapped", () => {
  it("takes what just fits", async () => {
    const bytes = new Uint8Array(1_000).fill(7);
    assert.deepEqual(await inflateCapped(deflateSync(bytes), 1_000), bytes);
  });

  it("stops at the cap, however much a few bytes stand for", async () => {
    const bomb = deflateSync(new Uint8Array(64 * 1024 * 1024));
    await assert.rejects(inflateCapped(bomb, 262_144), TooLargeToInflate);
  });

  it("refuses what is cut short, or was never compressed", async () => {
    const whole = deflateSync(Buffer.from("x".repeat(500)));
    await assert.rejects(inflateCapped(whole.subarray(0, whole.length - 5), 1_000));
    await assert.rejects(inflateCapped(new Uint8Array([1, 2, 3]), 1_000));
  });
});
