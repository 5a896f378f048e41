import type { Kysely } from "kysely";
import { type RecordSource, toDigest, WORD_BYTES } from "../chain/record-source.ts";
import type { IndexSchema } from "../index-store/schema.ts";
import { describeDifferences, isEmptyRecord, readWallet, recordAt } from "./describe-differences.ts";
import { findRecord, readSnapshot, type Snapshot, toNextIdWord, toRecords } from "./read-snapshot.ts";

/** An agent of which index and contract tell different things at the same block. */
export type Mismatch = {
  agentId: number;
  difference: string;
  /** In lower case, as the index and as the contract have them; null if there is none. */
  indexWallet: string | null;
  contractWallet: string | null;
  blockNumber: number;
};

export type Comparison = {
  /** The agents that were compared: of those wanted, as many as one call can tell. */
  compared: number[];
  unlike: number[];
  block: Snapshot["block"];
};

/** Registrations that the index lacks; more than these are not looked at one by one. */
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
 * Looks at agents once more, one by one, at the newest block that the index has by now. The rest of them are alike.
 */
export async function confirm(options: {
  db: Kysely<IndexSchema>;
  source: RecordSource;
  agentIds: number[];
  /** Another block at which the contract is asked. */
  blockHash?: string;
}): Promise<{ mismatches: Mismatch[]; block: Snapshot["block"] } | undefined> {
  const { db, source, agentIds } = options;
  const snapshot = await readSnapshot(db, agentIds);
  if (snapshot === undefined) return undefined;
  const { block, rows } = snapshot;
  const mismatches: Mismatch[] = [];
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
