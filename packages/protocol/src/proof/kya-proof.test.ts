import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { keccak_256 } from "@noble/hashes/sha3";
import { bytesToHex, type Hex, hexToBytes, keccak256, numberToHex, toRlp } from "viem";
import {
  type KyaProof,
  parseKyaProof,
  readProofHeader,
  readProvenEntry,
  readProvenWallet,
  readStorageRoot,
} from "./kya-proof.ts";
import { toRecordSlots, toWalletSlot } from "./registry-storage.ts";
import { branch, encode, leaf } from "./testing/make-trie.ts";
import { UntrustedProof, type UntrustedReason } from "./untrusted-proof.ts";

/** The proof of a suspended agent, from a local chain. */
const readFixture = (): KyaProof =>
  JSON.parse(readFileSync(new URL("./testing/suspended-agent.json", import.meta.url), "utf8"));
const PROOF = readFixture();

function prove(value: unknown, { registry = PROOF.registry, wallet = PROOF.wallet } = {}) {
  const proof = parseKyaProof(value);
  const header = readProofHeader(proof);
  const storageRoot = readStorageRoot(proof, { header, registry });
  return { header, entry: readProvenEntry(proof, { storageRoot, wallet }) };
}

const isRefusedAs = (reason: UntrustedReason, message: string) => (error: unknown) =>
  error instanceof UntrustedProof && error.reason === reason && error.message === message;
const MISSING = "The proof does not hold all that this wallet's answer rests on.";
const UNKNOWN = "The proof is of a version that is not known here.";

