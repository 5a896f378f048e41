import { keccak_256 } from "@noble/hashes/sha3";
import type { Certificate } from "../certificate.ts";
import { MAX_POLICY_NOTARIES } from "../limits.ts";
import { type BlockHeader, readBlockHeader } from "./block-header.ts";
import { isSame, toBytes } from "./bytes.ts";
import {
  readCertificate,
  readEntry,
  readWalletSlot,
  type StoredEntry,
  type StoredWallet,
  toCertificateSlots,
  toRecordSlots,
  toWalletSlot,
} from "./registry-storage.ts";
import { RlpError, readBytes, readItem, readList, readQuantity } from "./rlp.ts";
import { type Keccak256, readTrieProof } from "./trie-proof.ts";
import { readOrRefuse, UntrustedProof } from "./untrusted-proof.ts";

type Hex = `0x${string}`;

/**
 * What the chain's own storage says of a wallet at one block. It names register, wallet and block for those who file it;
 * a verifier believes none of that, and computes what it looks for from what it asked.
 */
export type KyaProof = {
  v: 1;
  chainId: number;
  registry: Hex;
  wallet: Hex;
  block: { number: number; hash: Hex; header: Hex };
  accountProof: Hex[];
  storageProof: { key: Hex; proof: Hex[] }[];
};

const MAX_HEADER_BYTES = 4_096;
/** A node of a trie has at most 532. */
const MAX_NODE_BYTES = 1_024;
const MAX_NODES = 64;
/** Three for the wallet and its record, and two for each notary. */
const MAX_SLOTS = 3 + 2 * MAX_POLICY_NOTARIES;
/** Lengths in bytes. */
const ADDRESS = { least: 20, most: 20 };
const HASH = { least: 32, most: 32 };

/** Checks that a value has the form of a proof that this version knows. */
export function parseKyaProof(value: unknown): KyaProof {
  const proof = value as KyaProof;
  if (typeof proof !== "object" || proof === null) throw malformed("It is not an object.");
  if (proof.v !== 1)
    throw new UntrustedProof("unknown-version", "The proof is of a version that is not known here.");
  const { chainId, registry, wallet, block, accountProof, storageProof } = proof;
  if (!Number.isSafeInteger(chainId) || chainId < 1) throw malformed("Its chainId is not a chain's number.");
  requireHex("registry", registry, ADDRESS);
  requireHex("wallet", wallet, ADDRESS);
  if (typeof block !== "object" || block === null) throw malformed("It names no block.");
  if (!Number.isSafeInteger(block.number)) throw malformed("Its block has no number.");
  requireHex("block.hash", block.hash, HASH);
  requireHex("block.header", block.header, { most: MAX_HEADER_BYTES });
  requireNodes("accountProof", accountProof);
  if (!Array.isArray(storageProof) || storageProof.length > MAX_SLOTS)
    throw malformed(`storageProof is not a list of at most ${MAX_SLOTS}.`);
  for (const [index, slot] of storageProof.entries()) {
    if (typeof slot !== "object" || slot === null) throw malformed(`storageProof[${index}] is no slot.`);
    requireHex(`storageProof[${index}].key`, slot.key, HASH);
    requireNodes(`storageProof[${index}].proof`, slot.proof);
  }
  return proof;
}

function requireNodes(name: string, nodes: unknown): void {
  if (!Array.isArray(nodes) || nodes.length > MAX_NODES)
    throw malformed(`${name} is not a list of at most ${MAX_NODES} nodes.`);
  for (const [index, node] of nodes.entries())
    requireHex(`${name}[${index}]`, node, { most: MAX_NODE_BYTES });
}

function requireHex(name: string, value: unknown, { least = 0, most }: { least?: number; most: number }) {
  const isFine =
    typeof value === "string" &&
    value.length % 2 === 0 &&
    value.length >= 2 + least * 2 &&
    value.length <= 2 + most * 2 &&
    /^0x[0-9a-fA-F]*$/.test(value);
  if (!isFine) throw malformed(`${name} is not what it should be.`);
}

const malformed = (message: string) => new UntrustedProof("malformed", `This is not a proof: ${message}`);

/** The block that a proof is about. The caller must check that it is one of the chain's. */
export function readProofHeader({ block }: KyaProof, keccak256: Keccak256 = keccak_256): BlockHeader {
  return readBlockHeader(block, keccak256);
}

