import type { Database } from "@agent-registry/service";
import { type IndexReader, isQuickPage, MAX_SEARCH_MATCHES } from "../index-reader.ts";
import type { IndexSchema } from "../schema.ts";
import { createFindOneAgent } from "./find-one-agent.ts";
import { openConnections } from "./open-connections.ts";
import { readAgentsPage } from "./read-agents.ts";
import { readChainIdentity } from "./read-chain-identity.ts";
import { readConsents } from "./read-consents.ts";
import { readEnforcementPage } from "./read-enforcement.ts";
import { readEntrySnapshot } from "./read-entry-snapshot.ts";
import { readHistoryPage, readRevenuePage } from "./read-filings.ts";
import { readFilingsPage } from "./read-filings-page.ts";
import { readChildIds, readLineage } from "./read-lineage.ts";
import { readNewestFilings } from "./read-newest-filings.ts";
import { readPerson } from "./read-person.ts";
import { readTimeline, readTopEarners } from "./read-revenue.ts";
import { readStandingChange, readStandings } from "./read-standings.ts";
import { countAttestedSince, readRevenueTotals, readTotals } from "./read-totals.ts";
import { readWalletEntries } from "./read-wallet-entries.ts";
import { searchAgents } from "./search-agents.ts";
import { streamAgents } from "./stream-agents.ts";
import { toAsOf } from "./to-as-of.ts";
import { toIndexedAgent, toWalletEntry } from "./to-indexed-agent.ts";
import { toWalletStandings } from "./wallet-standings.ts";

type ReaderOptions = {
  database: Database<IndexSchema>;
  /** The database's, if that is SQLite. */
  file: string;
  /** The database's, if that is PostgreSQL. */
  databaseUrl?: string | undefined;
  /** Tests set it small, to meet big cases quickly. */
  maxMatches?: number;
};

/** The reading half of the index. */
export function createReader({ maxMatches = MAX_SEARCH_MATCHES, ...options }: ReaderOptions) {
  const { lookups, slow, ...connections } = openConnections(options);
  const { db } = lookups;
  const find = createFindOneAgent(lookups, options.file);
  const snapshots = { engine: lookups.engine, slow, file: options.file };

  const methods: IndexReader = {
    findNewestBlock: find.newestBlock,
    async findAgent(agentId) {
      const row = await find.byId(agentId);
      return row && toIndexedAgent(row);
    },
    async findWalletEntry(wallet) {
      const row = await find.byWallet(wallet);
      return row && toWalletEntry(row);
    },
    async findWalletStandings(wallets, options) {
      return toWalletStandings(await find.standings(wallets, options), { wallets, ...options });
    },
    getWalletEntriesPage: (wallet, page) => readWalletEntries(slow, { wallet, ...page }),
    findConsents: (agentId) => readConsents(db, agentId),
    findEntrySnapshot: (key) => readEntrySnapshot(db, key),
    findAsOf: async (key, moment) => toAsOf(await find.asOf(key, moment)),
    findStandings: (asked) => readStandings(snapshots, asked),
    hasStandingChangedSince: (sequence) => readStandingChange(db, sequence),
    getChildIds: (agentId) => readChildIds(db, agentId),
    getAgentsPage: (filter) =>
      isQuickPage(filter)
        ? readAgentsPage(db, filter)
        : filter.search === undefined
          ? readAgentsPage(slow, filter)
          : searchAgents(
              { db: slow, engine: lookups.engine, maxMatches },
              { ...filter, search: filter.search },
            ),
    getPerson: (query) => readPerson({ db: slow, engine: lookups.engine }, query),
    streamByAttestation: () => streamAgents(snapshots),
    getLineage: (agentId, bounds) => readLineage(slow, { agentId, ...bounds }),
    findChainIdentity: () => readChainIdentity(db),
    getTotals: () => readTotals(db),
    countCompliant: (attestedSince) => countAttestedSince(db, attestedSince),
    async getRecentRegistrations(limit) {
      const newest = db.selectFrom("agents").selectAll().orderBy("agent_id", "desc").limit(limit);
      return (await newest.execute()).map(toIndexedAgent);
    },
    getRevenueTotals: (currency) => readRevenueTotals(slow, currency),
    async findRevenuePage(agentId, page) {
      const agent = await find.byId(agentId);
      return agent && readRevenuePage(db, { agent, ...page });
    },
    getRevenueTimeline: (query) => readTimeline(slow, query),
    getTopEarners: (query) => readTopEarners(slow, query),
    async findHistoryPage(agentId, page) {
      const agent = await find.byId(agentId);
      return agent && readHistoryPage(db, { agent, ...page });
    },
    findFilingsPage: (query) => readFilingsPage(db, query),
    getNewestFilings: ({ of, limit }) =>
      readNewestFilings(of !== "all" && "haftungsperson" in of ? slow : db, { of, limit }),
    getEnforcementPage: (query) => readEnforcementPage(db, query),
  };

  return {
    methods,
    async close(): Promise<void> {
      find.close();
      await connections.close();
    },
  };
}
