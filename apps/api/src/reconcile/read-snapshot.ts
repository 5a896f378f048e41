import { setImmediate } from "node:timers/promises";
import { toAgentStatus } from "@agent-registry/protocol";
import type { Kysely } from "kysely";
import { keccak256, stringToBytes } from "viem";
import { RECORD_BYTES, WORD_BYTES } from "../chain/record-source.ts";
import { findNewestBlock } from "../index/at-block.ts";
import type { AgentRow, BlockRow, IndexSchema } from "../index/schema.ts";
import { fromStoredText } from "../index/stored-values.ts";

/** Agents as the index holds them at exactly one block. */
export type Snapshot = {
  block: Pick<BlockRow, "number" | "hash" | "last_agent_id" | "last_sequence">;
  rows: Map<number, AgentRow>;
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
    .selectAll("agents")
    .execute();
  const [first] = found;
  if (first === undefined) return undefined;
  const rows = new Map<number, AgentRow>();
  for (const row of found) if (row.agent_id !== null) rows.set(row.agent_id, row as AgentRow);
  const { number, hash, last_agent_id, last_sequence } = first;
  return { block: { number, hash, last_agent_id, last_sequence }, rows };
}

/** The number of the newest filing. */
export async function readLastSequence(db: Kysely<IndexSchema>): Promise<number> {
  return (await findNewestBlock(db))?.last_sequence ?? 0;
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

type Field = {
  name: string;
  /** Its place among the words, and its bytes in that word. */
  word: number;
  from: number;
  to: number;
  /** As the index has it: hex, a number, or null for none. */
  of: (row: AgentRow) => string | number | null;
  /** For people, from hex. */
  show?: (digits: string) => string;
};

const toHex = (digits: string) => `0x${digits}`;
export const toDecimal = (digits: string) => BigInt(toHex(digits)).toString();
const toStatus = (digits: string) =>
  Number(toHex(digits)) < 4 ? toAgentStatus(Number(toHex(digits))) : toDecimal(digits);
const toBits = (digits: string) => Number(toHex(digits)).toString(2).padStart(8, "0");

/** The fields of a record as `RecordReader.sol` reads it from the contract's storage. */
export const RECORD_FIELDS: Field[] = [
  { name: "flags", word: 0, from: 0, to: 1, of: toFlags, show: toBits },
  { name: "status", word: 0, from: 1, to: 2, of: (row) => row.status, show: toStatus },
  { name: "lastRevenueReport", word: 0, from: 2, to: 7, of: (row) => row.last_revenue_report },
  { name: "lastAttestation", word: 0, from: 7, to: 12, of: (row) => row.last_attestation },
  { name: "agentWallet", word: 0, from: 12, to: 32, of: (row) => row.agent_wallet, show: toHex },
  { name: "generation", word: 1, from: 0, to: 7, of: (row) => row.generation },
  { name: "registeredAt", word: 1, from: 7, to: 12, of: (row) => row.registered_at },
  { name: "creator", word: 1, from: 12, to: 32, of: (row) => row.creator, show: toHex },
  { name: "parentAgentId", word: 2, from: 0, to: 12, of: (row) => row.parent_agent_id },
  { name: "haftungsperson", word: 2, from: 12, to: 32, of: (row) => row.haftungsperson, show: toHex },
  { name: "constitutionHash", word: 3, from: 0, to: 32, of: (row) => row.constitution_hash, show: toHex },
  { name: "capabilityHash", word: 4, from: 0, to: 32, of: (row) => row.capability_hash, show: toHex },
  { name: "hash of the scope", word: 5, from: 0, to: 32, of: toScopeHash, show: toHex },
  { name: "number of children", word: 6, from: 0, to: 32, of: (row) => row.child_count },
  { name: "number of reports", word: 7, from: 0, to: 32, of: (row) => row.report_count },
  {
    ...{ name: "pendingHaftungsperson", word: 8, from: 0, to: 32, show: toHex },
    of: (row) => row.pending_haftungsperson,
  },
  { name: "pendingWallet", word: 9, from: 0, to: 32, of: (row) => row.pending_wallet, show: toHex },
  { name: "attester", word: 10, from: 0, to: 32, of: (row) => row.attester, show: toHex },
];

/** The most bytes that a number can be written to at once; no number here is larger. */
const NUMBER_BYTES = 6;

/** The record of a contract that agrees with the index. */
function toRecordWords(row: AgentRow): Buffer {
  const words = Buffer.alloc(RECORD_BYTES);
  // A value stands at the end of its field.
  for (const { word, from, to, of } of RECORD_FIELDS) {
    const value = of(row);
    const end = word * WORD_BYTES + to;
    const bytes = Math.min(to - from, NUMBER_BYTES);
    if (typeof value === "number") words.writeUIntBE(value, end - bytes, bytes);
    else if (value !== null) words.write(value.slice(2), end - (value.length - 2) / 2, "hex");
  }
  return words;
}

function toScopeHash(row: AgentRow): string {
  return row.scope_hash ?? keccak256(stringToBytes(fromStoredText(row.operational_scope)));
}

/** The contract's bits, from `RegistryStorage.sol`: consents begin at 2, refusals at 16. */
function toFlags(row: AgentRow): number {
  const parties = (row.consents << 1) | (row.refusals << 3);
  return row.self_modifying | parties | (row.wallet_released << 6) | (row.suspended_by_refusal << 7);
}
