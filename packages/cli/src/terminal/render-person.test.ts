import assert from "node:assert/strict";
import { test } from "node:test";
import type { HaftungspersonResponse } from "@agent-registry/sdk";
import { renderPerson } from "./render-agents.ts";

const address = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const present = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const agentWallet = "0x90F79bf6EB2c4f870365E785982E1f101E93b906";

function render(pendingHandovers: HaftungspersonResponse["pendingHandovers"]): string[] {
  const answer: HaftungspersonResponse = {
    total: 0,
    page: 1,
    limit: 50,
    totalPages: 1,
    address,
    summary: {
      totalAgents: 0,
      statusDistribution: { Active: 0, Suspended: 0, Revoked: 0, Terminated: 0 },
      compliantCount: 0,
      complianceRate: "0.0",
      revokedAgents: [],
      revenue: [],
      moreCurrencies: 0,
      consents: { agreed: 0, refused: 0, none: 0 },
      formerAgents: { total: 0, agentIds: [] },
    },
    certificates: [],
    pendingHandovers,
    data: [],
  } as HaftungspersonResponse;
  return renderPerson({ role: "haftungsperson", answer });
}

test("a person sees who hands over which agent to it, and how to accept", () => {
  const handover = {
    agentId: 7,
    agentWallet,
    operationalScope: "Reads\u001b[2J filings",
    haftungsperson: present,
  };
  assert.deepEqual(render({ total: 1, data: [handover] } as never).slice(-2), [
    "To be taken over by this person, if it accepts: 1 agent.",
    `  agent 7  from ${present}: wallet ${agentWallet}, scope "Reads\\u001b[2J filings"; npx agent-registry accept 7`,
  ]);
});

test("handovers that the answer does not list are counted", () => {
  const handover = { agentId: 7, agentWallet, operationalScope: "Reads", haftungsperson: present };
  const lines = render({ total: 23, data: [handover, { ...handover, agentId: 8 }] } as never);
  assert.equal(lines.at(-4), "To be taken over by this person, if it accepts: 23 agents.");
  assert.match(lines.at(-2) ?? "", /^ {2}agent 8 /);
  assert.equal(lines.at(-1), "  and 21 more");
});

test("nothing is said of handovers if there are none", () => {
  assert.doesNotMatch(render({ total: 0, data: [] }).join("\n"), /taken over/);
});
