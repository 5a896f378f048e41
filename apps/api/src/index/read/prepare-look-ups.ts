import type { SQLInputValue, StatementSync } from "node:sqlite";
import { apiErrors } from "@agent-registry/protocol";
import { type Database, type Engine, HttpError, openSqliteFile } from "@agent-registry/service";
import type { PreparedLookUps } from "../at-block.ts";
import type { IndexedBlock } from "../records.ts";
import type { IndexSchema } from "../schema.ts";
import { type AsOfRow, toAsOf, toAsOfQuery } from "./as-of.ts";
import { toWalletEntry, WALLET_COLUMNS, type WalletRow } from "./read-agent.ts";
import { type StandingRow, toStandingsQuery, toWalletStandings } from "./wallet-standings.ts";

/** Without an agent if the wallet is not bound to one: the block is returned all the same. */
type BlockAndWalletRow = IndexedBlock & { [Name in keyof WalletRow]: WalletRow[Name] | null };

/** The condition is that of the index, which knows only records that their wallet is bound to. */
const BY_WALLET = `select newest.number, newest.hash, ${WALLET_COLUMNS.join(", ")}
  from (select number, hash from blocks order by number desc limit 1) newest
  left join agents on wallet_released = 0 and lower(agent_wallet) =`;

/** How much of the file is mapped into memory; reads beyond it are copied. */
const MAPPED_BYTES = 2 ** 30;

/** `file` is the database's, if that is SQLite. */
export function prepareLookUps(
  { runPrepared }: Pick<Database<IndexSchema>, "runPrepared">,
  file: string,
): PreparedLookUps & { close(): void } {
  const { engine, run, findByWallet, close } =
    runPrepared === undefined ? prepareInFile(file) : prepareOnServer(runPrepared);
  return {
    async walletEntry(wallet) {
      const row = required(await findByWallet(wallet));
      const block = { number: row.number, hash: row.hash };
      return { block, found: row.agent_id === null ? undefined : toWalletEntry(row as WalletRow) };
    },
    async walletStandings(wallets, options) {
      const rows = await run<StandingRow>({
        name: options.withAncestors ? "standings-with-ancestors" : "standings",
        toText: () => toStandingsQuery(engine, options),
        values: [engine === "sqlite" ? JSON.stringify(wallets) : wallets],
      });
      const { block, byWallet } = required(toWalletStandings(rows, { wallets, ...options }));
      return { block, found: byWallet };
    },
    async asOf(key, moment) {
      const [by, subject] =
        "wallet" in key ? (["wallet", key.wallet] as const) : (["agentId", key.agentId] as const);
      const [at, value] =
        "time" in moment ? (["time", moment.time] as const) : (["block", moment.block] as const);
      const rows = await run<AsOfRow>({
        name: `as-of-${by}-${at}`,
        toText: () => toAsOfQuery(engine, { by, at }),
        values: [subject, value],
      });
      const found = required(toAsOf(rows, key));
      return { block: { number: found.head.number, hash: found.head.hash }, found };
    },
    close,
  };
}

function required<T>(found: T | undefined): T {
  if (found === undefined) throw new HttpError(500, apiErrors.rpcFailure("the index holds no block yet"));
  return found;
}

/** A statement of this name is prepared once. */
type Prepared = { name: string; toText: () => string; values: unknown[] };

type Statements = {
  engine: Engine;
  run<Row>(statement: Prepared): Promise<Row[]>;
  /** Undefined while the index holds no block. */
  findByWallet(wallet: string): Promise<BlockAndWalletRow | undefined>;
  close(): void;
};

/** On a connection of its own, whose file is mapped: random look-ups in a large register then take half the time. */
function prepareInFile(file: string): Statements {
  const sqlite = openSqliteFile(file, { readOnly: true });
  sqlite.exec(`PRAGMA mmap_size = ${MAPPED_BYTES}`);
  const byWallet = sqlite.prepare(`${BY_WALLET} ?`);
  const prepared = new Map<string, StatementSync>();
  return {
    engine: "sqlite",
    async run<Row>({ name, toText, values }: Prepared) {
      const statement = prepared.get(name) ?? sqlite.prepare(toText());
      prepared.set(name, statement);
      return statement.all(...(values as SQLInputValue[])) as Row[];
    },
    findByWallet: async (wallet) => byWallet.get(wallet) as BlockAndWalletRow | undefined,
    close: () => sqlite.close(),
  };
}

function prepareOnServer(run: NonNullable<Database<IndexSchema>["runPrepared"]>): Statements {
  const texts = new Map<string, string>();
  return {
    engine: "postgres",
    run({ name, toText, values }) {
      const text = texts.get(name) ?? toText();
      texts.set(name, text);
      return run({ name, text, values });
    },
    findByWallet: batchLookups(async (wallets) => {
      const query = { name: "agents-by-wallets", text: `${BY_WALLET} any($1)`, values: [wallets] };
      const rows = await run<BlockAndWalletRow>(query);
      const byWallet = new Map(rows.map((row) => [row.agent_wallet?.toLowerCase(), row]));
      const [first] = rows;
      if (first === undefined) return new Map();
      const unbound = { ...first, agent_id: null };
      return new Map(wallets.map((wallet) => [wallet, byWallet.get(wallet) ?? unbound]));
    }),
    close() {},
  };
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
