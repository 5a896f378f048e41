import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { keccak_256 } from "@noble/hashes/sha3";
import { type Hex, keccak256, toRlp } from "viem";
import { encodeBlockHeader, readBlockHeader } from "./block-header.ts";
import { toHex } from "./bytes.ts";
import { RlpError } from "./rlp.ts";
import { UntrustedProof } from "./untrusted-proof.ts";

/** A block of Base, as a public node returns it. */
const BLOCK = JSON.parse(readFileSync(new URL("./testing/base-header.json", import.meta.url), "utf8"));

const read = (header: Hex) => readBlockHeader({ header, hash: keccak256(header) }, keccak_256);
const fails = (reason: string, message: string) => (error: unknown) =>
  error instanceof UntrustedProof && error.reason === reason && error.message === message;

describe("a header", () => {
  it("of a real block is encoded so that it has the block's hash", () => {
    assert.equal(keccak256(encodeBlockHeader(BLOCK)), BLOCK.hash);
  });

  it("of a real block is read", () => {
    const { stateRoot, ...rest } = readBlockHeader(
      { header: encodeBlockHeader(BLOCK), hash: BLOCK.hash.toUpperCase().replace("0X", "0x") },
      keccak_256,
    );
    assert.equal(toHex(stateRoot), BLOCK.stateRoot);
    assert.deepEqual(rest, {
      hash: BLOCK.hash,
      number: Number(BLOCK.number),
      timestamp: Number(BLOCK.timestamp),
    });
  });

  it("with an unknown field left out has another hash, and is refused as this block's", () => {
    const { requestsHash: _left, ...less } = BLOCK;
    const header = encodeBlockHeader(less);
    assert.throws(
      () => readBlockHeader({ header, hash: BLOCK.hash }, keccak_256),
      fails("header-hash", "The header does not have the hash that the proof gives for it."),
    );
  });

  it("has the fields of newer forks behind the known ones", () => {
    const newer = { ...BLOCK, blockAccessListHash: `0x${"11".repeat(32)}`, slotNumber: "0x0" };
    const header = encodeBlockHeader(newer);
    assert.ok(header.endsWith(`a0${"11".repeat(32)}80`));
    assert.equal(read(header).number, Number(BLOCK.number));
  });

  it("has no field that the node tells as null", () => {
    assert.equal(encodeBlockHeader({ ...BLOCK, slotNumber: null }), encodeBlockHeader(BLOCK));
  });

  it("that no node would tell so is not encoded", () => {
    assert.throws(
      () => encodeBlockHeader({ ...BLOCK, stateRoot: 7 }),
      (error) => error instanceof RlpError && error.message === "the block's stateRoot is not hexadecimal",
    );
  });

  const items = (at: number, value: Hex | Hex[]) =>
    toRlp(
      Array.from({ length: 15 }, (_, i) =>
        i === at ? value : i === 3 ? (`0x${"22".repeat(32)}` as Hex) : "0x01",
      ),
    );
  it("of an older fork is read, with numbers up to the largest exact one", () => {
    const { number, timestamp } = read(items(8, `0x1f${"ff".repeat(6)}`));
    assert.deepEqual([number, timestamp], [Number.MAX_SAFE_INTEGER, 1]);
  });

  for (const [what, message, header] of [
    ["is no list", "not a list", "0x80"],
    ["has too few fields", "it ends early", toRlp(["0x01", "0x01"])],
    ["has a short state root", "a root of another length", items(3, "0x22")],
    ["has a list for a number", "a list in the place of a value", items(8, [])],
    ["has a number that begins with zero", "a number that begins with zero", items(8, "0x0001")],
    ["has a number beyond all blocks", "a number that is too large", items(8, `0x20${"00".repeat(6)}`)],
    ["has a time beyond all times", "a number that is too large", items(11, `0x${"ff".repeat(8)}`)],
  ] as [string, string, Hex][])
    it(`that ${what} is refused`, () => {
      assert.throws(() => read(header), fails("malformed", `The header cannot be read: ${message}.`));
    });
});
