import { apiErrors } from "@agent-registry/protocol";
import { STATUS_VALUES, setStatus } from "@agent-registry/protocol/signed";
import { HttpError } from "@agent-registry/service";
import type { Address } from "viem";
import type { IndexReader } from "../index-store/index-reader.ts";
import type { Doubts } from "./doubts.ts";

/**
 * Refuses every answer that a doubtful agent could make wrong: about the agent itself, about its wallet, lineages
 * that hold it, and lists and sums over all agents. Answers about other agents are given as ever.
 *
 * It looks before it asks. An answer that is under way when a doubt comes up is void afterwards, since every change of
 * the doubts empties the cache.
 */
export function guardReader(reader: IndexReader, doubts: Doubts): IndexReader {
  function assertAgents(agentIds: Iterable<number>): void {
    if (doubts.size() === 0) return;
    if (doubts.isWhole()) throw doubtful("many agents differ from the contract");
    for (const agentId of agentIds) {
      if (doubts.hasAgent(agentId)) throw doubtful(`agent ${agentId} differs from the contract`);
    }
  }

  function assertWallet(wallet: string, what = "the wallet's agent"): void {
    assertAgents([]);
    if (doubts.hasWallet(wallet)) throw doubtful(`${what} differs from the contract`);
  }

  function assertAll(): void {
    if (doubts.size() > 0) assertAgents(doubts.list().map((agent) => agent.agent_id));
  }

  async function aboutAgent<T>(agentId: number, ask: () => Promise<T>): Promise<T> {
    assertAgents([agentId]);
    return ask();
  }

  async function aboutAll<T>(ask: () => Promise<T>): Promise<T> {
    assertAll();
    return ask();
  }

  async function findGuardedEntry(wallet: Address): ReturnType<IndexReader["findWalletEntry"]> {
    assertWallet(wallet);
    return reader.findWalletEntry(wallet);
  }

  return {
    findNewestBlock: () => reader.findNewestBlock(),
    findAgent: (agentId) => aboutAgent(agentId, () => reader.findAgent(agentId)),
    // Of all look-ups the most frequent: it pays nothing while nothing is doubtful.
    findWalletEntry: (wallet) =>
      doubts.size() === 0 ? reader.findWalletEntry(wallet) : findGuardedEntry(wallet),
    async findWalletStandings(wallets, options) {
      if (doubts.size() === 0) return reader.findWalletStandings(wallets, options);
      for (const wallet of wallets) assertWallet(wallet, `the agent of wallet ${wallet}`);
      const found = await reader.findWalletStandings(wallets, options);
      const standings = [...(found?.byWallet.values() ?? [])];
      assertAgents(standings.flatMap(({ agentId, ancestors = [] }) => [agentId, ...ancestors.map(toId)]));
      return found;
    },
    async getWalletEntriesPage(wallet, page) {
      assertWallet(wallet);
      const found = await reader.getWalletEntriesPage(wallet, page);
      assertAgents(found.records.map((record) => record.agentId));
      return found;
    },
    findConsents: (agentId) => aboutAgent(agentId, () => reader.findConsents(agentId)),
    async findEntrySnapshot(key) {
      if ("wallet" in key) assertWallet(key.wallet);
      else assertAgents([key.agentId]);
      const found = await reader.findEntrySnapshot(key);
      assertAgents(found?.record === undefined ? [] : [found.record.agentId]);
      return found;
    },
    async findAsOf(key, moment) {
      if ("wallet" in key) assertWallet(key.wallet);
      else assertAgents([key.agentId]);
      const found = await reader.findAsOf(key, moment);
      assertAgents(found?.record === undefined ? [] : [found.record.agentId]);
      return found;
    },
    // One doubtful agent must not shut out all others: the list says of it that it does not know.
    async findStandings(asked) {
      assertAgents([]);
      const found = await reader.findStandings(asked);
      assertAgents([]);
      if (found === undefined) return undefined;
      for (const { agent_id } of doubts.list())
        if (agent_id <= found.lastAgentId) setStatus(found.values, agent_id, STATUS_VALUES.ask);
      return found;
    },
    hasStandingChangedSince: (sequence) => reader.hasStandingChangedSince(sequence),
    getChildIds: (agentId) => aboutAgent(agentId, () => reader.getChildIds(agentId)),
    getAgentsPage: (filter) => aboutAll(() => reader.getAgentsPage(filter)),
    // Of a doubtful agent it is not known who answers for it.
    getPerson: (query) => aboutAll(() => reader.getPerson(query)),
    async *streamByAttestation() {
      assertAll();
      yield* reader.streamByAttestation();
    },
    async getLineage(agentId, bounds) {
      assertAgents([agentId]);
      const rows = await reader.getLineage(agentId, bounds);
      assertAgents(rows?.map((row) => row.agentId) ?? []);
      return rows;
    },
    findChainIdentity: () => reader.findChainIdentity(),
    // The number of agents alone; `/ready` asks for it, too, to see whether the database answers.
    getTotals: () => reader.getTotals(),
    countCompliant: (attestedSince) => aboutAll(() => reader.countCompliant(attestedSince)),
    getRecentRegistrations: (limit) => aboutAll(() => reader.getRecentRegistrations(limit)),
    getRevenueTotals: (currency) => aboutAll(() => reader.getRevenueTotals(currency)),
    findRevenuePage: (agentId, page) => aboutAgent(agentId, () => reader.findRevenuePage(agentId, page)),
    getRevenueTimeline: (query) => aboutAll(() => reader.getRevenueTimeline(query)),
    getTopEarners: (query) => aboutAll(() => reader.getTopEarners(query)),
    findHistoryPage: (agentId, page) => aboutAgent(agentId, () => reader.findHistoryPage(agentId, page)),
    findFilingsPage: (query) => aboutAll(() => reader.findFilingsPage(query)),
    async getNewestFilings(query) {
      if (query.of !== "all" && "agentId" in query.of) assertAgents([query.of.agentId]);
      else assertAll();
      return reader.getNewestFilings(query);
    },
    getEnforcementPage: (query) => aboutAll(() => reader.getEnforcementPage(query)),
  };
}

const toId = ({ agentId }: { agentId: number }) => agentId;

function doubtful(what: string): HttpError {
  return new HttpError(500, apiErrors.rpcFailure(`${what}; the index is being mended`));
}
