import { checksumAddress, toAgentStatus } from "@agent-registry/protocol";
import type { Engine } from "@agent-registry/service";
import type { Address, Hex } from "viem";
import { type FilingData, type FilingKind, parseFiling, toKindNumber } from "../filing-data.ts";
import { HAFTUNGSPERSON, toConsents, toRefusals, WALLET } from "../parties.ts";
import type { AsOf, EntryKey, PastRecord } from "../records.ts";
import type { AgentRow, FilingRow } from "../schema.ts";
import { fromStoredText } from "../stored-values.ts";
import { FORMER_WALLET } from "./retired-wallets.ts";

const COLUMNS = [
  "agent_id",
  "creator",
  "haftungsperson",
  "agent_wallet",
  "operational_scope",
  "scope_hash",
  "parent_agent_id",
  "generation",
  "self_modifying",
  "registered_at",
  "consents",
  "refusals",
] as const satisfies (keyof AgentRow)[];

type Columns = Pick<AgentRow, (typeof COLUMNS)[number]>;
type FilingColumns = Pick<FilingRow, "kind" | "sequence" | "data"> & { filed_at: number };
type Nullable<T> = { [Name in keyof T]: T[Name] | null };

/** One of the agent's filings; without any, and without an agent, if no record is found. */
export type AsOfRow = Nullable<Columns> &
  Nullable<FilingColumns> & {
    head_number: number;
    head_hash: string;
    head_timestamp: number;
    block_time: number | null;
    block_hash: string | null;
    later_block: number | null;
    past_sequence: number;
    last_block: number | null;
    last_block_hash: string | null;
    last_timestamp: number | null;
  };

/** Which of the four questions it is. */
type AsOfQuestion = { by: "wallet" | "agentId"; at: "time" | "block" };

/** What an agent's standing follows from: the last filing of each of these kinds up to the moment. */
const LAST_KINDS: FilingKind[] = [
  "attested",
  "capabilities-updated",
  "constitution-updated",
  "status-changed",
  "consent-given",
  "consent-refused",
  "wallet-released",
  "haftungsperson-changed",
  "wallet-changed",
];
/**
 * These also hold what the parties had said before. If none came up to the moment, the first one after it
 * shows what they had said by then.
 */
const NEXT_KINDS: FilingKind[] = [
  "consent-given",
  "consent-refused",
  "wallet-released",
  "haftungsperson-changed",
  "wallet-changed",
];

/**
 * One statement, so that all of it is of one state of the index on both engines. The first parameter is the wallet in
 * lower case or the agent's id, the second one the time in seconds or the number of the block.
 *
 * Filings are numbered in chain order. So the last one up to the moment (`past`) is found by halving the range of
 * numbers, and what had been filed by then is what has no higher number.
 */
export function toAsOfQuery(engine: Engine, { by, at }: AsOfQuestion): string {
  const [subject, moment] = engine === "sqlite" ? ["?1", "?2"] : ["$1", "$2"];
  const isPast = `probe.${at === "time" ? "timestamp" : "block_number"} <= ${moment}`;
  const marks = [...LAST_KINDS.map(toLast), ...NEXT_KINDS.map(toNext)];
  return `with recursive search (low, high) as (
      select cast(0 as bigint), coalesce((select max(sequence) from filings), 0)
      union all
      select case when ${isPast} then probe.sequence else search.low end,
        case when ${isPast} then search.high else probe.sequence - 1 end
      from search ${PROBES[engine]} where search.low < search.high),
    past as materialized (select low as sequence from search where low = high),
    subject as materialized (${by === "agentId" ? toRecordOfAgent(subject) : toRecordOfWallet(engine, subject)}),
    marked as materialized (select subject.*, ${marks.map((mark, i) => `${mark} as mark_${i}`).join(", ")} from subject)
    select head.number as head_number, head.hash as head_hash, head.timestamp as head_timestamp,
      ${at === "block" ? `(select timestamp from blocks where number = ${moment})` : "null"} as block_time,
      ${at === "block" ? `(select hash from blocks where number = ${moment})` : "null"} as block_hash,
      ${at === "time" ? `(select number from blocks where timestamp > ${moment} order by number limit 1)` : "null"} as later_block,
      past.sequence as past_sequence, last.block_number as last_block, last.block_hash as last_block_hash,
      last.timestamp as last_timestamp,
      ${COLUMNS.map((name) => `marked.${name}`).join(", ")},
      filings.kind, filings.sequence, filings.timestamp as filed_at, filings.data
    from (select number, hash, timestamp from blocks order by number desc limit 1) head
      cross join past
      left join filings last on last.sequence = past.sequence
      left join marked on true
      left join filings on filings.sequence ${toAnyOf(
        engine,
        ["registered_sequence", ...marks.map((_, i) => `mark_${i}`)].map((name) => `marked.${name}`),
      )}`;
}

