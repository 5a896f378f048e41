import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { keccak_256 as keccak256 } from "@noble/hashes/sha3";
import { bytesToHex, type Hex, hexToBytes, toRlp } from "viem";
import { branch, encode, extension, leaf, type Path, type Rlp } from "./testing/make-trie.ts";
import { readTrieProof } from "./trie-proof.ts";
import { UntrustedProof } from "./untrusted-proof.ts";

const isRefused = (message: string) => (error: unknown) =>
  error instanceof UntrustedProof &&
  error.name === "UntrustedProof" &&
  error.reason === "proof" &&
  error.message === `proof: ${message}`;

function read(key: Path, nodes: Rlp[]) {
  const proof = nodes.map(encode).filter((bytes, index) => index === 0 || bytes.length >= 32);
  const root = keccak256(proof[0] ?? assert.fail("no node"));
  const value = readTrieProof({ root, key: hexToBytes(`0x${key}`), proof, keccak256 });
  return value === null ? null : bytesToHex(value);
}

const KEY: Path = `${"12".repeat(31)}34`;
const LONG: Hex = `0x${"ab".repeat(40)}`;
const other = (at: number): Path => `${KEY.slice(0, at)}f${KEY.slice(at + 1)}`;

describe("readTrieProof", () => {
  const [odd, even] = [leaf(KEY.slice(1), LONG), leaf(KEY.slice(2), LONG)];
  const top = branch({ 1: odd, 9: leaf("0".repeat(63), LONG) });
  const short = leaf(KEY.slice(1, 60), LONG);
  const below = branch({ 3: leaf("4", "0x0a"), 5: leaf("6", "0x0b") });
  const long = branch({ 2: leaf(KEY.slice(4), LONG), 7: even });

  for (const [what, key, nodes, expected] of [
    ["a value at the root", KEY, [leaf(KEY, "0x0c")], "0x0c"],
    ["a value below a branch", KEY, [top, odd], LONG],
    ["a value in a node that stands in its parent", KEY, [extension(KEY.slice(0, 62), below), below], "0x0a"],
    [
      "a value below an extension of odd length",
      KEY,
      [extension("121", long), long, leaf(KEY.slice(4), LONG)],
      LONG,
    ],
    ["nothing in an empty place of a branch", other(0), [top], null],
    ["nothing if the leaf there is another key's", other(63), [top, odd], null],
    ["nothing if an extension leads elsewhere", other(3), [extension(KEY.slice(0, 62), below)], null],
    ["nothing if the leaf at the root is another key's", other(9), [leaf(KEY, "0x0c")], null],
    ["nothing if the leaf ends before the key", KEY, [branch({ 1: short }), short], null],
  ] as [string, Path, Rlp[], Hex | null][])
    it(`finds ${what}`, () => {
      assert.equal(read(key, nodes), expected);
    });

  it("takes an empty trie told by no node, or by the empty one", () => {
    const root = keccak256(Uint8Array.of(0x80));
    const [key, empty] = [new Uint8Array(32), Uint8Array.of(0x80)];
    assert.equal(readTrieProof({ root, key, proof: [], keccak256 }), null);
    assert.equal(readTrieProof({ root, key, proof: [empty], keccak256 }), null);
    const refused = (proof: Uint8Array[], message: string) =>
      assert.throws(() => readTrieProof({ root, key, proof, keccak256 }), isRefused(message));
    refused([empty, empty], "nodes left over");
    refused([Uint8Array.of(0x81)], "node 0 has another hash");
  });

  it("refuses bits turned, and nodes left out, put in, or in another's place", () => {
    const proof = [extension("121", long), long, leaf(KEY.slice(4), LONG)].map(encode);
    const [root, key] = [keccak256(proof[0] ?? assert.fail()), hexToBytes(`0x${KEY}`)];
    const refuse = (nodes: Uint8Array[], message: string) =>
      assert.throws(() => readTrieProof({ root, key, proof: nodes, keccak256 }), isRefused(message));
    for (const [index, node] of proof.entries()) {
      for (let bit = 0; bit < node.length * 8; bit += 3) {
        const turned = Uint8Array.from(node);
        turned[bit >> 3] = (turned[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        refuse(proof.with(index, turned), `node ${index} has another hash`);
      }
      refuse(proof.slice(0, index), "ends early");
      refuse(
        proof.toSpliced(index, 0, node),
        index === 2 ? "nodes left over" : `node ${index + 1} has another hash`,
      );
    }
    refuse([...proof, proof[0] as Uint8Array], "nodes left over");
  });

  it("refuses nodes left over behind what proves that there is nothing", () => {
    const spare = leaf("", LONG);
    for (const [key, nodes] of [
      [other(0), [branch({ 1: odd }), spare]],
      [other(3), [extension("12123", below), spare]],
      [other(9), [leaf(KEY, "0x0c"), spare]],
    ] as [Path, Rlp[]][])
      assert.throws(() => read(key, nodes), isRefused("nodes left over"));
  });

  // A liar may make nodes of its own, but only below a root that is vouched for. Here it has made that, too.
  const hash: Hex = `0x${"11".repeat(32)}`;
  for (const [what, message, node] of [
    ["a node of three items", "a node of neither two nor seventeen items", toRlp(["0x20", "0x01", "0x02"])],
    ["a path of no known kind", "a path of no known kind", toRlp(["0x40", "0x01"])],
    ["a path without a byte", "a path of no known kind", toRlp(["0x", "0x01"])],
    [
      "a path that is not filled up with zero",
      "a path that is not filled up with zero",
      toRlp([`0x21${"00".repeat(32)}`, "0x01"]),
    ],
    ["a leaf beyond the key", "a path longer than the key", toRlp([`0x20${"00".repeat(33)}`, "0x01"])],
    ["an extension beyond the key", "a path longer than the key", toRlp([`0x10${"00".repeat(32)}`, hash])],
    ["an extension of no length", "an extension of no length", toRlp(["0x00", hash])],
    ["a reference that is no hash", "a reference that is no hash", toRlp(["0x10", "0x1122"])],
    ["a value that is a list", "a list in the place of a value", toRlp([`0x20${"00".repeat(32)}`, ["0x01"]])],
    ["a path that is a list", "a list in the place of a value", toRlp([["0x20"], "0x01"])],
    ["a value in the place of a node", "a value in the place of a node", "0x8401020304"],
    ["bytes behind the node", "bytes behind a node", `${toRlp(["0x20", "0x01"])}00`],
    ["an item that ends early", "it ends early", "0xc382"],
  ] as [string, string, Hex][])
    it(`refuses ${what}`, () => {
      const bytes = hexToBytes(node);
      const input = { root: keccak256(bytes), key: new Uint8Array(32), proof: [bytes], keccak256 };
      assert.throws(() => readTrieProof(input), isRefused(message));
    });

  it("refuses a branch below the end of the key", () => {
    const last = branch({});
    const key = "0".repeat(64);
    // An extension over the whole key, and a branch behind it; then the same, one step higher.
    assert.throws(() => read(key, [extension(key, last), last]), isRefused("a path longer than the key"));
    assert.equal(read(key, [extension(key.slice(1), last), last]), null);
  });

  it("passes on what is no fault of the proof", () => {
    const keccakOfAnother = () => {
      throw new TypeError("not a function of ours");
    };
    const input = {
      root: new Uint8Array(32),
      key: new Uint8Array(32),
      proof: [],
      keccak256: keccakOfAnother,
    };
    assert.throws(() => readTrieProof(input), TypeError);
  });
});