describe("a proof", () => {
  it("tells what the register held of a wallet", () => {
    const { header, entry } = prove(PROOF);
    assert.equal(header.number, PROOF.block.number);
    assert.deepEqual(entry, {
      agentId: 5,
      agentWallet: PROOF.wallet.toLowerCase(),
      status: "Suspended",
      lastAttestation: 1_794_574_688,
      selfModifying: false,
      haftungsperson: "0xa8d91b470c8e7e2dde59ec4b7d393efe37a290f7",
      parentAgentId: 2,
      consents: { wallet: true, haftungsperson: true, parent: true },
      refusals: { haftungsperson: false, parent: false },
    });
  });

  it("is not believed about itself: what it says of register, wallet and block number changes nothing", () => {
    const other = {
      ...PROOF,
      chainId: 1,
      registry: `0x${"11".repeat(20)}`,
      wallet: `0x${"22".repeat(20)}`,
      block: { ...PROOF.block, number: 9 },
    };
    assert.deepEqual(prove(other), prove(PROOF));
  });

  for (const [what, reason, message, change] of [
    ["another version", "unknown-version", UNKNOWN, (proof) => ({ ...proof, v: 2 })],
    ["no version", "unknown-version", UNKNOWN, ({ v: _v, ...proof }) => proof],
    [
      "an edited header",
      "header-hash",
      "The header does not have the hash that the proof gives for it.",
      (proof) => ({ ...proof, block: { ...proof.block, header: `${proof.block.header.slice(0, -2)}00` } }),
    ],
    [
      "an edited proof",
      "proof",
      "proof: node 0 has another hash",
      (proof) => ({ ...proof, accountProof: proof.accountProof.toReversed() }),
    ],
    [
      "a cut proof",
      "proof",
      "proof: ends early",
      (proof) => ({ ...proof, accountProof: proof.accountProof.slice(0, -1) }),
    ],
    [
      "a padded proof",
      "proof",
      "proof: nodes left over",
      (proof) => ({ ...proof, accountProof: [...proof.accountProof, proof.accountProof[0]] }),
    ],
    ["no account", "proof", "proof: ends early", (proof) => ({ ...proof, accountProof: [] })],
    ["no slot", "slot-missing", MISSING, (proof) => ({ ...proof, storageProof: [] })],
    [
      "one slot too few",
      "slot-missing",
      MISSING,
      (proof) => ({ ...proof, storageProof: proof.storageProof.slice(0, 2) }),
    ],
  ] as [string, UntrustedReason, string, (proof: KyaProof) => unknown][])
    it(`is refused with ${what}`, () => {
      assert.throws(() => prove(change(readFixture())), isRefusedAs(reason, message));
    });

  it("of another wallet is no proof of this one", () => {
    assert.throws(
      () => prove(PROOF, { wallet: `0x${"22".repeat(20)}` }),
      isRefusedAs("slot-missing", MISSING),
    );
  });

  it("is no proof of another contract", () => {
    // The nodes lead to the register's own account, not to this one.
    assert.throws(() => prove(PROOF, { registry: `0x${"11".repeat(20)}` }), UntrustedProof);
  });

  it("holds for a contract of the expected code, and for no other", () => {
    const options = { header: readProofHeader(PROOF), registry: PROOF.registry };
    const CODE_HASH = "0x17d10a39cb2e3f9581175efa62f19c870a434aefb0e56434a19eb2d574887cc9";
    assert.deepEqual(
      readStorageRoot(PROOF, { ...options, codeHash: CODE_HASH }),
      readStorageRoot(PROOF, options),
    );
    assert.throws(
      () => readStorageRoot(PROOF, { ...options, codeHash: keccak256("0x") }),
      isRefusedAs("other-code", `The contract at ${PROOF.registry} has another code.`),
    );
  });

  it("that shows an account in another's place shows that there is no contract", () => {
    const node = encode(leaf("0".repeat(64), `0x${"11".repeat(40)}`));
    assert.throws(
      () =>
        readStorageRoot(
          { accountProof: [bytesToHex(node)] },
          { header: { stateRoot: keccak_256(node) }, registry: PROOF.registry },
        ),
      isRefusedAs("no-contract", `There is no contract at ${PROOF.registry} in this block.`),
    );
  });

  describe("from a storage that a liar made", () => {
    const hashOf = (slot: Hex) => bytesToHex(keccak_256(hexToBytes(slot))).slice(2);
    const walletSlot = toWalletSlot(PROOF.wallet, keccak_256);
    const { standing, parties } = toRecordSlots(5n, keccak_256);

    /** A storage of these slots, each below another digit of the root. */
    function store(slots: [Hex, Hex][]) {
      const leaves = slots.map(([key, value]) => ({ key, path: hashOf(key), value }));
      const root = branch(
        Object.fromEntries(
          leaves.map(({ path, value }) => [Number.parseInt(path[0] ?? "", 16), leaf(path.slice(1), value)]),
        ),
      );
      assert.equal(new Set(leaves.map(({ path }) => path[0])).size, leaves.length, "two below one digit");
      const storageProof = leaves.map(({ key, path, value }) => ({
        key: key.toUpperCase().replace("0X", "0x") as Hex,
        proof: [root, leaf(path.slice(1), value)].map((node) => bytesToHex(encode(node))),
      }));
      return [{ storageProof }, { storageRoot: keccak_256(encode(root)), wallet: PROOF.wallet }] as const;
    }
    const readFrom = (slots: [Hex, Hex][]) => readProvenEntry(...store(slots));
    const toValue = (value: bigint) => toRlp(numberToHex(value));
    const record = (wallet: Hex): [Hex, Hex][] => [
      [standing, toValue(BigInt(wallet))],
      [parties, toValue(1n)],
    ];

    it("an entry is read, if all of it fits", () => {
      const entry = readFrom([[walletSlot, toValue(5n)], ...record(PROOF.wallet)]);
      assert.deepEqual([entry?.agentId, entry?.status], [5, "Active"]);
    });

    it("a record of another wallet is refused", () => {
      assert.throws(
        () => readFrom([[walletSlot, toValue(5n)], ...record(`0x${"22".repeat(20)}`)]),
        isRefusedAs("wallet-mismatch", "The record that the wallet is bound to names another wallet."),
      );
    });

    for (const [what, message, value] of [
      ["too long for a slot", "no value of a slot", toRlp(`0x${"11".repeat(33)}`)],
      ["followed by another", "no value of a slot", "0x0506"],
      ["a list", "a list in the place of a value", "0xc105"],
      ["a number that begins with zero", "a number that begins with zero", "0x820005"],
    ] as [string, string, Hex][])
      it(`a value that is ${what} is refused`, () => {
        assert.throws(
          () => readFrom([[walletSlot, value], ...record(PROOF.wallet)]),
          isRefusedAs("proof", `proof: ${message}`),
        );
      });

    it("a value of 32 bytes is read", () => {
      assert.throws(
        () => readFrom([[walletSlot, toValue(2n ** 256n - 1n)]]),
        isRefusedAs("malformed", "The wallet has a standing that is not known here."),
      );
    });

    it("an entry without its record is refused", () => {
      assert.throws(() => readFrom([[walletSlot, toValue(5n)]]), isRefusedAs("slot-missing", MISSING));
    });

    it("that a wallet is reserved or retired is read without any record", () => {
      for (const [number, standing] of [
        [1n, "reserved"],
        [2n, "retired"],
      ] as const) {
        const stored = store([[walletSlot, toValue((number << 248n) | 5n)]]);
        assert.deepEqual(readProvenWallet(...stored), { standing, agentId: 5n });
        assert.equal(readProvenEntry(...stored), null);
      }
    });
  });

  it("that a wallet has no agent is read from a storage without anything", () => {
    const empty = { storageRoot: keccak_256(Uint8Array.of(0x80)), wallet: PROOF.wallet };
    const storageProof = [{ key: toWalletSlot(PROOF.wallet, keccak_256), proof: [] }];
    assert.equal(readProvenEntry({ storageProof }, empty), null);
  });

  it("may be as large as the bounds", () => {
    const nodes = Array<Hex>(64).fill(`0x${"00".repeat(1_024)}`);
    const slot = { key: PROOF.storageProof[0]?.key ?? assert.fail(), proof: nodes };
    const largest: KyaProof = {
      ...PROOF,
      chainId: 1,
      block: { ...PROOF.block, header: `0x${"00".repeat(4_096)}` },
      accountProof: nodes,
      storageProof: Array(8).fill(slot),
    };
    assert.equal(parseKyaProof(largest), largest);
  });

  const [firstSlot] = PROOF.storageProof;
  const list = (name: string) => `${name} is not a list of at most 64 nodes.`;
  const wrong = (name: string) => `${name} is not what it should be.`;
  for (const [what, message, value] of [
    ["nothing", "It is not an object.", null],
    ["a text", "It is not an object.", "proof"],
    ["no block", "It names no block.", { ...PROOF, block: null }],
    ["a text for a block", "It names no block.", { ...PROOF, block: "308" }],
    [
      "a block without a number",
      "Its block has no number.",
      { ...PROOF, block: { ...PROOF.block, number: "308" } },
    ],
    ["a chain without a number", "Its chainId is not a chain's number.", { ...PROOF, chainId: "84532" }],
    ["a chain of number zero", "Its chainId is not a chain's number.", { ...PROOF, chainId: 0 }],
    ["a short hash", wrong("block.hash"), { ...PROOF, block: { ...PROOF.block, hash: "0x12" } }],
    ["half a byte", wrong("block.header"), { ...PROOF, block: { ...PROOF.block, header: "0x123" } }],
    [
      "a header of megabytes",
      wrong("block.header"),
      { ...PROOF, block: { ...PROOF.block, header: `0x${"00".repeat(4_097)}` } },
    ],
    ["a wallet that is not hexadecimal", wrong("wallet"), { ...PROOF, wallet: `0x${"zz".repeat(20)}` }],
    ["a short wallet", wrong("wallet"), { ...PROOF, wallet: `0x${"11".repeat(19)}` }],
    ["a register of another length", wrong("registry"), { ...PROOF, registry: `0x${"11".repeat(21)}` }],
    ["a register behind other text", wrong("registry"), { ...PROOF, registry: `zz0x${"11".repeat(19)}` }],
    ["accountProof that is no list", list("accountProof"), { ...PROOF, accountProof: {} }],
    ["too many nodes", list("accountProof"), { ...PROOF, accountProof: Array(65).fill("0x80") }],
    [
      "a node that is too long",
      wrong("accountProof[1]"),
      { ...PROOF, accountProof: ["0x80", `0x${"00".repeat(1_025)}`] },
    ],
    ["a node that is a number", wrong("accountProof[0]"), { ...PROOF, accountProof: [7] }],
    [
      "storageProof that is no list",
      "storageProof is not a list of at most 19.",
      { ...PROOF, storageProof: "0x" },
    ],
    [
      "too many slots",
      "storageProof is not a list of at most 19.",
      { ...PROOF, storageProof: Array(20).fill(firstSlot) },
    ],
    ["a slot that is none", "storageProof[1] is no slot.", { ...PROOF, storageProof: [firstSlot, null] }],
    ["a text for a slot", "storageProof[0] is no slot.", { ...PROOF, storageProof: ["0x"] }],
    ["a slot without a key", wrong("storageProof[0].key"), { ...PROOF, storageProof: [{ proof: [] }] }],
    [
      "a slot with a short key",
      wrong("storageProof[0].key"),
      { ...PROOF, storageProof: [{ key: "0x1122", proof: [] }] },
    ],
    [
      "a slot without nodes",
      list("storageProof[0].proof"),
      { ...PROOF, storageProof: [{ key: firstSlot?.key }] },
    ],
  ] as [string, string, unknown][])
    it(`with ${what} is malformed`, () => {
      assert.throws(() => parseKyaProof(value), isRefusedAs("malformed", `This is not a proof: ${message}`));
    });
});
