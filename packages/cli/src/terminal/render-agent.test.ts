import assert from "node:assert/strict";
import { test } from "node:test";
import type { AgentConsents, AgentRecord } from "@agent-registry/sdk";
import { zeroHash } from "viem";
import { type KnownWallets, renderAgent } from "./render-agent.ts";

const wallet = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const former = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const [entered, replaced] = ["2026-01-01T00:00:00.000Z", "2026-02-01T00:00:00.000Z"];

function render(known: KnownWallets): string {
  const agent: AgentRecord = {
    agentId: 7,
    creator: wallet,
    haftungsperson: wallet,
    agentWallet: wallet,
    constitutionHash: zeroHash,
    capabilityHash: zeroHash,
    operationalScope: "Translates",
    parentAgentId: 0,
    generation: 0,
    selfModifying: false,
    registeredAt: entered,
    lastAttestation: entered,
    lastRevenueReport: entered,
    status: "Active",
  };
  const consents: AgentConsents = {
    agentId: 7,
    recordHash: zeroHash,
    wallet: "agreed",
    haftungsperson: "agreed",
    parent: null,
    proposedHaftungsperson: null,
    pendingWallet: null,
    attester: null,
  };
  const compliance = {
    isActive: true,
    attestationCurrent: true,
    secondsSinceAttestation: 1,
    childCount: 0,
    status: agent.status,
  };
  return renderAgent({ agent, children: [], compliance, consents, ...known }).join("\n");
}

const present = { wallet, since: replaced, until: null, transactionHash: zeroHash } as const;
const old = { wallet: former, since: entered, until: replaced, transactionHash: zeroHash } as const;

test("an extract has the former wallets with their dates, and says how many more there are", () => {
  assert.match(
    render({ wallets: { total: 2, data: [present, old] } }),
    new RegExp(`former wallets +${former} \\(${entered} to ${replaced}\\)$`),
  );
  assert.match(render({ wallets: { total: 5, data: [present, old] } }), /\) and 3 more$/);
});

test("an extract says nothing of former wallets if there are none, and why if they are not known", () => {
  for (const known of [{}, { wallets: { total: 1, data: [present] } }])
    assert.doesNotMatch(render(known), /former wallets/);
  assert.match(render({ walletsUnknown: "It is down." }), /former wallets +not known: It is down\.$/);
});
