import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { AGENT_STATUSES, isCompliant, toTimestamp } from "@agent-registry/protocol";
import { findStatus } from "@agent-registry/protocol/signed";
import {
  deployLocally,
  devAccounts,
  type LocalChain,
  populateRegister,
  startChain,
  type TestPostgres,
  testedEngines,
  usePostgres,
} from "@agent-registry/testkit";
import type { Address } from "viem";
import { NO_AGENT } from "../../chain/decode-event.ts";
import { readChildIds } from "../../questions/agent/agent.ts";
import { readRevenuePage } from "../../questions/agent-revenue/agent-revenue.ts";
import { readAgentsPage } from "../../questions/agents/read-agents.ts";
import { searchAgents } from "../../questions/agents/search-agents.ts";
import { streamAgents } from "../../questions/compliance/compliance.ts";
import { readConsents } from "../../questions/consents/consents.ts";
import { readHistoryPage } from "../../questions/history/history.ts";
import { readLineage } from "../../questions/lineage/read-lineage.ts";
import { readRevenueTotals, readTimeline, readTopEarners } from "../../questions/revenue/read-revenue.ts";
import { readSignedEntry } from "../../questions/signed/read-entry.ts";
import { countAttestedSince, readRecentRegistrations, readTotals } from "../../questions/stats/stats.ts";
import { readStandingChange, readStandings } from "../../status-lists/read-standings.ts";
import { type ContractView, readContractViews } from "../../testing/contract-views.ts";
import { addOddAgents } from "../../testing/odd-agents.ts";
import { startTestIndex, type TestIndex } from "../../testing/test-index.ts";
import { readAtBlock } from "../at-block.ts";
import type { EntryKey, IndexedAgent, WalletStanding } from "../records.ts";
import { readAgent } from "./read-agent.ts";

const DAY = 86_400;
const AGENTS = 70;

const toWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

let chain: LocalChain;
let postgres: TestPostgres;
let registryAddress: Address;
let views: ContractView[];
let head: number;

before(async () => {
  const start = new Date(Date.now() - 60 * DAY * 1000);
  [chain, postgres] = await Promise.all([startChain({ initialDate: start.toISOString() }), usePostgres()]);
  const deployment = await deployLocally(chain);
  registryAddress = deployment.registryAddress;
  await populateRegister({ chain, deployment, agents: AGENTS });
  await addOddAgents({ chain, registryAddress });
  views = await readContractViews({ chain, registryAddress });
  head = Number(await chain.reader.getBlockNumber());
});
after(async () => {
  await Promise.all([chain?.stop(), postgres?.stop()]);
});

function toStanding({ agent, consents, refusals }: ContractView): WalletStanding {
  const { agentId, agentWallet, haftungsperson, status, registeredAt, lastAttestation } = agent;
  const { selfModifying, parentAgentId } = agent;
  const named = { agentId, agentWallet, haftungsperson, parentAgentId };
  return { ...named, status, registeredAt, lastAttestation, selfModifying, consents, refusals };
}

function toAncestors({ agent }: ContractView): NonNullable<WalletStanding["ancestors"]> {
  const parent = views[agent.parentAgentId - 1];
  if (parent === undefined) return [];
  const { agentId, status, parentAgentId } = parent.agent;
  const { consents, refusals } = parent;
  return [{ agentId, status, parentAgentId, consents, refusals }, ...toAncestors(parent)];
}

const byId = (a: IndexedAgent, b: IndexedAgent) => a.agentId - b.agentId;

/** When a party of the agent last refused or was replaced, by its filings; 0 if never. */
async function findPartyChange(index: TestIndex, { agentId, haftungsperson }: IndexedAgent): Promise<number> {
  const history = await readHistoryPage(index.db, { agentId, limit: 500, offset: 0, order: "desc" });
  const isChange = /^(consent-refused|haftungsperson-changed|wallet-changed)$/;
  const change = history?.filings.find(({ kind }) => isChange.test(kind));
  const changedAt = change === undefined ? 0 : Date.parse(change.timestamp) / 1_000;
  return Math.max(changedAt, await findCertificateChange(index, haftungsperson.toLowerCase()));
}

