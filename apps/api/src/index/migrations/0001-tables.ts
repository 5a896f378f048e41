import type { Engine, MigrationStep } from "@agent-registry/service";
import { sql } from "kysely";

/**
 * The tables as first released, which `schema.ts` describes. Once released, this file never changes, and so it takes
 * nothing from other files.
 */
export const createTables: MigrationStep = async (db, engine) => {
  const statements = [
    ...toIndexTables(engine),
    ...toIndexes(engine),
    ...toSearchTable(engine),
    ...toServiceTables(engine),
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
};

function toTypes(engine: Engine) {
  return engine === "sqlite"
    ? // Without SQLite's hidden row number the rows lie in the order of their key, which is how they are read.
      { int: "integer", text: "text", inKeyOrder: " without rowid", withRoom: "" }
    : // Both engines must sort text alike, byte by byte, whatever the server's locale. If a page has free room and no
      // indexed column of a row changes, PostgreSQL writes the row into that room, and nothing into the indexes.
      { int: "bigint", text: 'text collate "C"', inKeyOrder: "", withRoom: " with (fillfactor = 90)" };
}

/** What is filled from the chain. */
function toIndexTables(engine: Engine): string[] {
  const { int, text, inKeyOrder, withRoom } = toTypes(engine);
  return [
    `create table agents (agent_id ${int} not null, creator ${text} not null,
      haftungsperson ${text} not null, agent_wallet ${text} not null, constitution_hash ${text} not null,
      capability_hash ${text} not null, operational_scope ${text} not null, scope_hash ${text},
      parent_agent_id ${int} not null, child_position ${int} not null, generation ${int} not null,
      self_modifying ${int} not null, registered_at ${int} not null, last_attestation ${int} not null,
      last_revenue_report ${int} not null, status ${int} not null, consents ${int} not null,
      refusals ${int} not null, wallet_released ${int} not null, suspended_by_refusal ${int} not null,
      pending_haftungsperson ${text}, pending_wallet ${text}, attester ${text},
      wallet_word ${int} not null, haftungsperson_word ${int} not null, parent_word ${int} not null,
      child_count ${int} not null, filing_count ${int} not null, report_count ${int} not null,
      primary key (agent_id))${withRoom}`,
    `create table filings (sequence ${int} not null, agent_id ${int} not null, position ${int} not null,
      report_position ${int}, block_number ${int} not null, block_hash ${text} not null,
      log_index ${int} not null, transaction_hash ${text} not null, timestamp ${int} not null,
      actor ${text} not null, kind ${int} not null, data ${text} not null, enforcement ${int},
      primary key (sequence))`,
    `create table agent_counts (kind ${text} not null, name ${text} not null, agents ${int} not null,
      primary key (kind, name))${inKeyOrder}`,
    `create table attestation_counts (width ${int} not null, start ${int} not null, agents ${int} not null,
      primary key (width, start))${inKeyOrder}`,
    `create table revenue_totals (kind ${text} not null, name ${text} not null, amount ${text} not null,
      reports ${int} not null, primary key (kind, name))${inKeyOrder}`,
    `create table revenue_periods (period ${text} not null, start ${int} not null, currency ${text} not null,
      amount ${text} not null, reports ${int} not null,
      primary key (period, start, currency))${inKeyOrder}`,
    `create table agent_revenue (agent_id ${int} not null, currency ${text} not null,
      amount ${text} not null, reports ${int} not null, primary key (agent_id, currency))${inKeyOrder}`,
    `create table person_revenue (role ${text} not null, person ${text} not null, currency ${text} not null,
      amount ${text} not null, reports ${int} not null, primary key (role, person, currency))${inKeyOrder}`,
    `create table blocks (number ${int} not null, hash ${text} not null, last_sequence ${int} not null,
      last_agent_id ${int} not null, timestamp ${int} not null, primary key (number))`,
  ];
}

function toIndexes(engine: Engine): string[] {
  const data = engine === "sqlite" ? "data" : "data::json";
  // What a person's agents are counted and sorted by, so that none of the agents has to be read for it. PostgreSQL
  // answers from an index alone only if it also holds the column that the expression is made from.
  const byPerson = (role: string, columns: string) =>
    engine === "sqlite"
      ? `(lower(${role}), agent_id, ${columns})`
      : `(lower(${role}), agent_id) include (${role}, ${columns})`;
  const standing = "registered_at, last_attestation, status";
  return [
    // Looked up in lower case: computing the checksum of what was asked takes longer than the look-up. A wallet has one
    // entry at most, and any number of records that it was released from.
    "create unique index agents_by_wallet on agents (lower(agent_wallet)) where wallet_released = 0",
    "create index released_agents_by_wallet on agents (lower(agent_wallet), agent_id) where wallet_released = 1",
    `create index agents_by_creator on agents ${byPerson("creator", standing)}`,
    `create index agents_by_haftungsperson on agents
      ${byPerson("haftungsperson", `${standing}, consents, refusals`)}`,
    // Who is asked to take agents over that are neither revoked nor terminated (status 2 and 3): few.
    `create index agents_by_proposal on agents ${byPerson("pending_haftungsperson", "status")}
      where lower(pending_haftungsperson) is not null and status < 2`,
    // The order of a lineage: first the children that the parent has agreed to, its bit of the consents being 4.
    "create index agents_by_parent on agents (parent_agent_id, (consents & 4) desc, child_position)",
    "create index agents_by_registration on agents (registered_at)",
    "create index agents_by_attestation on agents (last_attestation, agent_id)",
    "create index agents_by_status on agents (status, agent_id)",
    "create unique index filings_of_agent on filings (agent_id, position)",
    "create unique index reports_of_agent on filings (agent_id, report_position) where report_position is not null",
    // For how an agent stood at a moment of the past: its last filing of one kind up to then is one step into this
    // index. Revenue reports (kind 2) do not count for that, and are most of all filings.
    "create index filings_of_standing on filings (agent_id, kind, sequence) where kind <> 2",
    // For the status lists, which ask about agents whose parties have changed within the last day (kinds from 6 on).
    "create index filings_of_parties on filings (timestamp, agent_id, kind) where kind >= 6",
    // Handovers that took an agent over are kind 10, those that ask a person are kind 9. The last index takes the
    // address from where it stands in the data.
    `create index handovers_by_former on filings ((${data} ->> 'oldHaftungsperson'), agent_id) where kind = 10`,
    `create index handovers_by_person on filings
      ((case kind when 9 then substr(data, 76, 42) else substr(data, 23, 42) end), sequence) where kind in (9, 10)`,
    // A wallet is replaced at most once (kind 12), so this finds the one agent whose wallet it was.
    `create unique index replacements_by_former on filings ((${data} ->> 'oldWallet')) where kind = 12`,
    // What was certified about a person (kinds 14 to 16), what a notary has certified (14), and accreditations (17, 18).
    `create index certificates_of_person on filings ((${data} ->> 'person'), sequence) where kind in (14, 15, 16)`,
    `create index certificates_of_notary on filings ((${data} ->> 'notary'), sequence) where kind = 14`,
    `create index accreditations on filings ((${data} ->> 'notary'), sequence) where kind in (17, 18)`,
    // Newest first: all, of one kind, by one actor, and of one kind by one actor.
    "create index enforcement_by_sequence on filings (sequence) where enforcement is not null",
    "create index enforcement_by_kind on filings (enforcement, sequence) where enforcement is not null",
    "create index enforcement_by_actor on filings (actor, sequence) where enforcement is not null",
    `create index enforcement_by_actor_and_kind on filings (actor, enforcement, sequence)
      where enforcement is not null`,
    "create index agent_revenue_by_amount on agent_revenue (currency, amount desc, agent_id)",
    "create index revenue_totals_by_reports on revenue_totals (kind, reports desc, name)",
  ];
}

/**
 * The words of the scopes, which the writer splits. In a table of their own, since an attestation, which writes the
 * agent anew, would write all of its words into the index again. SQLite's holds no text, only where each word occurs;
 * its tokenizer takes every character outside ASCII for a letter, so that it leaves the words as they are.
 */
function toSearchTable(engine: Engine): string[] {
  if (engine === "sqlite")
    return [
      `create virtual table agent_search using fts5(words, content='', contentless_delete=1, detail=none,
        tokenize='ascii')`,
    ];
  return [
    "create table agent_search (agent_id bigint primary key, words tsvector not null)",
    "create index agent_search_by_word on agent_search using gin (words)",
  ];
}

function toServiceTables(engine: Engine): string[] {
  const { int, text } = toTypes(engine);
  return [
    `create table sync_state (id ${int} not null, leader_term ${int} not null, lease_until_ms ${int} not null,
      registry_address ${text}, chain_id ${int}, genesis_hash ${text}, start_block ${int}, block_number ${int},
      rewinds ${int} not null, primary key (id))`,
    "insert into sync_state (id, leader_term, lease_until_ms, rewinds) values (1, 0, 0, 0)",
    `create table sync_status (id ${int} not null, head_block ${int}, head_timestamp ${int},
      answered_at_ms ${int}, is_caught_up ${int} not null, caught_up_at_ms ${int}, problem ${text},
      published_at_ms ${int}, nodes_disagree ${int} not null, compared_at_ms ${int},
      hashes_unchecked ${int} not null, primary key (id))`,
    "insert into sync_status (id, is_caught_up, nodes_disagree, hashes_unchecked) values (1, 0, 0, 0)",
    `create table reconciliation (id ${int} not null, next_agent_id ${int} not null,
      round_started_at_ms ${int}, round_finished_at_ms ${int}, verified ${text} not null, primary key (id))`,
    "insert into reconciliation (id, next_agent_id, verified) values (1, 1, '[]')",
    `create table doubtful_agents (agent_id ${int} not null, register ${text} not null,
      index_wallet ${text}, contract_wallet ${text}, difference ${text} not null,
      block_number ${int} not null, primary key (agent_id))`,
    // What several processes have counted against rate limits together; with SQLite each process counts alone. Not
    // logged, since after a crash the counts of the last minute may be lost. Rows are updated every second: with room
    // beside them no index has to change.
    ...(engine === "sqlite"
      ? []
      : [
          `create unlogged table rate_windows (key text primary key, count bigint not null,
            ends_at_ms bigint not null) with (fillfactor = 50)`,
        ]),
  ];
}
