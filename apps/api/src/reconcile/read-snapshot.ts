import { setImmediate } from "node:timers/promises";
import type { Kysely } from "kysely";
import { keccak256, stringToBytes } from "viem";
import { RECORD_BYTES, WORD_BYTES } from "../chain/record-source.ts";
import type { AgentRow, BlockRow, IndexSchema } from "../index/schema.ts";
import { fromStoredText } from "../index/stored-values.ts";

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

/** The number of the newest filing. */
export async function readLastSequence(db: Kysely<IndexSchema>): Promise<number> {
  const newest = db.selectFrom("blocks").select("last_sequence").orderBy("number", "desc").limit(1);
  return (await newest.executeTakeFirst())?.last_sequence ?? 0;
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

/** What the index holds of an agent and the contract can confirm. */
export const CHECKED_COLUMNS = [
  "agent_id",
  "agent_wallet",
  "last_attestation",
  "last_revenue_report",
  "status",
  "self_modifying",
  "consents",
  "refusals",
  "wallet_released",
  "suspended_by_refusal",
  "creator",
  "registered_at",
  "generation",
  "haftungsperson",
  "parent_agent_id",
  "constitution_hash",
  "capability_hash",
  "operational_scope",
  "scope_hash",
  "child_count",
  "report_count",
  "pending_haftungsperson",
  "pending_wallet",
  "attester",
] as const satisfies (keyof AgentRow)[];

export type CheckedRow = Pick<AgentRow, (typeof CHECKED_COLUMNS)[number]>;

/** The record as `RecordReader.sol` reads it from the storage of a contract that agrees with the index. */
function toRecordWords(row: CheckedRow): Buffer {
  const words = Buffer.alloc(RECORD_BYTES);
  /** A word is written from its highest byte: `end` counts the bytes from there. */
  const putHex = (word: number, end: number, hex: string) => {
    const digits = hex.slice(2);
    words.write(digits, word * WORD_BYTES + end - digits.length / 2, "hex");
  };
  const putNumber = (word: number, end: number, bytes: number, value: number) =>
    words.writeUIntBE(value, word * WORD_BYTES + end - bytes, bytes);

  putNumber(0, 1, 1, toFlags(row));
  putNumber(0, 2, 1, row.status);
  putNumber(0, 7, 5, row.last_revenue_report);
  putNumber(0, 12, 5, row.last_attestation);
  putHex(0, 32, row.agent_wallet);
  putNumber(1, 7, 6, row.generation);
  putNumber(1, 12, 5, row.registered_at);
  putHex(1, 32, row.creator);
  putNumber(2, 12, 6, row.parent_agent_id);
  putHex(2, 32, row.haftungsperson);
  putHex(3, 32, row.constitution_hash);
  putHex(4, 32, row.capability_hash);
  putHex(5, 32, row.scope_hash ?? keccak256(stringToBytes(fromStoredText(row.operational_scope))));
  putNumber(6, 32, 6, row.child_count);
  putNumber(7, 32, 6, row.report_count);
  const named = [row.pending_haftungsperson, row.pending_wallet, row.attester];
  for (const [place, address] of named.entries()) if (address !== null) putHex(8 + place, 32, address);
  return words;
}

/** The contract's bits, from `RegistryStorage.sol`: consents begin at 2, refusals at 16. */
function toFlags(row: CheckedRow): number {
  const parties = (row.consents << 1) | (row.refusals << 3);
  return row.self_modifying | parties | (row.wallet_released << 6) | (row.suspended_by_refusal << 7);
}
