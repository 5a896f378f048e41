import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createMerkleProof, MerklePatriciaTrie } from "@ethereumjs/mpt";
import { keccak_256 as keccak256 } from "@noble/hashes/sha3";
import { readTrieProof } from "./trie-proof.ts";
import { UntrustedProof } from "./untrusted-proof.ts";

const TRIES = process.env.DEEP ? 1_000 : 40;

/** The same numbers for the same seed. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Keys that share long beginnings make extensions; short values make nodes that stand inside others. */
function createKey(random: (below: number) => number): Uint8Array {
  const key = new Uint8Array(32);
  const from = random(3) === 0 ? 30 : random(4);
  for (let i = from; i < 32; i += 1) key[i] = random(3) === 0 ? 0 : random(256);
  return key;
}

const isRefused = (error: unknown) => error instanceof UntrustedProof && error.reason === "proof";

describe("readTrieProof", () => {
  it("agrees with another implementation about whatever is in a trie or not", async () => {
    let embedded = 0;
    for (let seed = 1; seed <= TRIES; seed += 1) {
      const random = createRandom(seed);
      const trie = new MerklePatriciaTrie();
      const keys = Array.from({ length: 1 + random(60) }, () => createKey(random));
      for (const key of keys)
        await trie.put(
          key,
          Uint8Array.from({ length: 1 + random(random(2) === 0 ? 3 : 40) }, () => 1 + random(255)),
        );
      const root = trie.root();
      for (const key of [...keys, ...Array.from({ length: 20 }, () => createKey(random))]) {
        const proof = await createMerkleProof(trie, key);
        const held = await trie.get(key);
        // The other implementation lists nodes that stand inside their parents as well.
        const nodes = proof.filter((node, index) => index === 0 || node.length >= 32);
        embedded += proof.length - nodes.length;
        assert.deepEqual(readTrieProof({ root, key, proof: nodes, keccak256 }), held, `seed ${seed}`);
      }
    }
    assert.ok(embedded > 0, "no node stood inside another");
  });

  it("refuses a proof with any bit turned, a node left out, put in, or in another's place", async () => {
    const random = createRandom(7);
    const trie = new MerklePatriciaTrie();
    const keys = Array.from({ length: 100 }, () => keccak256(Uint8Array.of(random(256), random(256))));
    for (const key of keys)
      await trie.put(
        key,
        Uint8Array.from({ length: 33 }, () => 1 + random(255)),
      );
    const [key, root] = [keys[11] as Uint8Array, trie.root()];
    const proof = await createMerkleProof(trie, key);
    assert.ok(proof.length > 2);
    const refuse = (nodes: Uint8Array[], what: string) =>
      assert.throws(() => readTrieProof({ root, key, proof: nodes, keccak256 }), isRefused, what);

    for (const [index, node] of proof.entries()) {
      for (let i = 0; i < 20; i += 1) {
        const turned = Uint8Array.from(node);
        const at = random(node.length);
        turned[at] = (turned[at] ?? 0) ^ (1 << random(8));
        refuse(proof.with(index, turned), `a bit of node ${index}`);
      }
      refuse(proof.toSpliced(index, 1), `without node ${index}`);
      refuse(proof.toSpliced(index, 0, node), `node ${index} twice`);
    }
    refuse([], "no node");
    refuse(proof.toReversed(), "in another order");
    refuse([...proof, proof[0] as Uint8Array], "a node left over");
  });
});
