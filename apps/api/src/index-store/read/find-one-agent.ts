import { type Database, openSqliteFile } from "@agent-registry/service";
import type { EntryKey, IndexedBlock, Moment } from "../index-reader.ts";
import type { AgentRow, IndexSchema } from "../schema.ts";
import { type AsOfQuestion, type AsOfRow, toAsOfQuery } from "./as-of-query.ts";
import { batchLookups } from "./batch-lookups.ts";
import { type StandingRow, toStandingsQuery } from "./wallet-standings.ts";

const WALLET_COLUMNS = [
  "agent_id",
  "creator",
  "haftungsperson",
  "agent_wallet",
  "operational_scope",
  "registered_at",
  "last_attestation",
  "status",
] as const satisfies (keyof AgentRow)[];

export type WalletRow = Pick<AgentRow, (typeof WALLET_COLUMNS)[number]>;

type FindOneAgent = {
  byId(agentId: number): Promise<AgentRow | undefined>;
  /** The wallet in lower case. */
  byWallet(agentWallet: string): Promise<WalletRow | undefined>;
  /** Of many wallets in lower case at once, and of their agents' ancestors if asked for. */
  standings(wallets: readonly string[], options: { withAncestors: boolean }): Promise<StandingRow[]>;
  newestBlock(): Promise<IndexedBlock | undefined>;
  /** A record at a moment of the past. */
  asOf(key: EntryKey, moment: Moment): Promise<AsOfRow[]>;
  close(): void;
};

const NEWEST_BLOCK = "select number, hash from blocks order by number desc limit 1";
const BY_ID = "select * from agents where agent_id =";
/** The condition is that of the index, which knows only records that their wallet is bound to. */
const BY_WALLET = `select ${WALLET_COLUMNS.join(", ")} from agents
  where wallet_released = 0 and lower(agent_wallet) =`;

/** How much of the file is mapped into memory; reads beyond it are copied. */
const MAPPED_BYTES = 2 ** 30;

/**
 * The look-ups of one agent, past the query builder: a prepared statement answers several times as many.
 * `file` is the database's, if that is SQLite.
 */
export function createFindOneAgent({ runPrepared }: Database<IndexSchema>, file: string) {
  return runPrepared === undefined ? findInFile(file) : findByStatement(runPrepared);
}

/** On a connection of its own, whose file is mapped: random look-ups in a large register then take half the time. */
function findInFile(file: string): FindOneAgent {
  const sqlite = openSqliteFile(file, { readOnly: true });
  sqlite.exec(`PRAGMA mmap_size = ${MAPPED_BYTES}`);
  const byId = sqlite.prepare(`${BY_ID} ?`);
  const byWallet = sqlite.prepare(`${BY_WALLET} ?`);
  byWallet.setReturnArrays(true);
  const standings = sqlite.prepare(toStandingsQuery("sqlite", { withAncestors: false }));
  const lineages = sqlite.prepare(toStandingsQuery("sqlite", { withAncestors: true }));
  const asOf = { wallet: prepareAsOf("wallet"), agentId: prepareAsOf("agentId") };
  function prepareAsOf(by: AsOfQuestion["by"]) {
    const prepare = (at: AsOfQuestion["at"]) => sqlite.prepare(toAsOfQuery("sqlite", { by, at }));
    return { time: prepare("time"), block: prepare("block") };
  }
  return {
    newestBlock: findNewestIn(sqlite),
    byId: async (agentId) => byId.get(agentId) as AgentRow | undefined,
    async byWallet(agentWallet) {
      const row = byWallet.get(agentWallet) as unknown[] | undefined;
      return row && toWalletRow(row);
    },
    standings: async (wallets, { withAncestors }) =>
      (withAncestors ? lineages : standings).all(JSON.stringify(wallets)) as StandingRow[],
    async asOf(key, moment) {
      const { by, at, values } = toQuestion(key, moment);
      return asOf[by][at].all(...values) as AsOfRow[];
    },
    close: () => sqlite.close(),
  };
}

/** SQLite counts what other connections write: while nothing was written, the block is known. */
function findNewestIn(sqlite: ReturnType<typeof openSqliteFile>): FindOneAgent["newestBlock"] {
  const version = sqlite.prepare("PRAGMA data_version");
  version.setReturnArrays(true);
  const newest = sqlite.prepare(NEWEST_BLOCK);
  let known: { version: unknown; block: IndexedBlock | undefined } | undefined;
  return async () => {
    const [now] = version.get() as unknown as [unknown];
    // The block is read after the version: if something is written in between, it is read again next time.
    if (known === undefined || known.version !== now)
      known = { version: now, block: newest.get() as IndexedBlock | undefined };
    return known.block;
  };
}

/** In the order of `WALLET_COLUMNS`. */
function toWalletRow([id, creator, answerable, wallet, scope, registered, attested, status]: unknown[]) {
  return {
    agent_id: id,
    creator,
    haftungsperson: answerable,
    agent_wallet: wallet,
    operational_scope: scope,
    registered_at: registered,
    last_attestation: attested,
    status,
  } as WalletRow;
}

function findByStatement(run: NonNullable<Database<IndexSchema>["runPrepared"]>): FindOneAgent {
  const findNewest = batchLookups(async ([key = ""]) => {
    const [block] = await run<IndexedBlock>({ name: "newest-block", text: NEWEST_BLOCK, values: [] });
    return new Map(block === undefined ? [] : [[key, block]]);
  });
  return {
    newestBlock: () => findNewest("newest"),
    async byId(agentId) {
      const query = { name: "agent-by-id", text: `${BY_ID} $1`, values: [agentId] };
      return (await run<AgentRow>(query))[0];
    },
    byWallet: batchLookups(async (wallets) => {
      const query = { name: "agents-by-wallets", text: `${BY_WALLET} any($1)`, values: [wallets] };
      const rows = await run<WalletRow>(query);
      return new Map(rows.map((row) => [row.agent_wallet.toLowerCase(), row]));
    }),
    standings: (wallets, options) =>
      run<StandingRow>({
        name: options.withAncestors ? "standings-with-ancestors" : "standings",
        text: toStandingsQuery("postgres", options),
        values: [wallets],
      }),
    asOf(key, moment) {
      const { by, at, values } = toQuestion(key, moment);
      return run<AsOfRow>({
        name: `as-of-${by}-${at}`,
        text: toAsOfQuery("postgres", { by, at }),
        values: [...values],
      });
    },
    close() {},
  };
}

function toQuestion(key: EntryKey, moment: Moment) {
  const by = "wallet" in key ? "wallet" : "agentId";
  const at = "time" in moment ? "time" : "block";
  const subject = "wallet" in key ? key.wallet : key.agentId;
  return { by, at, values: [subject, "time" in moment ? moment.time : moment.block] } as const;
}
