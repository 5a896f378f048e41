import { setImmediate } from "node:timers/promises";
import { AGENT_STATUSES, ATTESTATION_VALIDITY_SECONDS } from "@agent-registry/protocol";
import { STATUS_VALUES, setStatus, toListBytes, VALUES_BY_STATUS } from "@agent-registry/protocol/signed";
import type { Engine } from "@agent-registry/service";
import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import type { IndexAtBlock } from "../index/at-block.ts";
import { toKindNumber } from "../index/filing-data.ts";
import { ofData } from "../index/read/read-certificates.ts";
import type { IndexSchema } from "../index/schema.ts";

/** By what the agents are judged; both in seconds since the epoch. */
export type StandingsQuery = {
  /** An attestation that lapses before then counts as lapsed. */
  expiresAt: number;
  /** Of an agent whose parties or certificates have changed since then, older bindings may still be about. */
  partiesChangedSince: number;
};

/** How every agent stands at one block. */
export type Standings = {
  chainId: number;
  block: IndexAtBlock["block"];
  lastAgentId: number;
  /** The last filing up to this block. */
  lastSequence: number;
  judgedBy: StandingsQuery;
  /** Two bits for each agent by its number, as status lists have them. */
  values: Uint8Array;
};

const CHUNK = 5_000;
/** Agents that are read as one text, in a few milliseconds. */
const CHUNK_OF_TEXT = 20_000;
const PERSONS_AT_ONCE = 100;
const ACTIVE = AGENT_STATUSES.indexOf("Active");

/**
 * How every agent stands, two bits each, judged at a time in the future; undefined if the chain is not known. Reads the
 * indexes by attestation, by parties, by Haftungsperson and by status alone, and of them only the agents that are not in good standing
 * until then.
 */
export async function readStandings(
  { db, engine, block, chain, lastAgentId, lastSequence }: IndexAtBlock,
  judgedBy: StandingsQuery,
): Promise<Standings | undefined> {
  if (chain === undefined) return undefined;
  const { partiesChangedSince } = judgedBy;
  const values = toListBytes(lastAgentId + 1);
  // No agent has the number 0.
  setStatus(values, 0, STATUS_VALUES.invalid);
  await markLapsed(db, values, toAttestedBefore(judgedBy));
  await markPartyChanges(db, values, partiesChangedSince);
  const { rows: certified } = await toCertificateChanges(engine, partiesChangedSince).execute(db);
  const persons = certified.map(({ person }) => person);
  for (let first = 0; first < persons.length; first += PERSONS_AT_ONCE)
    await markAgentsOf(db, values, persons.slice(first, first + PERSONS_AT_ONCE));
  await markByStatus(db, values);
  return { chainId: chain.chainId, block, lastAgentId, lastSequence, judgedBy, values };
}

/** Older attestations count as lapsed. A lapse emits no event, so it is foreseen. */
export const toAttestedBefore = ({ expiresAt }: StandingsQuery) => expiresAt - ATTESTATION_VALIDITY_SECONDS;

async function markLapsed(db: Kysely<IndexSchema>, values: Uint8Array, attestedBefore: number) {
  const chunks = readInChunks(db, (last) =>
    db
      .selectFrom("agents")
      .select(["last_attestation as place", "agent_id"])
      .where(sql<boolean>`(last_attestation, agent_id) > (${last.place}, ${last.agentId})`)
      .where("last_attestation", "<", attestedBefore)
      .orderBy("last_attestation")
      .orderBy("agent_id"),
  );
  for await (const agentIds of chunks)
    for (const agentId of agentIds) setStatus(values, agentId, STATUS_VALUES.ask);
}

async function markByStatus(db: Kysely<IndexSchema>, values: Uint8Array): Promise<void> {
  for (const [status, name] of AGENT_STATUSES.entries()) {
    if (status === ACTIVE) continue;
    const chunks = readInChunks(db, (last) =>
      db
        .selectFrom("agents")
        .select(["status as place", "agent_id"])
        .where("status", "=", status)
        .where("agent_id", ">", last.agentId)
        .orderBy("agent_id"),
    );
    for await (const agentIds of chunks)
      for (const agentId of agentIds) setStatus(values, agentId, VALUES_BY_STATUS[name]);
  }
}

type Place = { place: number; agentId: number };

