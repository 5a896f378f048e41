// The tables of the index. Row types and bulk writes follow from this list; `migrations.ts` makes the tables.

type ColumnType = "int" | "int?" | "text" | "text?";
type TableShape = { key: readonly string[]; columns: Record<string, ColumnType> };

const AMOUNT = { amount: "text", reports: "int" } as const;

export const TABLES = {
  agents: {
    key: ["agent_id"],
    columns: {
      agent_id: "int",
      creator: "text",
      haftungsperson: "text",
      agent_wallet: "text",
      constitution_hash: "text",
      capability_hash: "text",
      operational_scope: "text",
      /** Of the scope's bytes on the chain, if the text does not give them back. */
      scope_hash: "text?",
      parent_agent_id: "int",
      /** The place among the parent's children, from 0: a lineage takes the first few of each node. */
      child_position: "int",
      generation: "int",
      self_modifying: "int",
      registered_at: "int",
      last_attestation: "int",
      last_revenue_report: "int",
      /** The contract's number of the status. */
      status: "int",
      /** Bits as in `parties.ts`. */
      consents: "int",
      /** Bits as in `parties.ts`. No party both agrees and refuses. */
      refusals: "int",
      /** 1: the record is no longer its wallet's entry, and another one may be. */
      wallet_released: "int",
      /** 1: the Haftungsperson's refusal suspended the agent, and no regulator has reactivated it since. */
      suspended_by_refusal: "int",
      pending_haftungsperson: "text?",
      pending_wallet: "text?",
      attester: "text?",
      /**
       * For each party the position of the filing that holds its last word: its consent, its refusal or its
       * release. Means nothing for a party that has not said anything.
       */
      wallet_word: "int",
      haftungsperson_word: "int",
      parent_word: "int",
      child_count: "int",
      filing_count: "int",
      report_count: "int",
    },
  },
  /**
   * Every event of an agent, in chain order. Rows are never changed, only appended and, after a
   * reorganisation, removed from the end; each holds what is needed to take its event back.
   */
  filings: {
    key: ["sequence"],
    columns: {
      sequence: "int",
      agent_id: "int",
      /** Counts the agent's filings, and its revenue reports alone, from 0: no page has to skip rows. */
      position: "int",
      report_position: "int?",
      block_number: "int",
      /** With the place in the block it names one event of one chain: a cursor is checked against both. */
      block_hash: "text",
      log_index: "int",
      transaction_hash: "text",
      timestamp: "int",
      /** Lower case: filings are rarely read, so the checksum is computed then. */
      actor: "text",
      kind: "int",
      data: "text",
      /** What a regulator or a refusal did by it, as in `enforcement.ts`; null for all other filings. */
      enforcement: "int?",
    },
  },
  /** Agents by status and by generation. */
  agent_counts: { key: ["kind", "name"], columns: { kind: "text", name: "text", agents: "int" } },
  /** Active agents by the hour, the minute and the second of their last attestation. */
  attestation_counts: { key: ["width", "start"], columns: { width: "int", start: "int", agents: "int" } },
  revenue_totals: { key: ["kind", "name"], columns: { kind: "text", name: "text", ...AMOUNT } },
  revenue_periods: {
    key: ["period", "start", "currency"],
    columns: { period: "text", start: "int", currency: "text", ...AMOUNT },
  },
  agent_revenue: {
    key: ["agent_id", "currency"],
    columns: { agent_id: "int", currency: "text", ...AMOUNT },
  },
  /** What the agents of one person have reported: of those that it registered, and of those that it answers for now. */
  person_revenue: {
    key: ["role", "person", "currency"],
    /** The person in lower case. */
    columns: { role: "text", person: "text", currency: "text", ...AMOUNT },
  },
  /** Blocks whose hash is remembered, to find where a reorganised chain branched off. */
  blocks: {
    key: ["number"],
    columns: {
      number: "int",
      hash: "text",
      /** The last filing and the last agent up to and including this block. */
      last_sequence: "int",
      last_agent_id: "int",
      /** In seconds. Several blocks may have the same. */
      timestamp: "int",
    },
  },
  /** One row: which chain and register this is the index of, and how far it is. */
  sync_state: {
    key: ["id"],
    columns: {
      id: "int",
      /** Grows with every process that takes over. A leader whose term is not this one must not write. */
      leader_term: "int",
      /** The leader leads until then, on the database's clock, unless it renews its lease. */
      lease_until_ms: "int",
      registry_address: "text?",
      chain_id: "int?",
      genesis_hash: "text?",
      start_block: "int?",
      block_number: "int?",
      /** How often applied blocks were taken back; cached answers from before are void. */
      rewinds: "int",
    },
  },
  /** One row: what the leader last saw, for the processes that only read. */
  sync_status: {
    key: ["id"],
    columns: {
      id: "int",
      head_block: "int?",
      head_timestamp: "int?",
      answered_at_ms: "int?",
      is_caught_up: "int",
      caught_up_at_ms: "int?",
      problem: "text?",
      published_at_ms: "int?",
      nodes_disagree: "int",
      compared_at_ms: "int?",
      hashes_unchecked: "int",
    },
  },
  /** One row: how far the comparison of the index with the contract is. */
  reconciliation: {
    key: ["id"],
    columns: {
      id: "int",
      next_agent_id: "int",
      round_started_at_ms: "int?",
      round_finished_at_ms: "int?",
      /** Ranges of agents with the time of their last comparison, as JSON. */
      verified: "text",
    },
  },
  /**
   * Agents whose records in index and contract differ. Not among the replayed tables: an index that was built
   * anew from the same node may be as wrong as before.
   */
  doubtful_agents: {
    key: ["agent_id"],
    columns: {
      agent_id: "int",
      /** Of which register: chain and contract. Doubts about another one do not count. */
      register: "text",
      /** In lower case, as the index and as the contract have them. */
      index_wallet: "text?",
      contract_wallet: "text?",
      difference: "text",
      /** Where the difference was seen. The index is right again if it agrees at this block or later. */
      block_number: "int",
    },
  },
} as const satisfies Record<string, TableShape>;

export type TableName = keyof typeof TABLES;

type Value<T extends ColumnType> = T extends "int"
  ? number
  : T extends "int?"
    ? number | null
    : T extends "text"
      ? string
      : string | null;

export type Row<T extends TableName> = {
  -readonly [C in keyof (typeof TABLES)[T]["columns"]]: (typeof TABLES)[T]["columns"][C] extends ColumnType
    ? Value<(typeof TABLES)[T]["columns"][C]>
    : never;
};

/** What Kysely knows of the database. */
export type IndexSchema = { [T in TableName]: Row<T> };

export type AgentRow = Row<"agents">;
export type FilingRow = Row<"filings">;
export type BlockRow = Row<"blocks">;

/** Tables of counts and sums. */
export const COUNTER_TABLES = [
  "agent_counts",
  "attestation_counts",
  "revenue_totals",
  "revenue_periods",
  "agent_revenue",
  "person_revenue",
] as const satisfies TableName[];

/** Tables that are filled from the logs; a rebuild empties them all. */
export const REPLAYED_TABLES = [
  "agents",
  "filings",
  ...COUNTER_TABLES,
  "blocks",
] as const satisfies TableName[];
