import type { Database } from "@agent-registry/service";
import type { IndexReader } from "../index-reader.ts";
import type { IndexSchema } from "../schema.ts";
import { createFindOneAgent } from "./find-one-agent.ts";
import { createQueryThread } from "./query-thread.ts";
import { readAgentsPage } from "./read-agents.ts";
import { readConsents } from "./read-consents.ts";
import { readHistoryPage, readRevenuePage } from "./read-filings.ts";
import { readChildIds, readLineage } from "./read-lineage.ts";
import { readTimeline, readTopEarners } from "./read-revenue.ts";
import { countAttestedSince, readRevenueTotals, readTotals } from "./read-totals.ts";
import { readWalletEntries } from "./read-wallet-entries.ts";
import { streamAgents } from "./stream-agents.ts";
import { toIndexedAgent, toWalletEntry } from "./to-indexed-agent.ts";

/** The reading half of the index. `file` is the database's, if that is SQLite. */
export function createReader({ database, file }: { database: Database<IndexSchema>; file: string }) {
  const { db } = database;
  const find = createFindOneAgent(database, file);
  // PostgreSQL runs a long query beside the others by itself.
  const slow = database.engine === "sqlite" ? createQueryThread<IndexSchema>({ file }) : db;

  const methods: IndexReader = {
    async findAgent(agentId) {
      const row = await find.byId(agentId);
      return row && toIndexedAgent(row);
    },
    async findWalletEntry(wallet) {
      const row = await find.byWallet(wallet);
      return row && toWalletEntry(row);
    },
    getWalletEntriesPage: (wallet, page) => readWalletEntries(db, { wallet, ...page }),
    findConsents: (agentId) => readConsents(db, agentId),
    getChildIds: (agentId) => readChildIds(db, agentId),
    getAgentsPage: (filter) => readAgentsPage({ db, slow }, filter),
    streamByAttestation: () => streamAgents({ database, file }),
    getLineage: (agentId, bounds) => readLineage(db, { agentId, ...bounds }),
    getTotals: () => readTotals(db),
    countCompliant: (attestedSince) => countAttestedSince(db, attestedSince),
    async getRecentRegistrations(limit) {
      const newest = db.selectFrom("agents").selectAll().orderBy("agent_id", "desc").limit(limit);
      return (await newest.execute()).map(toIndexedAgent);
    },
    getRevenueTotals: (currency) => readRevenueTotals(db, currency),
    async findRevenuePage(agentId, page) {
      const agent = await find.byId(agentId);
      return agent && readRevenuePage(db, { agent, ...page });
    },
    getRevenueTimeline: (query) => readTimeline(db, query),
    getTopEarners: (query) => readTopEarners(db, query),
    async findHistoryPage(agentId, page) {
      const agent = await find.byId(agentId);
      return agent && readHistoryPage(db, { agent, ...page });
    },
  };

  return {
    methods,
    async close(): Promise<void> {
      find.close();
      if (slow !== db) await slow.destroy();
    },
  };
}