/** The root of everything that the contract at this address held when the block was made. */
export function readStorageRoot(
  { accountProof }: Pick<KyaProof, "accountProof">,
  {
    header: { stateRoot },
    registry,
    codeHash,
    keccak256 = keccak_256,
  }: {
    header: Pick<BlockHeader, "stateRoot">;
    registry: Hex;
    /** If given, the contract must have this code. */
    codeHash?: Hex;
    keccak256?: Keccak256;
  },
): Uint8Array {
  const key = keccak256(toBytes(registry));
  const account = readTrieProof({ root: stateRoot, key, proof: accountProof.map(toBytes), keccak256 });
  if (account === null)
    throw new UntrustedProof("no-contract", `There is no contract at ${registry} in this block.`);
  const fields = readAccount(account);
  if (codeHash !== undefined && !isSame(fields.codeHash, toBytes(codeHash)))
    throw new UntrustedProof("other-code", `The contract at ${registry} has another code.`);
  return fields.storageRoot;
}

type Reading = { storageRoot: Uint8Array; wallet: Hex; keccak256?: Keccak256 };
type StorageProof = Pick<KyaProof, "storageProof">;

/** How the wallet stands; that it is unknown, reserved or retired is proven as well. */
export function readProvenWallet(proof: StorageProof, reading: Reading): StoredWallet {
  const { wallet, keccak256 = keccak_256 } = reading;
  return readWalletSlot(readProvenSlot(proof, reading, toWalletSlot(wallet, keccak256)));
}

/** What the register holds of a wallet; `null` if it is bound to no agent, which the proof proves as well. */
export function readProvenEntry(proof: StorageProof, reading: Reading): StoredEntry | null {
  const { wallet, keccak256 = keccak_256 } = reading;
  const stored = readProvenWallet(proof, reading);
  if (stored.standing !== "bound") return null;
  const { agentId } = stored;
  const read = (slot: Hex) => readProvenSlot(proof, reading, slot);
  const slots = toRecordSlots(agentId, keccak256);
  const entry = readEntry({ agentId, standing: read(slots.standing), parties: read(slots.parties) });
  if (entry.agentWallet !== wallet.toLowerCase())
    throw new UntrustedProof(
      "wallet-mismatch",
      "The record that the wallet is bound to names another wallet.",
    );
  return entry;
}

/** What these notaries have certified about the person. */
export function readProvenCertificates(
  proof: StorageProof,
  { person, notaries, ...reading }: { person: Hex; notaries: readonly Hex[] } & Omit<Reading, "wallet">,
): Certificate[] {
  const { keccak256 = keccak_256 } = reading;
  return notaries.flatMap((notary) => {
    const slots = toCertificateSlots({ person, notary }, keccak256);
    const accreditation = readProvenSlot(proof, reading, slots.accreditation);
    const certificate = readProvenSlot(proof, reading, slots.certificate);
    return readCertificate({ notary, accreditation, certificate }) ?? [];
  });
}

function readProvenSlot(
  { storageProof }: StorageProof,
  { storageRoot, keccak256 = keccak_256 }: Omit<Reading, "wallet">,
  slot: Hex,
): bigint {
  const found = storageProof.find(({ key }) => key.toLowerCase() === slot);
  if (found === undefined)
    throw new UntrustedProof(
      "slot-missing",
      "The proof does not hold all that this wallet's answer rests on.",
    );
  const key = keccak256(toBytes(slot));
  return readSlot(readTrieProof({ root: storageRoot, key, proof: found.proof.map(toBytes), keccak256 }));
}

function readAccount(encoded: Uint8Array): { storageRoot: Uint8Array; codeHash: Uint8Array } {
  return readOrRefuse(() => {
    const [, , storageRoot, codeHash] = readList(encoded);
    return { storageRoot: readBytes(encoded, storageRoot), codeHash: readBytes(encoded, codeHash) };
  });
}

/** The value of a slot; one that was never written is zero. */
function readSlot(encoded: Uint8Array | null): bigint {
  if (encoded === null) return 0n;
  return readOrRefuse(() => {
    const item = readItem(encoded, 0, encoded.length);
    if (item.to !== encoded.length || item.to - item.from > 32) throw new RlpError("no value of a slot");
    return readQuantity(encoded, item);
  });
}
