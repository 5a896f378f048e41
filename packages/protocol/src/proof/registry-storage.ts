import { AGENT_STATUSES, type AgentStatus } from "../agent.ts";
import { ASSURANCE_LEVELS, type Certificate, PERSON_KINDS } from "../certificate.ts";
import type { Agreement } from "../policy.ts";
import { toBytes, toHex } from "./bytes.ts";
import { toBigInt } from "./rlp.ts";
import type { Keccak256 } from "./trie-proof.ts";
import { UntrustedProof } from "./untrusted-proof.ts";

// The Registry's storage is part of its interface, so that others can prove what it holds. The contract's own tests hold
// the places and bits that are read here.

const WALLETS = 0n;
const RECORDS = 1n;
/** Behind a record's first slot: whom it names as liable, and its parent. */
const PARTIES = 2n;

/** Where it lies which agent a wallet belongs to, or belonged to. */
export function toWalletSlot(wallet: `0x${string}`, keccak256: Keccak256): `0x${string}` {
  return toSlot(toMappingSlot(BigInt(wallet), WALLETS, keccak256));
}

const WALLET_STANDINGS = ["bound", "reserved", "retired"] as const;

/**
 * How a wallet stands. `reserved`: it left the record of that agent without ever having agreed, and only it can
 * register itself. `retired`: another wallet took its place in that record, and it is never registered again.
 */
export type StoredWallet =
  | { standing: "unknown" }
  | { standing: (typeof WALLET_STANDINGS)[number]; agentId: bigint };

export function readWalletSlot(value: bigint): StoredWallet {
  if (value === 0n) return { standing: "unknown" };
  const standing = WALLET_STANDINGS[Number(bits(value, 248n, 8n))];
  const agentId = bits(value, 0n, 64n);
  if (standing === undefined || agentId === 0n || bits(value, 64n, 184n) !== 0n)
    throw new UntrustedProof("malformed", "The wallet has a standing that is not known here.");
  return { standing, agentId };
}

/** Where the standing of an agent lies, and where its parties. */
export function toRecordSlots(agentId: bigint, keccak256: Keccak256) {
  const first = toMappingSlot(agentId, RECORDS, keccak256);
  return { standing: toSlot(first), parties: toSlot(first + PARTIES) };
}

function toMappingSlot(key: bigint, place: bigint, keccak256: Keccak256): bigint {
  const preimage = new Uint8Array(64);
  preimage.set(toBytes(toSlot(key)), 0);
  preimage.set(toBytes(toSlot(place)), 32);
  return toBigInt(keccak256(preimage));
}

/** 32 bytes. Numbers of slots begin anew behind the last one. */
function toSlot(value: bigint): `0x${string}` {
  return `0x${BigInt.asUintN(256, value).toString(16).padStart(64, "0")}`;
}

const NOTARIES = 9n;
const CERTIFICATES = 10n;

/** Where it lies whether a notary is accredited, and where what it has certified about a person. */
export function toCertificateSlots(
  { person, notary }: { person: `0x${string}`; notary: `0x${string}` },
  keccak256: Keccak256,
) {
  const ofPerson = toMappingSlot(BigInt(person), CERTIFICATES, keccak256);
  return {
    accreditation: toSlot(toMappingSlot(BigInt(notary), NOTARIES, keccak256)),
    certificate: toSlot(toMappingSlot(BigInt(notary), ofPerson, keccak256)),
  };
}

/** What both slots say; undefined if the notary has certified nothing about the person. */
export function readCertificate({
  notary,
  accreditation,
  certificate,
}: {
  notary: `0x${string}`;
  accreditation: bigint;
  certificate: bigint;
}): Certificate | undefined {
  if (certificate === 0n) return undefined;
  const kind = PERSON_KINDS[Number(bits(certificate, 0n, 8n)) - 1];
  const level = ASSURANCE_LEVELS[Number(bits(certificate, 8n, 8n)) - 1];
  if (kind === undefined || level === undefined)
    throw new UntrustedProof("malformed", "The certificate is of a kind that is not known here.");
  return {
    notary,
    kind,
    level,
    until: Number(bits(certificate, 80n, 64n)),
    isAccepted: bits(certificate, 144n, 8n) === 1n,
    isAccredited: bits(accreditation, 0n, 8n) === 1n,
  };
}

/** What the two slots of a record say of an agent. Times are seconds since the epoch. */
export type StoredEntry = Agreement & {
  agentId: number;
  agentWallet: `0x${string}`;
  status: AgentStatus;
  lastAttestation: number;
  selfModifying: boolean;
  haftungsperson: `0x${string}`;
  parentAgentId: number;
};

export function readEntry({
  agentId,
  standing,
  parties,
}: {
  agentId: bigint;
  standing: bigint;
  parties: bigint;
}): StoredEntry {
  const has = (flag: bigint) => ((standing >> 248n) & flag) !== 0n;
  const status = AGENT_STATUSES[Number(bits(standing, 240n, 8n))];
  if (status === undefined)
    throw new UntrustedProof("malformed", "The record has a status that is not known here.");
  return {
    agentId: Number(agentId),
    agentWallet: toAddress(standing),
    status,
    lastAttestation: Number(bits(standing, 160n, 40n)),
    selfModifying: has(1n),
    haftungsperson: readHaftungsperson(parties),
    parentAgentId: Number(bits(parties, 160n, 64n)),
    consents: { wallet: has(2n), haftungsperson: has(4n), parent: has(8n) },
    refusals: { haftungsperson: has(16n), parent: has(32n) },
  };
}

/** Of the slot of a record's parties. */
export function readHaftungsperson(parties: bigint): `0x${string}` {
  return toAddress(parties);
}

function bits(word: bigint, from: bigint, count: bigint): bigint {
  return (word >> from) & ((1n << count) - 1n);
}

/** In lower case. */
function toAddress(word: bigint): `0x${string}` {
  return toHex(toBytes(toSlot(bits(word, 0n, 160n))).subarray(12));
}
