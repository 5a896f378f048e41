import { setImmediate } from "node:timers/promises";
import { AGENT_STATUSES, ATTESTATION_VALIDITY_SECONDS } from "@agent-registry/protocol";
import { STATUS_VALUES, setStatus, toListBytes, VALUES_BY_STATUS } from "@agent-registry/protocol/signed";
import { type Kysely, sql } from "kysely";
import type { Hash } from "viem";
import type { IndexAtBlock } from "../index/at-block.ts";
import { toKindNumber } from "../index/filing-data.ts";
import type { IndexSchema } from "../index/schema.ts";

/** By what the agents are judged; both in seconds since the epoch. */
export type StandingsQuery = {
  /** An attestation that lapses before then counts as lapsed. */
  expiresAt: number;
  /** Of an agent whose parties have changed since then, older bindings may still be about. */
  partiesChangedSince: number;
};

/** How every agent stands at one block. */
export type Standings = {
  chainId: number;
  block: { number: number; hash: Hash };
  lastAgentId: number;
  /** The last filing up to this block. */
  lastSequence: number;
  /** Two bits for each agent by its number, as status lists have them. */
  values: Uint8Array;
};

const CHUNK = 5_000;
const ACTIVE = AGENT_STATUSES.indexOf("Active");

/**
 * How every agent stands, two bits each, judged at a time in the future; undefined if the chain is not known. Reads the
 * indexes by attestation, by parties and by status alone, and of them only the agents that are not in good standing
 * until then.
 */
export async function readStandings(
  { db, block, chain, lastAgentId, lastSequence }: IndexAtBlock,
  { expiresAt, partiesChangedSince }: StandingsQuery,
): Promise<Standings | undefined> {
  if (chain === undefined) return undefined;
  const values = toListBytes(lastAgentId + 1);
  // No agent has the number 0.
  setStatus(values, 0, STATUS_VALUES.invalid);
  await markLapsed(db, values, expiresAt - ATTESTATION_VALIDITY_SECONDS);
  await markPartyChanges(db, values, partiesChangedSince);
  await markByStatus(db, values);
  return { chainId: chain.chainId, block, lastAgentId, lastSequence, values };
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

/** A consent is no such change: a binding from before it only claims less. */
const PARTY_CHANGES = (["consent-refused", "haftungsperson-changed", "wallet-changed"] as const).map(
  toKindNumber,
);
const STANDING_CHANGES = [toKindNumber("status-changed"), ...PARTY_CHANGES];

/** A binding from before the change names other parties than the record does now. */
async function markPartyChanges(db: Kysely<IndexSchema>, values: Uint8Array, since: number): Promise<void> {
  let last = { timestamp: since, agentId: 0 };
  for (;;) {
    const rows = await toPartyChangesQuery(db, last).limit(CHUNK).execute();
    for (const row of rows) setStatus(values, row.agent_id, STATUS_VALUES.ask);
    const newest = rows.at(-1);
    if (newest === undefined || rows.length < CHUNK) return;
    last = { timestamp: newest.timestamp, agentId: newest.agent_id };
    await setImmediate();
  }
}

/** Agents whose parties have changed after this place, in the order of the index, which knows the later kinds alone. */
export function toPartyChangesQuery(db: Kysely<IndexSchema>, after: { timestamp: number; agentId: number }) {
  const firstIndexed = sql.lit(toKindNumber("consent-given"));
  return db
    .selectFrom("filings")
    .select(["timestamp", "agent_id"])
    .where(sql<boolean>`kind >= ${firstIndexed} and kind in (${sql.join(PARTY_CHANGES.map(sql.lit))})`)
    .where(sql<boolean>`(timestamp, agent_id) > (${after.timestamp}, ${after.agentId})`)
    .orderBy("timestamp")
    .orderBy("agent_id");
}

/** Whether a status or a party has changed after this filing. Reads the filings since, of which there are few. */
export async function readStandingChange(db: Kysely<IndexSchema>, sequence: number): Promise<boolean> {
  const change = db
    .selectFrom("filings")
    .select("sequence")
    .where("sequence", ">", sequence)
    .where("kind", "in", STANDING_CHANGES)
    .limit(1);
  return (await change.executeTakeFirst()) !== undefined;
}
