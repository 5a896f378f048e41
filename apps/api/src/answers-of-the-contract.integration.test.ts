import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import {
  AGENT_STATUSES,
  type AgentListItem,
  type ComplianceListItem,
  type Filing,
  type LineageNode,
  type RevenueReport,
} from "@agent-registry/protocol";
import {
  deployLocally,
  type LocalChain,
  populateRegister,
  startChain,
  type TestPostgres,
  testedEngines,
  usePostgres,
} from "@agent-registry/testkit";
import type { Address } from "viem";
import {
  type ContractView,
  readContractViews,
  readRetiredAgents,
  toLineageOrder,
  toStates,
  withoutTimes,
} from "./testing/contract-views.ts";
import { startRunningApi } from "./testing/running-api.ts";

const DAY = 86_400;
const AGENTS = 80;

let chain: LocalChain;
let postgres: TestPostgres;
let registryAddress: Address;
let views: ContractView[];

before(async () => {
  const initialDate = new Date(Date.now() - 60 * DAY * 1000).toISOString();
  [chain, postgres] = await Promise.all([startChain({ initialDate }), usePostgres()]);
  const deployment = await deployLocally(chain);
  registryAddress = deployment.registryAddress;
  await populateRegister({ chain, deployment, agents: AGENTS });
  // The contract's views know only the newest block's time; the API also has a clock. Set both alike.
  await chain.travel(Math.max(1, Math.floor(Date.now() / 1000) - (await chain.now())));
  views = await readContractViews({ chain, registryAddress });
});
after(async () => {
  await Promise.all([chain?.stop(), postgres?.stop()]);
});

/** The chain's views and the API are asked at slightly different moments. */
function assertAge(seconds: number, attestedAt: number): void {
  const now = Math.floor(Date.now() / 1000);
  assert.ok(Math.abs(now - attestedAt - seconds) <= 300, `${seconds} seconds since ${attestedAt}`);
}

function pick<T extends object, K extends keyof T>(value: T, ...keys: K[]): Pick<T, K> {
  return Object.fromEntries(keys.map((key) => [key, value[key]])) as Pick<T, K>;
}

function sumBy(reports: RevenueReport[], key: "currency" | "category"): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const report of reports) sums[report[key]] = (sums[report[key]] ?? 0) + report.amount;
  return sums;
}

const isCompliant = ({ compliance }: ContractView) => compliance.isActive && compliance.attestationCurrent;

