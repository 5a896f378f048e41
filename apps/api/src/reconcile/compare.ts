import type { Engine } from "@agent-registry/service";
import type { Kysely } from "kysely";
import { NO_AGENT } from "../chain/decode-event.ts";
import { RECORD_BYTES, type RecordSource, toDigest, WORD_BYTES } from "../chain/record-source.ts";
import type { IndexSchema } from "../index/schema.ts";
import { type CertificateParties, describeCertificates } from "./certificates.ts";
import {
  findRecord,
  RECORD_FIELDS,
  readSnapshot,
  type Snapshot,
  toDecimal,
  toNextIdWord,
  toRecords,
} from "./read-snapshot.ts";

/** An agent whose records in index and contract differ at the same block; number 0 for certificates and notaries. */
export type Mismatch = {
  agentId: number;
  difference: string;
  /** In lower case, as the index and as the contract have them; null if there is none. */
  indexWallet: string | null;
  contractWallet: string | null;
  blockNumber: number;
};

export type Comparison = {
  /** The agents that were compared: of those wanted, as many as one call can read. */
  compared: number[];
  unlike: number[];
  block: Snapshot["block"];
};

/** At most this many registrations that the index lacks are looked at one by one. */
const MAX_MISSING = 100;

/** Compares by digest, and looks at single records only if that differs. Undefined while the index is empty. */
export async function compare(options: {
  db: Kysely<IndexSchema>;
  source: RecordSource;
  agentIds: number[];
}): Promise<Comparison | undefined> {
  const { db, source } = options;
  const snapshot = await readSnapshot(db, options.agentIds);
  if (snapshot === undefined) return undefined;
  const { block, rows } = snapshot;
  const existing = options.agentIds.filter((agentId) => agentId <= block.last_agent_id);
  const lengths = existing.map((agentId) => Buffer.byteLength(rows.get(agentId)?.operational_scope ?? ""));
  const compared = existing.slice(0, source.fitting(lengths));
  const ours = await toRecords(snapshot, compared);
  const next = toNextIdWord(snapshot);
  if (ours.every((record) => record !== undefined)) {
    const theirs = await source.readDigest(compared, block.hash);
    if (toDigest(Buffer.concat([...ours, next])).equals(theirs)) return { compared, unlike: [], block };
  }
  const theirs = await source.readWords(compared, block.hash);
  const unlike = compared.filter((_, place) => ours[place]?.equals(recordAt(theirs, place)) !== true);
  const theirNext = Number(BigInt(`0x${theirs.toString("hex", theirs.length - WORD_BYTES)}`));
  const missing = Math.min(Math.max(0, theirNext - 1 - block.last_agent_id), MAX_MISSING);
  for (let i = 1; i <= missing; i += 1) unlike.push(block.last_agent_id + i);
  return { compared, unlike, block };
}

/**
 * Looks at agents once more, one by one, at the newest block that the index has by now. Those that are not
 * among the mismatches are alike.
 */
export async function confirm(options: {
  db: Kysely<IndexSchema>;
  source: RecordSource;
  agentIds: number[];
  /** Certificates to look at besides. What differs in them is a mismatch of number 0. */
  certificates?: { engine: Engine; parties: CertificateParties[] };
  /** The block at which the contract is asked, if it is not the index's. */
  blockHash?: string;
}): Promise<{ mismatches: Mismatch[]; block: Snapshot["block"] } | undefined> {
  const { db, source, certificates } = options;
  const agentIds = options.agentIds.filter((agentId) => agentId !== NO_AGENT);
  const snapshot = await readSnapshot(db, agentIds);
  if (snapshot === undefined) return undefined;
  const { block, rows } = snapshot;
  const mismatches: Mismatch[] = [];
  if (certificates !== undefined && certificates.parties.length > 0) {
    const difference = await describeCertificates({ db, source, block, ...certificates });
    if (difference === undefined) return undefined;
    const noWallets = { indexWallet: null, contractWallet: null };
    if (difference !== "")
      mismatches.push({ agentId: NO_AGENT, difference, ...noWallets, blockNumber: block.number });
  }
  for (let start = 0; start < agentIds.length; ) {
    const rest = agentIds.slice(start);
    const lengths = rest.map((agentId) => Buffer.byteLength(rows.get(agentId)?.operational_scope ?? ""));
    const chunk = rest.slice(0, source.fitting(lengths));
    const words = await source.readWords(chunk, options.blockHash ?? block.hash);
    for (const [place, agentId] of chunk.entries()) {
      const [ours, theirs] = [findRecord(snapshot, agentId), recordAt(words, place)];
      if (ours === undefined ? isEmptyRecord(theirs) : ours.equals(theirs)) continue;
      mismatches.push({
        agentId,
        difference: describeDifferences(ours, theirs),
        indexWallet: rows.get(agentId)?.agent_wallet.toLowerCase() ?? null,
        contractWallet: isEmptyRecord(theirs) ? null : readWallet(theirs),
        blockNumber: block.number,
      });
    }
    start += chunk.length;
  }
  return { mismatches, block };
}

/** In words, what differs between two records; `ours` is undefined if the index has no such agent. */
function describeDifferences(ours: Buffer | undefined, theirs: Buffer): string {
  if (ours === undefined) return "the index has no such agent";
  if (isEmptyRecord(theirs)) return "the contract has no such agent";
  const differences = RECORD_FIELDS.flatMap(({ name, word, from, to, show = toDecimal }) => {
    const read = (record: Buffer) =>
      show(record.toString("hex", word * WORD_BYTES + from, word * WORD_BYTES + to));
    const [our, their] = [read(ours), read(theirs)];
    return our === their ? [] : [`${name}: the index has ${our}, the contract ${their}`];
  });
  return differences.join("; ");
}

/** No agent has the zero address as its wallet, so its first word is never zero. */
function isEmptyRecord(record: Buffer): boolean {
  return record.subarray(0, WORD_BYTES).every((byte) => byte === 0);
}

function readWallet(record: Buffer): string {
  return `0x${record.toString("hex", 12, WORD_BYTES)}`;
}

/** The record of the agent at this place of an answer. */
function recordAt(words: Buffer, place: number): Buffer {
  return words.subarray(place * RECORD_BYTES, (place + 1) * RECORD_BYTES);
}
