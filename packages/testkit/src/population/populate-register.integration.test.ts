import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { AGENT_STATUSES, isCompliant, registryAbi, toAgentStatus } from "@agent-registry/protocol";
import { deployLocally } from "../chain/deploy-locally.ts";
import { type LocalChain, startChain } from "../chain/start-chain.ts";
import { DAY } from "./planned-agent.ts";
import { populateRegister } from "./populate-register.ts";

describe("populateRegister", () => {
  let chain: LocalChain;
  before(async () => {
    chain = await startChain({ initialDate: new Date(Date.now() - 90 * DAY * 1000).toISOString() });
  });
  after(() => chain.stop());

  it("fills a register with every state, attestation age and kind of lineage", async () => {
    const { registryAddress, ...rest } = await deployLocally(chain);
    const deployment = { registryAddress, ...rest };
    const endAt = Math.floor(Date.now() / 1000);
    const plan = await populateRegister({ chain, deployment, endAt });

    const contract = { address: registryAddress, abi: registryAbi } as const;
    assert.equal(await chain.reader.readContract({ ...contract, functionName: "totalAgents" }), 60n);
    const agents = await Promise.all(
      Array.from({ length: 60 }, (_, i) =>
        chain.reader.readContract({ ...contract, functionName: "getAgent", args: [BigInt(i + 1)] }),
      ),
    );
    const states = Object.groupBy(agents, (agent) => toAgentStatus(agent.status));
    const counts = AGENT_STATUSES.map((status) => [status, states[status]?.length ?? 0]);
    assert.deepEqual(Object.fromEntries(counts), { Active: 46, Suspended: 5, Revoked: 4, Terminated: 5 });
    const reasons = plan.flatMap((action) => ("reason" in action ? [action.reason] : []));
    assert.ok(reasons.length >= 12 && new Set(reasons).size === reasons.length, "a reason comes twice");

    const ages = (states.Active ?? []).map((agent) => (endAt - Number(agent.lastAttestation)) / DAY);
    const count = (from: number, to: number) => ages.filter((age) => age >= from && age < to).length;
    for (const boundary of [5, 7]) {
      assert.ok(count(boundary - 0.1, boundary) > 0, `no attestation just under ${boundary} days old`);
      assert.ok(count(boundary, boundary + 0.1) > 0, `no attestation just over ${boundary} days old`);
    }
    assert.ok(count(0, 5) >= 30 && count(5, 7) >= 6 && count(7, 90) >= 5, "too few of a colour");
    const compliant = agents.filter((agent) =>
      isCompliant(
        { status: toAgentStatus(agent.status), lastAttestation: Number(agent.lastAttestation) },
        endAt,
      ),
    );
    assert.ok(compliant.length > 30 && compliant.length < 60, `${compliant.length} of 60 are compliant`);
    assert.ok(Math.max(...agents.map((agent) => Number(agent.generation))) >= 6, "no deep lineage");
    const children = await chain.reader.readContract({
      ...contract,
      functionName: "getChildren",
      args: [2n],
    });
    assert.ok(children.length >= 8, "no wide lineage");
    const reports = plan.filter((action) => action.kind === "report");
    assert.deepEqual(new Set(reports.map((report) => report.currency)), new Set(["USDC", "EUR", "ETH"]));
    assert.ok(new Set(reports.map((report) => report.category)).size >= 4, "too few categories");
    const reportedAt = reports.map((report) => report.at);
    assert.ok(Math.max(...reportedAt) - Math.min(...reportedAt) > 8 * 7 * DAY, "revenue of a few weeks only");
    const consents = await Promise.all(
      agents.map((agent) =>
        chain.reader.readContract({ ...contract, functionName: "consents", args: [agent.agentId] }),
      ),
    );
    for (const party of [0, 1, 2] as const) {
      assert.ok(consents.some((given) => given[party]) && consents.some((given) => !given[party]));
    }
  });
});
