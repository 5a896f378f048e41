import { setImmediate } from "node:timers/promises";
import { AGENT_STATUSES } from "@agent-registry/protocol";
import {
  STATUS_VALUES,
  type StatusValue,
  setStatus,
  toListBytes,
  VALUES_BY_STATUS,
} from "@agent-registry/protocol/signed";
import type { Engine } from "@agent-registry/service";
import { type RawBuilder, sql } from "kysely";
import type { IndexAtBlock } from "../index/at-block.ts";
import { type FilingKind, toKindNumber } from "../index/filing-data.ts";
import { ofData } from "../index/read/read-certificates.ts";
import {
  PARTY_CHANGES,
  type Standings,
  type StandingsQuery,
  toAttestedBefore,
  toCertificateChanges,
} from "./read-standings.ts";

/** To read more agents than this one by one takes longer than to read them all. */
const MOST_CHANGED = 50_000;
const CHUNK = 500;
const PERSONS_AT_ONCE = 100;

/** Kinds of filings by which an agent may come to stand otherwise; all others leave it as it is. */
const OWN_CHANGES = [
  ...(["registered", "attested", "status-changed"] satisfies FilingKind[]).map(toKindNumber),
  ...PARTY_CHANGES,
];

/**
 * How every agent stands, from how they stood at an earlier block of the same chain: of each agent that may stand otherwise
 * it is worked out anew, all others stay. Undefined if these are too many.
 */
export async function updateStandings(
  at: IndexAtBlock,
  earlier: Standings,
  judgedBy: StandingsQuery,
): Promise<Standings | undefined> {
  const changed = await findChanged(at, earlier, judgedBy);
  if (changed === undefined) return undefined;
  const { block, lastAgentId, lastSequence } = at;
  const values = toListBytes(lastAgentId + 1);
  values.set(earlier.values);
  const agentIds = [...changed];
  for (let first = 0; first < agentIds.length; first += CHUNK) {
    for (const row of await readAgents(at, agentIds.slice(first, first + CHUNK), judgedBy))
      setStatus(values, row.agent_id, toValue(row, toAttestedBefore(judgedBy)));
    // Requests are answered in between.
    await setImmediate();
  }
  return { chainId: earlier.chainId, block, lastAgentId, lastSequence, judgedBy, values };
}

/** Agents that may stand otherwise than before; undefined if they are too many. */
async function findChanged(
  at: IndexAtBlock,
  earlier: Standings,
  judgedBy: StandingsQuery,
): Promise<Set<number> | undefined> {
  const { db } = at;
  // Time goes back if the newest block, which may be ahead of the clock, was taken back.
  const attested = toWindow(toAttestedBefore(earlier.judgedBy), toAttestedBefore(judgedBy));
  const ended = toWindow(earlier.judgedBy.partiesChangedSince, judgedBy.partiesChangedSince);
  const most = MOST_CHANGED + 1;
  const queries: { execute(): Promise<{ agent_id: number }[]> }[] = [
    db
      .selectFrom("filings")
      .select("agent_id")
      .where("sequence", ">", earlier.lastSequence)
      .where("kind", "in", OWN_CHANGES)
      .limit(most),
    db
      .selectFrom("agents")
      .select("agent_id")
      .where("last_attestation", ">=", attested.from)
      .where("last_attestation", "<", attested.until)
      .limit(most),
    db
      .selectFrom("filings")
      .select("agent_id")
      .where(sql<boolean>`kind >= 6`)
      .where("kind", "in", PARTY_CHANGES)
      .where("timestamp", ">=", ended.from)
      .where("timestamp", "<", ended.until)
      .limit(most),
  ];
  const persons = await findPersons(at, earlier, ended);
  for (let first = 0; first < persons.length; first += PERSONS_AT_ONCE) {
    const some = persons.slice(first, first + PERSONS_AT_ONCE);
    const isTheirs = sql<boolean>`lower(haftungsperson) in (${sql.join(some)})`;
    queries.push(db.selectFrom("agents").select("agent_id").where(isTheirs).limit(most));
  }
  const changed = new Set<number>();
  for (const query of queries) {
    for (const row of await query.execute()) changed.add(row.agent_id);
    if (changed.size > MOST_CHANGED) return undefined;
  }
  return changed;
}

type Window = { from: number; until: number };

const toWindow = (one: number, other: number): Window => ({
  from: Math.min(one, other),
  until: Math.max(one, other),
});

/** Persons about whose certificates something was filed since the earlier block, or whose day after that has ended. */
async function findPersons({ db, engine }: IndexAtBlock, earlier: Standings, ended: Window) {
  const found = await Promise.all([
    // Times do not go back from block to block.
    toCertificateChanges(engine, earlier.block.timestamp).execute(db),
    toCertificateChanges(engine, ended.from, ended.until).execute(db),
  ]);
  return [...new Set(found.flatMap(({ rows }) => rows.map(({ person }) => person)))];
}

type Row = { agent_id: number; status: number; last_attestation: number; has_changed: number | boolean };

async function readAgents(at: IndexAtBlock, agentIds: number[], query: StandingsQuery): Promise<Row[]> {
  return (await toAgentsQuery(at.engine, agentIds, query.partiesChangedSince).execute(at.db)).rows;
}

/** What decides how an agent stands. Whether its parties or certificates have changed is looked up agent by agent. */
export function toAgentsQuery(engine: Engine, agentIds: number[], since: number): RawBuilder<Row> {
  const [person, notary] = [ofData(engine, "person"), ofData(engine, "notary")];
  const ofParties = sql.join(PARTY_CHANGES.map(sql.lit));
  // PostgreSQL uses an index only for a comparison with the index's own order of texts.
  const ofAgent =
    engine === "sqlite" ? sql`lower(haftungsperson)` : sql`lower(haftungsperson) collate "default"`;
  // As in the indexes `filings_of_standing`, `certificates_of_person` and `filings_of_parties`. For an `exists`, PostgreSQL
  // might read what changed for all agents instead.
  return sql<Row>`select agent_id, status, last_attestation,
      (select 1 from filings where filings.agent_id = agents.agent_id and kind <> 2 and kind in (${ofParties})
        and +timestamp >= ${since} limit 1) is not null
      or (select 1 from filings where ${person} = ${ofAgent} and kind in (14, 15, 16)
        and (+timestamp >= ${since} or kind = 14 and ${notary} in (select ${notary} from filings
          where kind >= 6 and timestamp >= ${since} and +kind in (17, 18))) limit 1) is not null as has_changed
    from agents where agent_id in (${sql.join(agentIds)})`;
}

function toValue(row: Row, attestedBefore: number): StatusValue {
  const status = AGENT_STATUSES[row.status];
  if (status === undefined) throw new RangeError(`The contract has no status ${row.status}`);
  if (status !== "Active") return VALUES_BY_STATUS[status];
  return row.last_attestation < attestedBefore || row.has_changed ? STATUS_VALUES.ask : STATUS_VALUES.valid;
}
