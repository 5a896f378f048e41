import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { testBlock } from "../testing/test-block.ts";
import { createHeaders, parseHeader } from "./node-answers.ts";

const block = testBlock({ number: 7, timestamp: 1_700_000_000 });
const lie = { ...block, timestamp: "0x1" };
/** A field that this code does not know makes another hash of it. */
const later = { ...lie, beaconWord: "0x2a" };
const refusal = { kind: "untrue", message: "The header of block 7 does not give its hash" };

describe("headers", () => {
  it("must give their hash", () => {
    const { parse } = createHeaders();
    assert.equal(parse(block).hash, block.hash);
    assert.throws(() => parse(lie), refusal);
    assert.throws(() => parse(later), refusal);
    assert.throws(() => parse({ ...block, extraData: 5 }), refusal);
    for (const nothing of [null, "0x", {}]) assert.throws(() => parse(nothing), { kind: "untrue" });
  });

  it("are taken as they come if the newest of every node has fields that are not known, until one fits", () => {
    const changes: string[] = [];
    const headers = createHeaders({ onChange: (hashes) => changes.push(hashes) });
    headers.learn([later, undefined]);
    assert.equal(headers.hashes(), "as-told");
    assert.equal(headers.parse(lie).timestamp, 1);
    headers.learn([]);
    headers.learn([later, later]);
    headers.learn([later, block]);
    assert.throws(() => headers.parse(later), refusal);
    assert.deepEqual(changes, ["as-told", "recomputed"]);
  });

  it("that merely do not fit are lies, and not of a later fork", () => {
    const headers = createHeaders();
    headers.learn([lie, later]);
    assert.equal(headers.hashes(), "recomputed");
  });

  it("with further fields that are no part of them fit all the same", () => {
    const headers = createHeaders();
    const stated = { ...block, transactions: [], size: "0x2", l1BlockNumber: "0x3" };
    headers.learn([stated]);
    assert.equal(headers.hashes(), "recomputed");
    assert.equal(headers.parse(stated).number, 7);
  });

  it("are read alone by the same rules", () => {
    assert.equal(parseHeader(block).number, 7);
    assert.equal(parseHeader(later).number, 7);
    assert.throws(() => parseHeader(lie), refusal);
  });
});