for (const engine of testedEngines) {
  describe(`every endpoint agrees with the contract (${engine})`, () => {
    let api: Awaited<ReturnType<typeof startRunningApi>>;
    before(async () => {
      api = await startRunningApi({
        RPC_URL: chain.rpcUrl,
        REGISTRY_ADDRESS: registryAddress,
        DATABASE_URL: engine === "postgres" ? await postgres.createDatabase() : undefined,
      });
      await api.waitUntilReady();
    });
    after(() => api?.stop());

    it("/health names the contract and the node", async () => {
      assert.deepEqual((await api.get("/health")).body, {
        status: "ok",
        registry: registryAddress,
        rpc: chain.rpcUrl,
      });
    });

    it("every answer names the chain's block that it is from", async () => {
      const { number, hash } = await chain.reader.getBlock();
      const wallet = views[0]?.record.agentWallet;
      for (const path of [
        "stats",
        "stats/detailed",
        "agents",
        "agents?search=a",
        "agents/compliance",
        "agent/1",
        "agent/1/lineage",
        "agent/1/revenue",
        "agent/1/history",
        "agent/1/consents",
        "revenue/aggregate",
        `kya/${wallet}`,
      ]) {
        const { headers } = await api.get(`/api/v1/${path}`);
        const named = [headers.get("x-registry-block"), headers.get("x-registry-block-hash")];
        assert.deepEqual(named, [String(number), hash], path);
      }
    });

    it("/stats and /stats/detailed agree with the contract", async () => {
      const stats = { totalAgents: AGENTS, registryAddress, chain: chain.rpcUrl };
      assert.deepEqual((await api.get("/api/v1/stats")).body, stats);
      const compliant = views.filter(isCompliant).length;
      const count = (matches: (view: ContractView) => boolean) => views.filter(matches).length;
      const generations = new Set(views.map(({ record }) => record.generation));
      assert.deepEqual((await api.get("/api/v1/stats/detailed")).body, {
        ...stats,
        statusDistribution: Object.fromEntries(
          AGENT_STATUSES.map((status) => [status, count(({ record }) => record.status === status)]),
        ),
        generationDistribution: Object.fromEntries(
          [...generations].map((generation) => [
            generation,
            count(({ record }) => record.generation === generation),
          ]),
        ),
        complianceRate: ((compliant / AGENTS) * 100).toFixed(1),
        compliantCount: compliant,
        totalRevenue: sumBy(
          views.flatMap(({ reports }) => reports),
          "currency",
        ),
        recentRegistrations: views
          .slice(-10)
          .reverse()
          .map(({ record }) =>
            pick(record, "agentId", "creator", "haftungsperson", "agentWallet", "registeredAt", "status"),
          ),
      });
    });

    it("/agent/:id, its revenue and its consents agree with the contract, for every agent", async () => {
      for (const view of views) {
        const id = view.record.agentId;
        const { body } = await api.get(`/api/v1/agent/${id}`);
        const { secondsSinceAttestation, ...compliance } = body.compliance;
        assert.deepEqual(
          { ...body, compliance },
          {
            agent: view.record,
            children: view.children,
            compliance: view.compliance,
          },
        );
        assertAge(secondsSinceAttestation, view.agent.lastAttestation);
        const { reports } = view;
        const revenue = await api.get(`/api/v1/agent/${id}/revenue`);
        assert.deepEqual(revenue.body, { total: reports.length, offset: 0, limit: 100, data: reports });
        const consents = await api.get(`/api/v1/agent/${id}/consents`);
        assert.deepEqual(withoutTimes(consents.body), toStates(view));
      }
    });

    it("/agents agrees with the contract, page by page, in every state and order", async () => {
      for (const status of [undefined, ...AGENT_STATUSES]) {
        const expected = views
          .filter(({ record }) => status === undefined || record.status === status)
          .map(({ record }) =>
            pick(
              record,
              "agentId",
              "creator",
              "haftungsperson",
              "agentWallet",
              "operationalScope",
              "generation",
              "status",
              "registeredAt",
            ),
          );
        const found: AgentListItem[] = [];
        for (let page = 1; ; page += 1) {
          const filter = status === undefined ? "" : `&status=${status}`;
          const { body } = await api.get(`/api/v1/agents?limit=17&page=${page}${filter}`);
          assert.deepEqual([body.total, body.totalPages], [expected.length, Math.ceil(expected.length / 17)]);
          if (body.data.length === 0) break;
          found.push(...body.data);
        }
        assert.deepEqual(found, expected);
      }
      const stalest = views.toSorted(
        (a, b) => a.agent.lastAttestation - b.agent.lastAttestation || a.record.agentId - b.record.agentId,
      );
      const sorted = await api.get("/api/v1/agents?sort=lastAttestation&include=lastAttestation&limit=100");
      assert.deepEqual(
        sorted.body.data.map(({ agentId, lastAttestation }: AgentListItem) => [agentId, lastAttestation]),
        stalest.slice(0, 100).map(({ record }) => [record.agentId, record.lastAttestation]),
      );
    });

    it("/agents/compliance agrees with the contract", async () => {
      const { body } = await api.get("/api/v1/agents/compliance");
      const stalest = views.toSorted(
        (a, b) => a.agent.lastAttestation - b.agent.lastAttestation || a.record.agentId - b.record.agentId,
      );
      assert.equal(body.total, AGENTS);
      const data = body.data.map(({ compliance, ...item }: ComplianceListItem, index: number) => {
        const { secondsSinceAttestation, ...rest } = compliance;
        assertAge(secondsSinceAttestation, stalest[index]?.agent.lastAttestation ?? 0);
        return { ...item, compliance: rest };
      });
      assert.deepEqual(
        data,
        stalest.map(({ record, compliance }) => ({
          ...pick(record, "agentId", "creator", "status"),
          compliance,
        })),
      );
    });

    it("/agent/:id/lineage agrees with the contract, for every agent", async () => {
      const toNode = (id: number): LineageNode => {
        const view = views[id - 1];
        assert.ok(view);
        const { record, children } = view;
        return {
          agentId: id,
          wallet: record.agentWallet,
          generation: record.generation,
          status: record.status,
          children: toLineageOrder(views, children).slice(0, 50).map(toNode),
          ...(children.length > 50 ? { note: `Showing 50 of ${children.length} children` } : {}),
        };
      };
      for (const { record } of views) {
        const { body } = await api.get(`/api/v1/agent/${record.agentId}/lineage`);
        assert.deepEqual(body, toNode(record.agentId));
      }
    });

    it("/revenue/aggregate, /revenue/top and /revenue/timeline agree with the contract", async () => {
      const reports = views.flatMap((view) => view.reports);
      const byCurrency = sumBy(reports, "currency");
      assert.deepEqual((await api.get("/api/v1/revenue/aggregate")).body, {
        totalReports: reports.length,
        totalAmount: reports.reduce((sum, { amount }) => sum + amount, 0),
        byCurrency,
        byCategory: sumBy(reports, "category"),
      });
      for (const currency of Object.keys(byCurrency)) {
        const inCurrency = reports.filter((report) => report.currency === currency);
        assert.deepEqual((await api.get(`/api/v1/revenue/aggregate?currency=${currency}`)).body, {
          totalReports: inCurrency.length,
          totalAmount: byCurrency[currency],
          byCurrency: { [currency]: byCurrency[currency] },
          byCategory: sumBy(inCurrency, "category"),
        });
        const earned = (view: ContractView) =>
          sumBy(
            view.reports.filter((report) => report.currency === currency),
            "currency",
          )[currency];
        const best = views
          .filter((view) => earned(view) !== undefined)
          .toSorted((a, b) => (earned(b) ?? 0) - (earned(a) ?? 0) || a.record.agentId - b.record.agentId);
        const { body } = await api.get(`/api/v1/revenue/top?currency=${currency}`);
        assert.deepEqual(
          body.data.map(({ agentId, amount }: { agentId: number; amount: number }) => [agentId, amount]),
          best.slice(0, 10).map((view) => [view.record.agentId, earned(view)]),
        );
      }
      for (const interval of ["day", "week", "month"]) {
        const { body } = await api.get(`/api/v1/revenue/timeline?interval=${interval}&limit=366`);
        assert.deepEqual(sumBy(body.data, "currency"), byCurrency);
      }
    });

    it("/kya/:wallet agrees with the contract, for every wallet in both spellings and for one without an agent", async () => {
      for (const [index, { record, boundId }] of views.entries()) {
        const { agentWallet } = record;
        // A wallet that was released may have a newer record, or none.
        const bound = views[boundId - 1];
        const spelling = index % 2 === 0 ? agentWallet : agentWallet.toLowerCase();
        const { body } = await api.get(`/api/v1/kya/${spelling}`);
        const { checkedAt, ...rest } = body;
        assert.ok(Math.abs(Date.parse(checkedAt) - Date.now()) < 60_000);
        if (bound === undefined) {
          const nobody = { wallet: agentWallet, isRegistered: false, isCompliant: false, agent: null };
          assert.deepEqual(rest, nobody);
          continue;
        }
        assert.deepEqual(rest, {
          wallet: agentWallet,
          isRegistered: true,
          isCompliant: isCompliant(bound),
          agent: pick(
            bound.record,
            "agentId",
            "creator",
            "haftungsperson",
            "agentWallet",
            "operationalScope",
            "status",
            "registeredAt",
            "lastAttestation",
          ),
        });
      }
      const nobody = await api.get(`/api/v1/kya/${registryAddress}`);
      assert.deepEqual([nobody.body.isRegistered, nobody.body.agent], [false, null]);
    });

    it("every text and every number that a client may send is answered with 200", async () => {
      const far = "9".repeat(40);
      const texts = ["\0", "%", "_", "\\", "'", '"', "--", "😀", "\u001b", "x".repeat(200)].map(
        encodeURIComponent,
      );
      const urls = [
        ...texts.map((text) => `/api/v1/agents?search=${text}`),
        ...texts.map((text) => `/api/v1/revenue/top?currency=${text.slice(0, 24)}`),
        ...["agentId", "registeredAt", "lastAttestation"].flatMap((sort) =>
          ["asc", "desc"].map((order) => `/api/v1/agents?page=${far}&sort=${sort}&order=${order}`),
        ),
        `/api/v1/agents?page=${far}&status=Revoked&search=a`,
        `/api/v1/agent/1/revenue?offset=${far}`,
        ...["asc", "desc"].map((order) => `/api/v1/agent/1/history?offset=${far}&order=${order}`),
      ];
      for (const url of urls) assert.equal((await api.get(url)).status, 200, url);
    });

    it("/agent/:id/history begins with the registration and leads to the present state", async () => {
      let replaced = 0;
      for (const { record } of views) {
        const { body } = await api.get(`/api/v1/agent/${record.agentId}/history?limit=500`);
        const filings: Filing[] = body.data;
        assert.equal(body.total, filings.length);
        assert.equal(filings[0]?.kind, "registered");
        assert.equal(filings[0]?.timestamp, record.registeredAt);
        const changes = filings.filter((filing) => filing.kind === "status-changed");
        assert.equal(changes.at(-1)?.newStatus ?? "Active", record.status);
        const replacements = filings.filter((filing) => filing.kind === "wallet-changed");
        assert.equal(replacements.at(-1)?.newWallet ?? record.agentWallet, record.agentWallet);
        for (const { oldWallet } of replacements) {
          const retired = await readRetiredAgents({ chain, registryAddress }, [oldWallet]);
          assert.equal(retired.get(oldWallet.toLowerCase()), record.agentId);
          assert.equal((await api.get(`/api/v1/kya/${oldWallet}`)).body.isRegistered, false);
          replaced += 1;
        }
        const newest = await api.get(`/api/v1/agent/${record.agentId}/history?order=desc&limit=1`);
        assert.deepEqual(newest.body.data, filings.slice(-1));
      }
      assert.equal(replaced, 1);
    });
  });
}