/** A limit keeps PostgreSQL from reading all filings to join with them. */
const PROBES = {
  sqlite: "join filings probe on probe.sequence = (search.low + search.high + 1) / 2",
  postgres: `cross join lateral (select sequence, timestamp, block_number from filings
    where sequence = (search.low + search.high + 1) / 2 limit 1) probe`,
};

const RECORDS = `select ${COLUMNS.map((name) => `agents.${name}`).join(", ")},
    first.sequence as registered_sequence, past.sequence as past_sequence
  from past cross join agents join filings first on first.agent_id = agents.agent_id and first.position = 0
  where first.sequence <= past.sequence`;

function toRecordOfAgent(agentId: string): string {
  return `${RECORDS} and agents.agent_id = ${agentId}`;
}

/**
 * Of the records that name the wallet, or named it until it was replaced, the newest one of then. A wallet is registered
 * anew only after its release, so no earlier one can bind it; and one that took another's place is in no other record.
 * Whether it was the record's wallet by then, the record's filings show. The conditions are those of three indexes: of the
 * wallets that are bound, of those that were released, and of those that were replaced, of which one record each.
 */
function toRecordOfWallet(engine: Engine, wallet: string): string {
  const named = (isReleased: 0 | 1) =>
    `${RECORDS} and agents.wallet_released = ${isReleased} and lower(agents.agent_wallet) = ${wallet}`;
  return `select * from (
      ${named(0)} union all
      select * from (${named(1)} order by agents.agent_id desc limit 1) released union all
      ${RECORDS} and agents.agent_id = (select agent_id from filings
        where kind = ${toKindNumber("wallet-changed")} and ${FORMER_WALLET[engine]} = ${wallet})) named
    order by agent_id desc limit 1`;
}

/** The condition on the kind stands as in the index, by which SQLite knows that it can use it. */
const ofKind = (kind: FilingKind) =>
  `from filings where filings.agent_id = subject.agent_id and kind <> ${toKindNumber("revenue-reported")}
    and kind = ${toKindNumber(kind)}`;

function toLast(kind: FilingKind): string {
  return `(select max(sequence) ${ofKind(kind)} and sequence <= subject.past_sequence)`;
}

function toNext(kind: FilingKind): string {
  return `(select min(sequence) ${ofKind(kind)} and sequence > subject.past_sequence)`;
}

function toAnyOf(engine: Engine, names: string[]): string {
  const list = names.join(", ");
  return engine === "sqlite" ? `in (${list})` : `= any(array[${list}])`;
}

type Found = { [Name in keyof AsOfRow]: NonNullable<AsOfRow[Name]> };
type Filing = ReturnType<typeof parseFiling> & { sequence: number; filedAt: number };

/** No record if the one that was found had another wallet then than the one that was asked for. */
export function toAsOf(rows: readonly AsOfRow[], key: EntryKey): AsOf | undefined {
  const [first] = rows;
  if (first === undefined) return undefined;
  const found = first.agent_id === null ? undefined : toPastRecord(rows as Found[]);
  const isAsked = !("wallet" in key) || found?.agentWallet.toLowerCase() === key.wallet;
  const { last_block: blockNumber, last_block_hash: blockHash, last_timestamp: timestamp } = first;
  return {
    head: { number: first.head_number, hash: first.head_hash as Hex, timestamp: first.head_timestamp },
    lastFiling:
      blockNumber === null || blockHash === null || timestamp === null
        ? undefined
        : { blockNumber, blockHash: blockHash as Hex, timestamp },
    lastSequence: first.past_sequence,
    blockTime: first.block_time ?? undefined,
    blockHash: (first.block_hash ?? undefined) as Hex | undefined,
    laterBlock: first.later_block ?? undefined,
    record: isAsked ? found : undefined,
  };
}

