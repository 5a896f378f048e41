import { apiErrors } from "@agent-registry/protocol";
import { type Database, HttpError, openSqliteFile } from "@agent-registry/service";
import type { PreparedLookUps } from "../asked-index.ts";
import type { IndexedBlock } from "../at-block.ts";
import type { EntryKey, Moment } from "../records.ts";
import type { IndexSchema } from "../schema.ts";
import { type AsOfQuestion, type AsOfRow, toAsOfQuery } from "./as-of-query.ts";
import { toWalletEntry, WALLET_COLUMNS, type WalletRow } from "./read-agent.ts";
import { toAsOf } from "./to-as-of.ts";
import { type StandingRow, toStandingsQuery, toWalletStandings } from "./wallet-standings.ts";

/** Without an agent if the wallet is not bound to one: the block is returned all the same. */
type BlockAndWalletRow = IndexedBlock & { [Name in keyof WalletRow]: WalletRow[Name] | null };

/** The condition is that of the index, which knows only records that their wallet is bound to. */
const BY_WALLET = `select newest.number, newest.hash, ${WALLET_COLUMNS.join(", ")}
  from (select number, hash from blocks order by number desc limit 1) newest
  left join agents on wallet_released = 0 and lower(agent_wallet) =`;

/** How much of the file is mapped into memory; reads beyond it are copied. */
const MAPPED_BYTES = 2 ** 30;

type Statements = {
  /** One row for each wallet that is bound; one without an agent if none is. */
  byWallet(wallet: string): Promise<BlockAndWalletRow | undefined>;
  standings(wallets: readonly string[], options: { withAncestors: boolean }): Promise<StandingRow[]>;
  asOf(question: AsOfQuestion, values: [string | number, number]): Promise<AsOfRow[]>;
  close(): void;
};

/** `file` is the database's, if that is SQLite. */
export function prepareLookUps(
  { runPrepared }: Pick<Database<IndexSchema>, "runPrepared">,
  file: string,
): PreparedLookUps & Pick<Statements, "close"> {
  const statements = runPrepared === undefined ? prepareInFile(file) : prepareOnServer(runPrepared);
  return {
    async walletEntry(wallet) {
      const row = required(await statements.byWallet(wallet));
      const block = { number: row.number, hash: row.hash };
      return { block, found: row.agent_id === null ? undefined : toWalletEntry(row as WalletRow) };
    },
    async walletStandings(wallets, options) {
      const rows = await statements.standings(wallets, options);
      const { block, byWallet } = required(toWalletStandings(rows, { wallets, ...options }));
      return { block, found: byWallet };
    },
    async asOf(key, moment) {
      const found = required(toAsOf(await statements.asOf(...toQuestion(key, moment)), key));
      return { block: { number: found.head.number, hash: found.head.hash }, found };
    },
    close: statements.close,
  };
}

function required<T>(found: T | undefined): T {
  if (found === undefined) throw new HttpError(500, apiErrors.rpcFailure("the index holds no block yet"));
  return found;
}

/** On a connection of its own, whose file is mapped: random look-ups in a large register then take half the time. */
function prepareInFile(file: string): Statements {
  const sqlite = openSqliteFile(file, { readOnly: true });
  sqlite.exec(`PRAGMA mmap_size = ${MAPPED_BYTES}`);
  const byWallet = sqlite.prepare(`${BY_WALLET} ?`);
  const standings = sqlite.prepare(toStandingsQuery("sqlite", { withAncestors: false }));
  const lineages = sqlite.prepare(toStandingsQuery("sqlite", { withAncestors: true }));
  const asOf = { wallet: prepareAsOf("wallet"), agentId: prepareAsOf("agentId") };
  function prepareAsOf(by: AsOfQuestion["by"]) {
    const prepare = (at: AsOfQuestion["at"]) => sqlite.prepare(toAsOfQuery("sqlite", { by, at }));
    return { time: prepare("time"), block: prepare("block") };
  }
  return {
    byWallet: async (wallet) => byWallet.get(wallet) as BlockAndWalletRow | undefined,
    standings: async (wallets, { withAncestors }) =>
      (withAncestors ? lineages : standings).all(JSON.stringify(wallets)) as StandingRow[],
    asOf: async ({ by, at }, values) => asOf[by][at].all(...values) as AsOfRow[],
    close: () => sqlite.close(),
  };
}

function prepareOnServer(run: NonNullable<Database<IndexSchema>["runPrepared"]>): Statements {
  return {
    byWallet: batchLookups(async (wallets) => {
      const query = { name: "agents-by-wallets", text: `${BY_WALLET} any($1)`, values: [wallets] };
      const rows = await run<BlockAndWalletRow>(query);
      const byWallet = new Map(rows.map((row) => [row.agent_wallet?.toLowerCase(), row]));
      const [first] = rows;
      if (first === undefined) return new Map();
      const unbound = { ...first, agent_id: null };
      return new Map(wallets.map((wallet) => [wallet, byWallet.get(wallet) ?? unbound]));
    }),
    standings: (wallets, options) =>
      run<StandingRow>({
        name: options.withAncestors ? "standings-with-ancestors" : "standings",
        text: toStandingsQuery("postgres", options),
        values: [wallets],
      }),
    asOf: ({ by, at }, values) =>
      run<AsOfRow>({
        name: `as-of-${by}-${at}`,
        text: toAsOfQuery("postgres", { by, at }),
        values: [...values],
      }),
    close() {},
  };
}

function toQuestion(key: EntryKey, moment: Moment): Parameters<Statements["asOf"]> {
  const [by, subject] =
    "wallet" in key ? (["wallet", key.wallet] as const) : (["agentId", key.agentId] as const);
  const [at, value] =
    "time" in moment ? (["time", moment.time] as const) : (["block", moment.block] as const);
  return [{ by, at }, [subject, value]];
}

const MAX_BATCH = 200;

type Lookup<Found> = PromiseWithResolvers<Found | undefined>;

/**
 * Sends look-ups that are made in the same turn of the event loop as one batch, and asks for the same key only
 * once: a round trip to a database costs more than the rows it brings. No look-up waits longer than that turn.
 */
export function batchLookups<Found>(findAll: (keys: string[]) => Promise<Map<string, Found>>) {
  let open = new Map<string, Lookup<Found>>();

  async function send(batch: Map<string, Lookup<Found>>): Promise<void> {
    try {
      const found = await findAll([...batch.keys()]);
      for (const [key, { resolve }] of batch) resolve(found.get(key));
    } catch (error) {
      for (const { reject } of batch.values()) reject(error);
    }
  }

  function begin(): void {
    const batch = new Map<string, Lookup<Found>>();
    open = batch;
    setImmediate(() => {
      if (open === batch) open = new Map();
      void send(batch);
    });
  }

  return function find(key: string): Promise<Found | undefined> {
    const known = open.get(key);
    if (known !== undefined) return known.promise;
    if (open.size === 0 || open.size >= MAX_BATCH) begin();
    const lookup = Promise.withResolvers<Found | undefined>();
    open.set(key, lookup);
    return lookup.promise;
  };
}