/** When something was last filed about the person, or about a notary that has ever certified it. */
async function findCertificateChange(index: TestIndex, person: string): Promise<number> {
  const rows = await index.db
    .selectFrom("filings")
    .select(["timestamp", "data"])
    .where("agent_id", "=", NO_AGENT)
    .execute();
  const filings = rows.map(({ timestamp, data }) => ({
    timestamp,
    ...(JSON.parse(data) as { person?: string; notary: string; ref?: string }),
  }));
  const certified = filings.filter((filing) => filing.person === person && filing.ref !== undefined);
  const notaries = certified.map(({ notary }) => notary);
  const concerns = ({ person: named, notary }: (typeof filings)[number]) =>
    named === undefined ? notaries.includes(notary) : named === person;
  return Math.max(0, ...filings.filter(concerns).map(({ timestamp }) => timestamp));
}

for (const engine of testedEngines) {
  describe(`the index on ${engine} against the contract's own views`, () => {
    let index: TestIndex;
    before(async () => {
      const databaseUrl = engine === "postgres" ? await postgres.createDatabase() : undefined;
      index = await startTestIndex({ rpcUrls: [chain.rpcUrl], registryAddress, databaseUrl });
      await index.waitForBlock(head);
    });
    after(() => index?.stop());

    it("finds every agent by id and by wallet, and no others", async () => {
      for (const { agent, children, boundId } of views) {
        assert.deepEqual(await readAgent(index.db, agent.agentId), agent);
        const wallet = agent.agentWallet.toLowerCase() as Address;
        const { found: entry } = await index.asked.lookUps.walletEntry(wallet);
        const bound = views[boundId - 1]?.agent;
        assert.equal(entry === undefined, bound === undefined);
        if (bound !== undefined) assert.deepEqual({ ...bound, ...entry }, bound);
        assert.deepEqual(await readChildIds(index.db, agent.agentId), children);
      }
      for (const id of [0, views.length + 1, Number.MAX_SAFE_INTEGER]) {
        assert.equal(await readAgent(index.db, id), undefined);
        assert.deepEqual(await readChildIds(index.db, id === 0 ? -1 : id), []);
      }
      const stranger = devAccounts.stranger.address.toLowerCase() as Address;
      assert.equal((await index.asked.lookUps.walletEntry(stranger)).found, undefined);
    });

    it("tells the standing of many wallets and of their agents' ancestors, all at one block", async () => {
      const stranger = devAccounts.stranger.address.toLowerCase() as Address;
      const wallets = [...views.map(({ agent }) => agent.agentWallet.toLowerCase() as Address), stranger];
      const { hash } = await chain.reader.getBlock({ blockNumber: BigInt(head) });
      const bound = views.filter(({ agent, boundId }) => boundId === agent.agentId);
      for (const withAncestors of [false, true]) {
        const { block, found } = await index.asked.lookUps.walletStandings(wallets, { withAncestors });
        assert.deepEqual(block, { number: head, hash });
        assert.deepEqual(
          new Map([...found].sort(([, a], [, b]) => a.agentId - b.agentId)),
          new Map(
            bound.map((view) => [
              view.agent.agentWallet.toLowerCase(),
              withAncestors ? { ...toStanding(view), ancestors: toAncestors(view) } : toStanding(view),
            ]),
          ),
        );
      }
      const depths = bound.map((view) => toAncestors(view).length);
      assert.ok(Math.max(...depths) >= 2, "somebody has grandparents");
      const ofNobody = await index.asked.lookUps.walletStandings([stranger], { withAncestors: true });
      assert.deepEqual(ofNobody, { block: { number: head, hash }, found: new Map() });
    });

    it("has the contract's record hash of every agent, whatever its scope holds", async () => {
      for (const { agent, recordHash } of views) {
        assert.equal((await readConsents(index.db, agent.agentId))?.recordHash, recordHash);
      }
      assert.equal(await readConsents(index.db, views.length + 1), undefined);
    });

    it("gives records together with the block that they were read at", async () => {
      const readEntryOf = (key: EntryKey) =>
        readAtBlock(index.asked.open, "look-up", (at) =>
          readSignedEntry(at, key, { now: () => Number.MAX_SAFE_INTEGER }),
        );
      const { hash, timestamp } = await chain.reader.getBlock({ blockNumber: BigInt(head) });
      const block = { number: head, hash, timestamp: Number(timestamp) };
      for (const { agent, boundId } of views) {
        const { agentId } = agent;
        const entry = await readEntryOf({ agentId });
        const { consents, isWalletReleased, partiesBlock, ...facts } = entry.record ?? assert.fail();
        assert.deepEqual([entry.chainId, entry.block], [chain.chainId, block]);
        assert.deepEqual({ ...agent, ...facts }, agent);
        assert.equal(isWalletReleased, boundId !== agentId);
        const said = await readConsents(index.db, agentId);
        const parent = said?.parent === null || said?.parent.state === "agreed";
        const agreed = { wallet: said?.wallet.state, haftungsperson: said?.haftungsperson.state };
        assert.deepEqual(
          [consents.wallet, consents.haftungsperson, consents.parent],
          [agreed.wallet === "agreed", agreed.haftungsperson === "agreed", parent],
        );
        const history = await readHistoryPage(index.db, { agentId, limit: 500, offset: 0, order: "desc" });
        const words = /^(registered|consent|wallet-released|wallet-changed|haftungsperson-changed)/;
        assert.equal(partiesBlock, history?.filings.find(({ kind }) => words.test(kind))?.blockNumber);
        const wallet = agent.agentWallet.toLowerCase() as Address;
        const bound = (await readEntryOf({ wallet })).record;
        assert.equal(bound?.agentId ?? 0, boundId);
      }
      const stranger = devAccounts.stranger.address.toLowerCase() as Address;
      assert.deepEqual(await readEntryOf({ wallet: stranger }), {
        chainId: chain.chainId,
        block,
        record: undefined,
        retiredFrom: undefined,
      });
    });

    it("tells how every agent will stand at a time, and whether one has changed since", async () => {
      const lapses = views.map(({ agent }) => agent.lastAttestation + 7 * DAY).sort((a, b) => a - b);
      const middle = lapses[Math.floor(lapses.length / 2)] ?? 0;
      const changes = await Promise.all(views.map(({ agent }) => findPartyChange(index, agent)));
      const middleChange = changes.filter((time) => time > 0).sort((a, b) => a - b)[3] ?? assert.fail();
      const cases = [
        [middle, Number.MAX_SAFE_INTEGER],
        [middle + 1, middleChange],
        [0, middleChange + 1],
        [0, 0],
      ] as const;
      for (const [expiresAt, partiesChangedSince] of cases) {
        const standings =
          (await readAtBlock(index.asked.open, "long", (at) =>
            readStandings(at, { expiresAt, partiesChangedSince }),
          )) ?? assert.fail();
        assert.deepEqual([standings.block.number, standings.lastAgentId], [head, views.length]);
        for (const [i, { agent }] of views.entries()) {
          const hasChanged = (changes[i] ?? 0) >= Math.max(1, partiesChangedSince);
          const isAsked = agent.lastAttestation + 7 * DAY < expiresAt || hasChanged;
          const value = { Active: isAsked ? 3 : 0, Suspended: 2, Revoked: 1, Terminated: 1 }[agent.status];
          assert.equal(findStatus(standings.values, agent.agentId), value, `agent ${agent.agentId}`);
        }
        assert.equal(findStatus(standings.values, 0), 1);
        const hasChangedSince = (sequence: number) =>
          readAtBlock(index.asked.open, "look-up", ({ db }) => readStandingChange(db, sequence));
        assert.equal(await hasChangedSince(standings.lastSequence), false);
        assert.equal(await hasChangedSince(0), true);
      }
    });

    it("pages agents by every sort, order and status, ties by id", async () => {
      const keys = {
        agentId: "agentId",
        registeredAt: "registeredAt",
        lastAttestation: "lastAttestation",
      } as const;
      for (const status of [undefined, ...AGENT_STATUSES]) {
        for (const sort of ["agentId", "registeredAt", "lastAttestation"] as const) {
          for (const order of ["asc", "desc"] as const) {
            const sign = order === "asc" ? 1 : -1;
            const expected = views
              .map(({ agent }) => agent)
              .filter((agent) => status === undefined || agent.status === status)
              .sort((a, b) => sign * (a[keys[sort]] - b[keys[sort]]) || byId(a, b));
            for (const offset of [0, 7, expected.length - 1, expected.length, 10_000]) {
              const filter = { ...(status === undefined ? {} : { status }), sort, order, limit: 10, offset };
              const page = await readAgentsPage(index.db, filter);
              assert.equal(page.total, expected.length);
              assert.deepEqual(page.agents, expected.slice(offset, offset + 10), JSON.stringify(filter));
            }
          }
        }
      }
    });

    it("searches id, addresses and scope, with exact totals", async () => {
      const someone = views[40]?.agent;
      assert.ok(someone);
      const needles = [
        "40",
        "5",
        "0",
        "court",
        "COURT",
        "% _sure_",
        "translation cour",
        "Übersetzung",
        "日本",
        "inner\0NUL",
        // Beginnings of addresses that other words and numbers may be, too.
        someone.agentWallet.slice(2, 10),
        someone.agentWallet.slice(0, 9),
        someone.agentWallet.slice(0, 4),
        "0x",
        someone.creator.toLowerCase(),
        someone.haftungsperson.slice(2, 15).toUpperCase(),
        "no agent has this",
      ];
      for (const search of needles) {
        const needle = search.toLowerCase();
        const isOfAddress =
          needle.startsWith("0x") || (/^[\da-f]{6,}$/.test(needle) && !/^\d{1,15}$/.test(needle));
        const [last = "", ...words] = toWords(needle).reverse();
        const isFound = (agent: IndexedAgent) => {
          const inScope = toWords(agent.operationalScope);
          return (
            String(agent.agentId) === search ||
            (words.every((word) => inScope.includes(word)) &&
              inScope.some((word) => word.startsWith(last))) ||
            (isOfAddress &&
              [agent.agentWallet, agent.creator, agent.haftungsperson].some((address) =>
                address.toLowerCase().startsWith(needle.replace(/^(?:0x)?/, "0x")),
              ))
          );
        };
        const expected = views.map(({ agent }) => agent).filter(isFound);
        const filter = { search, sort: "agentId", order: "asc", limit: 5, offset: 1 } as const;
        const page = await searchAgents(index, filter);
        assert.equal(page.total, expected.length, search);
        assert.deepEqual(page.agents, expected.slice(1, 6), search);
        const active = await searchAgents(index, { ...filter, status: "Active", offset: 0 });
        assert.equal(active.total, expected.filter((agent) => agent.status === "Active").length, search);
      }
    });

    it("finds by a number the agent of that number, not the addresses that hold its digits", async () => {
      const filter = { search: "7", sort: "agentId", order: "asc", limit: 100, offset: 0 } as const;
      const { agents } = await searchAgents(index, filter);
      assert.ok(views.some(({ agent }) => agent.agentId !== 7 && agent.agentWallet.includes("7")));
      assert.deepEqual(
        agents.map(({ agentId }) => agentId),
        views
          .filter(({ agent }) => agent.agentId === 7 || /\b7/.test(agent.operationalScope))
          .map(({ agent }) => agent.agentId),
      );
    });

    it("streams all agents, the stalest first", async () => {
      const streamed: IndexedAgent[] = [];
      for await (const chunk of streamAgents(index.db)) streamed.push(...chunk);
      const expected = views
        .map(({ agent }) => agent)
        .sort((a, b) => a.lastAttestation - b.lastAttestation || byId(a, b));
      assert.deepEqual(streamed, expected);
    });

    it("counts by status, by generation and by compliance at any time", async () => {
      const totals = await readTotals(index.db);
      assert.equal(totals.totalAgents, views.length);
      for (const status of AGENT_STATUSES) {
        assert.equal(totals.byStatus[status], views.filter(({ agent }) => agent.status === status).length);
      }
      const generations = new Set(views.map(({ agent }) => agent.generation));
      assert.deepEqual(Object.keys(totals.byGeneration).map(Number).sort(), [...generations].sort());
      for (const generation of generations) {
        const expected = views.filter(({ agent }) => agent.generation === generation).length;
        assert.equal(totals.byGeneration[generation], expected);
      }
      for (const { agent } of views) {
        for (const now of [agent.lastAttestation + 7 * DAY, agent.lastAttestation + 7 * DAY + 1]) {
          const expected = views.filter((view) => view.agent.lastAttestation >= now - 7 * DAY);
          const compliant = expected.filter((view) => isCompliant(view.agent, now));
          assert.equal(await countAttestedSince(index.db, now - 7 * DAY), compliant.length);
        }
      }
    });

    it("lists the newest registrations", async () => {
      const expected = views.map(({ agent }) => agent).reverse();
      assert.deepEqual(await readRecentRegistrations(index.db, 10), expected.slice(0, 10));
    });

    it("walks lineages within their bounds", async () => {
      for (const bounds of [
        { maxLevels: 15, maxChildren: 50, maxNodes: 1_000 },
        { maxLevels: 3, maxChildren: 2, maxNodes: 1_000 },
        { maxLevels: 1, maxChildren: 50, maxNodes: 1_000 },
      ]) {
        for (const { agent } of views) {
          const rows = await readLineage(index.db, { agentId: agent.agentId, ...bounds });
          const found = new Set(rows?.map((row) => row.agentId));
          assert.deepEqual(
            found,
            collect(agent.agentId, bounds),
            `${agent.agentId} ${JSON.stringify(bounds)}`,
          );
          for (const row of rows ?? []) {
            const { agentId, agentWallet, generation, status, parentAgentId, childCount } = viewOf(
              row.agentId,
            ).agent;
            assert.deepEqual(row, { agentId, agentWallet, generation, status, parentAgentId, childCount });
          }
        }
      }
      for (const { agent } of views) {
        const [row] =
          (await readLineage(index.db, {
            agentId: agent.agentId,
            maxLevels: 1,
            maxChildren: 1,
            maxNodes: 1,
            maxScopeLength: 20,
          })) ?? [];
        const characters = Array.from(agent.operationalScope);
        const cut = `${characters.slice(0, 19).join("")}…`;
        assert.equal(row?.scope, characters.length > 20 ? cut : agent.operationalScope);
      }
      assert.equal(
        await readLineage(index.db, { agentId: 0, maxLevels: 15, maxChildren: 50, maxNodes: 1 }),
        undefined,
      );
    });

    it("knows which chain the register is on", async () => {
      const { hash } = await chain.reader.getBlock({ blockNumber: 0n });
      const chainId = await chain.reader.getChainId();
      const stated = await readAtBlock(index.asked.open, "look-up", async (at) => at.chain);
      assert.deepEqual(stated, { chainId, genesisHash: hash });
    });

    it("has every revenue report, and sums them by currency, category, time and earner", async () => {
      const all = views.flatMap(({ agent, reports }) => reports.map((report) => ({ agent, ...report })));
      for (const { agent, reports } of views) {
        const page = await readRevenuePage(index.db, { agentId: agent.agentId, limit: 500, offset: 0 });
        assert.deepEqual(page, { total: reports.length, reports });
        const second = await readRevenuePage(index.db, { agentId: agent.agentId, limit: 2, offset: 1 });
        assert.deepEqual(second?.reports, reports.slice(1, 3));
      }
      assert.equal(await readRevenuePage(index.db, { agentId: 0, limit: 1, offset: 0 }), undefined);

      const totals = await readRevenueTotals(index.db);
      assert.equal(totals.totalReports, all.length);
      const totalAmount = all.reduce((sum, report) => sum + BigInt(report.amount), 0n);
      assert.equal(totals.totalAmount, totalAmount);
      assert.ok(totalAmount > BigInt(Number.MAX_SAFE_INTEGER));
      assert.deepEqual(
        Object.entries(totals.byCurrency).sort(),
        sumBy(all, (report) => report.currency),
      );
      assert.deepEqual(
        Object.entries(totals.byCategory).sort(),
        sumBy(all, (report) => report.category),
      );

      const days = await readTimeline(index.db, { interval: "day", limit: 10_000 });
      assert.deepEqual(
        days.map((row) => [`${toTimestamp(row.start).slice(0, 10)} ${row.currency}`, row.amount]).sort(),
        sumBy(all, (report) => `${report.reportedAt.slice(0, 10)} ${report.currency}`),
      );
      const months = await readTimeline(index.db, { interval: "month", limit: 10_000 });
      assert.deepEqual(
        months.map((row) => [`${toTimestamp(row.start).slice(0, 7)} ${row.currency}`, row.amount]).sort(),
        sumBy(all, (report) => `${report.reportedAt.slice(0, 7)} ${report.currency}`),
      );
      const weeks = await readTimeline(index.db, { interval: "week", limit: 2 });
      assert.equal(new Set(weeks.map((row) => row.start)).size, 2);
      assert.ok(weeks.every((row) => new Date(row.start * 1000).getUTCDay() === 1));

      const top = await readTopEarners(index.db, { currency: "EUR", limit: 3 });
      const earned = sumBy(
        all.filter((report) => report.currency === "EUR"),
        (report) => String(report.agent.agentId),
      ).sort(([a, amountA], [b, amountB]) => Number(amountB - amountA) || Number(a) - Number(b));
      assert.deepEqual(
        top?.earners.map((earner) => [String(earner.agentId), earner.amount]),
        earned.slice(0, 3),
      );
      assert.equal((await readTopEarners(index.db, { limit: 1 }))?.currency, "USDC");
      assert.deepEqual(await readTopEarners(index.db, { currency: "XXX", limit: 1 }), {
        currency: "XXX",
        earners: [],
      });
    });

    it("tells each agent's history in both directions", async () => {
      for (const { agent, reports } of views) {
        const page = await readHistoryPage(index.db, {
          agentId: agent.agentId,
          limit: 1_000,
          offset: 0,
          order: "asc",
        });
        assert.ok(page);
        assert.equal(page.total, page.filings.length);
        const [first] = page.filings;
        assert.ok(first?.kind === "registered");
        const replacements = page.filings.filter((filing) => filing.kind === "wallet-changed");
        assert.equal(first.agentWallet, replacements[0]?.oldWallet ?? agent.agentWallet);
        assert.equal(replacements.at(-1)?.newWallet ?? agent.agentWallet, agent.agentWallet);
        assert.equal(first.actor, agent.creator);
        assert.equal(page.filings.filter(({ kind }) => kind === "revenue-reported").length, reports.length);
        const attested = page.filings.findLast(({ kind }) => kind === "attested" || kind === "registered");
        assert.equal(attested?.timestamp, toTimestamp(agent.lastAttestation));
        const desc = await readHistoryPage(index.db, {
          agentId: agent.agentId,
          limit: 3,
          offset: 1,
          order: "desc",
        });
        assert.deepEqual(desc?.filings, [...page.filings].reverse().slice(1, 4));
      }
      assert.equal(
        await readHistoryPage(index.db, { agentId: 0, limit: 1, offset: 0, order: "asc" }),
        undefined,
      );
    });
  });
}

function viewOf(agentId: number): ContractView {
  const view = views[agentId - 1];
  if (view === undefined) throw new RangeError(`No view of agent ${agentId}`);
  return view;
}

function collect(agentId: number, bounds: { maxLevels: number; maxChildren: number }): Set<number> {
  const found = new Set([agentId]);
  if (bounds.maxLevels === 1) return found;
  const isAgreed = (id: number) => viewOf(id).consents.parent;
  const children = viewOf(agentId).children.toSorted((a, b) => Number(isAgreed(b)) - Number(isAgreed(a)));
  for (const child of children.slice(0, bounds.maxChildren)) {
    for (const id of collect(child, { ...bounds, maxLevels: bounds.maxLevels - 1 })) found.add(id);
  }
  return found;
}

/** Sorted pairs of key and sum. */
function sumBy<R extends { amount: number }>(reports: R[], toKey: (report: R) => string): [string, bigint][] {
  const sums = new Map<string, bigint>();
  for (const report of reports) {
    const key = toKey(report);
    sums.set(key, (sums.get(key) ?? 0n) + BigInt(report.amount));
  }
  return [...sums].sort();
}