function toPastRecord(rows: readonly Found[]): PastRecord {
  const row = rows[0] as Found;
  const filings = rows
    .map((filing) => ({ ...parseFiling(filing), sequence: filing.sequence, filedAt: filing.filed_at }))
    .sort((a, b) => a.sequence - b.sequence) as Filing[];
  const past = filings.filter(({ sequence }) => sequence <= row.past_sequence);
  const findLast = <Kind extends FilingKind>(kind: Kind) =>
    past.findLast((filing) => filing.kind === kind) as
      | { data: FilingData[Kind]; filedAt: number }
      | undefined;
  const registered = findLast("registered");
  if (registered === undefined) throw new Error(`The index lacks the registration of agent ${row.agent_id}`);
  const { haftungsperson, agentWallet, constitutionHash, capabilityHash } = registered.data;
  const { consents, refusals } = toWords(row, filings);
  return {
    agentId: row.agent_id,
    creator: row.creator as Address,
    haftungsperson: toChecksummed(
      findLast("haftungsperson-changed")?.data.newHaftungsperson ?? haftungsperson,
      row.haftungsperson,
    ),
    agentWallet: toChecksummed(findLast("wallet-changed")?.data.newWallet ?? agentWallet, row.agent_wallet),
    constitutionHash: (findLast("constitution-updated")?.data.newHash ?? constitutionHash) as Hex,
    capabilityHash: (findLast("capabilities-updated")?.data.newHash ?? capabilityHash) as Hex,
    operationalScope: fromStoredText(row.operational_scope),
    scopeHash: (rows[0]?.scope_hash ?? undefined) as Hex | undefined,
    parentAgentId: row.parent_agent_id,
    generation: row.generation,
    selfModifying: row.self_modifying === 1,
    registeredAt: row.registered_at,
    lastAttestation: findLast("attested")?.filedAt ?? row.registered_at,
    // Every change of it is a filing of its own, and every agent begins as Active.
    status: toAgentStatus(findLast("status-changed")?.data.newStatus ?? 0),
    isWalletReleased: findLast("wallet-released") !== undefined,
    consents: toConsents(consents),
    refusals: toRefusals(refusals),
  };
}

/** Mostly the address of then is that of now, whose checksum the entry has: to work one out takes 20 us. */
function toChecksummed(address: string, ofNow: string): Address {
  return address === ofNow.toLowerCase() ? (ofNow as Address) : checksumAddress(address);
}

/** The registration does not say who agreed by it, but each later word holds what had been said before. */
function toWords(row: Found, filings: readonly Filing[]): PastWords {
  const words = filings.filter(isWord);
  const last = words.findLast(({ sequence }) => sequence <= row.past_sequence);
  return last === undefined ? (words[0]?.data.before ?? row) : toWordsAfter(last);
}

/** Who had agreed and who had refused, as bits. */
type PastWords = { consents: number; refusals: number };

type Word = Extract<
  ReturnType<typeof parseFiling>,
  {
    kind:
      | "consent-given"
      | "consent-refused"
      | "wallet-released"
      | "haftungsperson-changed"
      | "wallet-changed";
  }
>;

/** Filings of these kinds hold what the parties had said before them, and what they say now. */
function isWord(filing: Filing): filing is Filing & Word {
  return "before" in filing.data && typeof filing.data.before === "object";
}

/** A party's consent takes back its refusal, and the other way round. */
function toWordsAfter({ kind, data }: Word): PastWords {
  const { consents, refusals } = data.before;
  switch (kind) {
    case "consent-given":
      return { consents: data.consents, refusals: refusals & ~data.consents };
    case "consent-refused":
      return { consents: consents & ~data.refusals, refusals: data.refusals };
    case "wallet-released":
      return { consents, refusals };
    case "haftungsperson-changed":
      return { consents: consents | HAFTUNGSPERSON, refusals: refusals & ~HAFTUNGSPERSON };
    case "wallet-changed":
      return { consents: consents | WALLET, refusals };
  }
}
