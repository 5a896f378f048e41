import { setImmediate } from "node:timers/promises";
import type { Kysely } from "kysely";
import { RECORD_BYTES, WORD_BYTES } from "../chain/record-source.ts";
import type { BlockRow, IndexSchema } from "../index/schema.ts";
import { CHECKED_COLUMNS, type CheckedRow, toRecordWords } from "./to-record-words.ts";

/** Agents as the index holds them at exactly one block. */
export type Snapshot = {
  block: Pick<BlockRow, "number" | "hash" | "last_agent_id" | "last_sequence">;
  rows: Map<number, CheckedRow>;
};

/**
 * Undefined while the index is empty. One statement, so that rows and block agree on both engines without a
 * transaction: on SQLite that would be the connection on which the leader writes.
 */
export async function readSnapshot(
  db: Kysely<IndexSchema>,
  agentIds: number[],
): Promise<Snapshot | undefined> {
  const found = await db
    .selectFrom((eb) =>
      eb
        .selectFrom("blocks")
        .select(["number", "hash", "last_agent_id", "last_sequence"])
        .orderBy("number", "desc")
        .limit(1)
        .as("newest"),
    )
    // No agent has the number 0; a list must not be empty.
    .leftJoin("agents", (join) => join.on("agents.agent_id", "in", agentIds.length === 0 ? [0] : agentIds))
    .select(["newest.number", "newest.hash", "newest.last_agent_id", "newest.last_sequence"])
    .select(CHECKED_COLUMNS.map((column) => `agents.${column}` as const))
    .execute();
  const [first] = found;
  if (first === undefined) return undefined;
  const rows = new Map<number, CheckedRow>();
  for (const row of found) if (row.agent_id !== null) rows.set(row.agent_id, row as CheckedRow);
  const { number, hash, last_agent_id, last_sequence } = first;
  return { block: { number, hash, last_agent_id, last_sequence }, rows };
}

/** This number of records is hashed at a time, about a millisecond's worth. */
const RECORDS_AT_A_TIME = 50;

/** The agents' records in their order; requests are answered in between. */
export async function toRecords(snapshot: Snapshot, agentIds: number[]): Promise<(Buffer | undefined)[]> {
  const records: (Buffer | undefined)[] = [];
  for (const agentId of agentIds) {
    records.push(findRecord(snapshot, agentId));
    if (records.length % RECORDS_AT_A_TIME === 0) await setImmediate();
  }
  return records;
}

export function findRecord({ rows }: Snapshot, agentId: number): Buffer | undefined {
  const row = rows.get(agentId);
  if (row === undefined) return undefined;
  try {
    return toRecordWords(row);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    // A value that the contract has no room for is as wrong as any other: no record is all zeros.
    return Buffer.alloc(RECORD_BYTES);
  }
}

/** What the contract's `nextAgentId` must be: numbers have no gaps. */
export function toNextIdWord({ block }: Snapshot): Buffer {
  const word = Buffer.alloc(WORD_BYTES);
  word.writeUIntBE(block.last_agent_id + 1, WORD_BYTES - 6, 6);
  return word;
}
