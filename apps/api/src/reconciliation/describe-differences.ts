import { toAgentStatus } from "@agent-registry/protocol";
import { RECORD_BYTES, WORD_BYTES } from "../chain/record-source.ts";

type Field = { name: string; word: number; from: number; to: number; show?: (hex: string) => string };

const toDecimal = (hex: string) => BigInt(`0x${hex}`).toString();
const toHex = (hex: string) => `0x${hex}`;
const toStatus = (hex: string) =>
  Number(`0x${hex}`) < 4 ? toAgentStatus(Number(`0x${hex}`)) : toDecimal(hex);
const toBits = (hex: string) => Number(`0x${hex}`).toString(2).padStart(8, "0");

/** The fields of a record, by the bytes of their word. */
const FIELDS: Field[] = [
  { name: "flags", word: 0, from: 0, to: 1, show: toBits },
  { name: "status", word: 0, from: 1, to: 2, show: toStatus },
  { name: "lastRevenueReport", word: 0, from: 2, to: 7 },
  { name: "lastAttestation", word: 0, from: 7, to: 12 },
  { name: "agentWallet", word: 0, from: 12, to: 32, show: toHex },
  { name: "generation", word: 1, from: 0, to: 7 },
  { name: "registeredAt", word: 1, from: 7, to: 12 },
  { name: "creator", word: 1, from: 12, to: 32, show: toHex },
  { name: "parentAgentId", word: 2, from: 0, to: 12 },
  { name: "haftungsperson", word: 2, from: 12, to: 32, show: toHex },
  { name: "constitutionHash", word: 3, from: 0, to: 32, show: toHex },
  { name: "capabilityHash", word: 4, from: 0, to: 32, show: toHex },
  { name: "hash of the scope", word: 5, from: 0, to: 32, show: toHex },
  { name: "number of children", word: 6, from: 0, to: 32 },
  { name: "number of reports", word: 7, from: 0, to: 32 },
  { name: "pendingHaftungsperson", word: 8, from: 0, to: 32, show: toHex },
];

/** In words, what differs between two records; `ours` is undefined if the index has no such agent. */
export function describeDifferences(ours: Buffer | undefined, theirs: Buffer): string {
  if (ours === undefined) return "the index has no such agent";
  if (isEmptyRecord(theirs)) return "the contract has no such agent";
  const differences = FIELDS.flatMap(({ name, word, from, to, show = toDecimal }) => {
    const read = (record: Buffer) =>
      show(record.toString("hex", word * WORD_BYTES + from, word * WORD_BYTES + to));
    const [our, their] = [read(ours), read(theirs)];
    return our === their ? [] : [`${name}: the index has ${our}, the contract ${their}`];
  });
  return differences.join("; ");
}

/** No agent has the zero address as its wallet, so its first word is never zero. */
export function isEmptyRecord(record: Buffer): boolean {
  return record.subarray(0, WORD_BYTES).every((byte) => byte === 0);
}

export function readWallet(record: Buffer): string {
  return `0x${record.toString("hex", 12, WORD_BYTES)}`;
}

/** The record of the agent at this place of an answer. */
export function recordAt(words: Buffer, place: number): Buffer {
  return words.subarray(place * RECORD_BYTES, (place + 1) * RECORD_BYTES);
}
