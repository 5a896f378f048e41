import { setImmediate } from "node:timers/promises";
import { AGENT_STATUSES, ATTESTATION_VALIDITY_SECONDS } from "@agent-registry/protocol";
import { STATUS_VALUES, setStatus, toListBytes, VALUES_BY_STATUS } from "@agent-registry/protocol/signed";
import { type Kysely, sql } from "kysely";
import type { Hash } from "viem";
import { FILING_KINDS } from "../filing-data.ts";
import type { Standings } from "../index-reader.ts";
import type { IndexSchema } from "../schema.ts";
import { openSnapshot, type SnapshotSource } from "./open-snapshot.ts";

const CHUNK = 5_000;
const ACTIVE = AGENT_STATUSES.indexOf("Active");

/**
 * How every agent stands, two bits each, judged at a time in the future. Reads the two indexes by attestation and by
 * status alone, and of them only the agents that are not in good standing until then.
 */
export async function readStandings(
  source: SnapshotSource,
  expiresAt: number,
): Promise<Standings | undefined> {
  const snapshot = await openSnapshot(source);
  try {
    const { db } = snapshot;
    const head = await db
      .selectFrom("blocks")
      .innerJoin("sync_state", (join) => join.onTrue())
      .select(["number", "hash", "last_agent_id", "last_sequence", "chain_id"])
      .orderBy("number", "desc")
      .limit(1)
      .executeTakeFirst();
    if (head === undefined || head.chain_id === null) return undefined;
    const values = toListBytes(head.last_agent_id + 1);
    // No agent has the number 0.
    setStatus(values, 0, STATUS_VALUES.invalid);
    await markLapsed(db, values, expiresAt - ATTESTATION_VALIDITY_SECONDS);
    await markByStatus(db, values);
    return {
      chainId: head.chain_id,
      block: { number: head.number, hash: head.hash as Hash },
      lastAgentId: head.last_agent_id,
      lastSequence: head.last_sequence,
      values,
    };
  } finally {
    await snapshot.close();
  }
}

/** A lapse emits no event, so it is foreseen. */
async function markLapsed(db: Kysely<IndexSchema>, values: Uint8Array, attestedBefore: number) {
  let last = { attestation: -1, id: 0 };
  for (;;) {
    const rows = await db
      .selectFrom("agents")
      .select(["last_attestation", "agent_id"])
      .where(sql<boolean>`(last_attestation, agent_id) > (${last.attestation}, ${last.id})`)
      .where("last_attestation", "<", attestedBefore)
      .orderBy("last_attestation")
      .orderBy("agent_id")
      .limit(CHUNK)
      .execute();
    for (const row of rows) setStatus(values, row.agent_id, STATUS_VALUES.ask);
    const newest = rows.at(-1);
    if (newest === undefined || rows.length < CHUNK) return;
    last = { attestation: newest.last_attestation, id: newest.agent_id };
    // Requests are answered in between.
    await setImmediate();
  }
}

async function markByStatus(db: Kysely<IndexSchema>, values: Uint8Array): Promise<void> {
  for (const [status, name] of AGENT_STATUSES.entries()) {
    if (status === ACTIVE) continue;
    let last = 0;
    for (;;) {
      const rows = await db
        .selectFrom("agents")
        .select("agent_id")
        .where("status", "=", status)
        .where("agent_id", ">", last)
        .orderBy("agent_id")
        .limit(CHUNK)
        .execute();
      for (const row of rows) setStatus(values, row.agent_id, VALUES_BY_STATUS[name]);
      last = rows.at(-1)?.agent_id ?? last;
      if (rows.length < CHUNK) break;
      await setImmediate();
    }
  }
}

const STATUS_CHANGED = FILING_KINDS.indexOf("status-changed");

/** Whether a status has changed after this filing. Reads the filings since, of which there are few. */
export async function readStatusChange(db: Kysely<IndexSchema>, sequence: number): Promise<boolean> {
  const change = db
    .selectFrom("filings")
    .select("sequence")
    .where("sequence", ">", sequence)
    .where("kind", "=", STATUS_CHANGED)
    .limit(1);
  return (await change.executeTakeFirst()) !== undefined;
}