/** The agents of a query in its order, each chunk as one text, since ten million rows would take several times as long. */
async function* readInChunks(
  db: Kysely<IndexSchema>,
  toQuery: (last: Place) => SelectQueryBuilder<IndexSchema, never, { place: number; agent_id: number }>,
  first: Place = { place: -1, agentId: 0 },
): AsyncGenerator<number[]> {
  const inOrder = sql`string_agg(cast(agent_id as text), ',' order by place, agent_id)`;
  let last = first;
  for (;;) {
    const chunk = toQuery(last).limit(CHUNK_OF_TEXT);
    const { rows } = await sql<{ place: number; ids: string | null }>`select max(place) as place,
      ${inOrder} as ids from (${chunk}) as chunk`.execute(db);
    const { place = 0, ids = null } = rows[0] ?? {};
    const agentIds = ids === null ? [] : ids.split(",").map(Number);
    yield agentIds;
    if (agentIds.length < CHUNK_OF_TEXT) return;
    last = { place, agentId: agentIds.at(-1) ?? 0 };
    // Requests are answered in between.
    await setImmediate();
  }
}

/** A consent is no such change: a binding from before it only claims less. */
export const PARTY_CHANGES = (["consent-refused", "haftungsperson-changed", "wallet-changed"] as const).map(
  toKindNumber,
);
const CERTIFICATE_CHANGES = (
  ["person-certified", "certificate-accepted", "certificate-ended", "notary-added", "notary-removed"] as const
).map(toKindNumber);
const STANDING_CHANGES = [toKindNumber("status-changed"), ...PARTY_CHANGES, ...CERTIFICATE_CHANGES];

/** A binding from before the change names other parties than the record does now. */
async function markPartyChanges(db: Kysely<IndexSchema>, values: Uint8Array, since: number): Promise<void> {
  const first = { place: since, agentId: 0 };
  for await (const agentIds of readInChunks(db, (last) => toPartyChangesQuery(db, last), first))
    for (const agentId of agentIds) setStatus(values, agentId, STATUS_VALUES.ask);
}

/** Agents whose parties have changed after this place, in the order of the index, which knows the later kinds alone. */
export function toPartyChangesQuery(db: Kysely<IndexSchema>, after: Place) {
  const firstIndexed = sql.lit(toKindNumber("consent-given"));
  return db
    .selectFrom("filings")
    .select(["timestamp as place", "agent_id"])
    .where(sql<boolean>`kind >= ${firstIndexed} and kind in (${sql.join(PARTY_CHANGES.map(sql.lit))})`)
    .where(sql<boolean>`(timestamp, agent_id) > (${after.place}, ${after.agentId})`)
    .orderBy("timestamp")
    .orderBy("agent_id");
}

/**
 * Persons, in lower case, whose certificates have changed since then, and before `until` if given: by a filing about
 * them, or because a notary that had certified them was accredited or is so no longer. One that ends by time is not among
 * them: bindings say its end.
 */
export function toCertificateChanges(
  engine: Engine,
  since: number,
  until?: number,
): RawBuilder<{ person: string }> {
  const [person, notary] = [ofData(engine, "person"), ofData(engine, "notary")];
  // As in the indexes `filings_of_parties` and `certificates_of_notary`. The signs keep both engines from reading all
  // certificates that there ever were instead.
  const isNew = sql`kind >= 6 and timestamp >= ${since}${until === undefined ? sql`` : sql` and timestamp < ${until}`}`;
  return sql`select ${person} as person from filings where ${isNew} and +kind in (14, 15, 16)
    union select ${person} as person from filings where kind = 14 and ${notary} in
      (select ${notary} from filings where ${isNew} and +kind in (17, 18))`;
}

/** A binding from before the change may claim a certificate that counts no longer. */
async function markAgentsOf(db: Kysely<IndexSchema>, values: Uint8Array, persons: string[]): Promise<void> {
  let last = 0;
  for (;;) {
    let query = db
      .selectFrom("agents")
      .select("agent_id")
      .where(sql<string>`lower(haftungsperson)`, "in", persons)
      .where("agent_id", ">", last)
      .limit(CHUNK);
    if (persons.length === 1) query = query.orderBy("agent_id");
    const rows = await query.execute();
    for (const row of rows) setStatus(values, row.agent_id, STATUS_VALUES.ask);
    last = rows.at(-1)?.agent_id ?? last;
    await setImmediate();
    if (rows.length < CHUNK) return;
    // The index has the agents of one person in their order, those of several it has not.
    if (persons.length > 1) {
      for (const person of persons) await markAgentsOf(db, values, [person]);
      return;
    }
  }
}

/** Whether a status, a party or a certificate has changed after this filing. Reads the filings since, of which there are few. */
export async function readStandingChange(db: Kysely<IndexSchema>, sequence: number): Promise<boolean> {
  const change = db
    .selectFrom("filings")
    .select("sequence")
    .where("sequence", ">", sequence)
    .where("kind", "in", STANDING_CHANGES)
    .limit(1);
  return (await change.executeTakeFirst()) !== undefined;
}
