import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { AgentStatus } from "@agent-registry/protocol";
import type { Agreement } from "./agreement.ts";
import type { ReleaseFiling, StatusFiling } from "./filing-actor.ts";
import { findStatusFiling } from "./stopped-verdict.ts";
import { toVerdict } from "./verdict.ts";
import type { VerdictInput } from "./verdict-types.ts";

const NOW_MS = Date.parse("2026-11-15T12:00:00.000Z");
const PARTIES = { agentWallet: "0xWallet", haftungsperson: "0xPerson" };
const MISSING: Agreement = { kind: "missing", parties: ["wallet"] };

type Overrides<T> = Partial<Omit<T, "actor">> & { actor?: string };

function statusFiling({ actor = "0xRegulator", ...overrides }: Overrides<StatusFiling> = {}): StatusFiling {
  return {
    kind: "status-changed",
    timestamp: "2026-11-12T12:00:00.000Z",
    blockNumber: 1,
    transactionHash: "0x1",
    actor: actor as `0x${string}`,
    oldStatus: "Active",
    newStatus: "Suspended",
    reason: "unanswered complaints",
    actorRole: "regulator",
    cause: "suspended",
    ...overrides,
  };
}

function releaseFiling(actor: string): ReleaseFiling {
  const { timestamp, blockNumber, transactionHash } = statusFiling();
  const agentWallet = "0xWallet" as const;
  const actorRole = actor === agentWallet ? ("wallet" as const) : ("regulator" as const);
  const filing = {
    kind: "wallet-released" as const,
    actorRole,
    timestamp,
    blockNumber,
    transactionHash,
    agentWallet,
  };
  return { ...filing, actor: actor as `0x${string}` };
}

const verdict = (status: AgentStatus, input: Partial<VerdictInput> = {}) =>
  toVerdict({
    status,
    ageSeconds: 0,
    nowMs: NOW_MS,
    agreement: { kind: "agreed" },
    parties: PARTIES,
    ...input,
  });

describe("the verdict on a stopped agent", () => {
  it("a stopped agent is not compliant, however fresh its attestation is", () => {
    for (const status of ["Suspended", "Revoked", "Terminated"] as const) {
      assert.equal(verdict(status).isCompliant, false);
      assert.doesNotMatch(verdict(status).advice ?? "", /You may/);
    }
  });

  it("the verdict says who stopped an agent, when, and why", () => {
    const { sentence, quote, tone } = verdict("Suspended", { statusFiling: statusFiling() });
    assert.equal(sentence, "Suspended by a regulator 3 days ago");
    assert.deepEqual([quote, tone], ["unanswered complaints", "yellow"]);
  });

  it("the verdict names the party that terminated an agent", () => {
    const ended = { newStatus: "Terminated", actorRole: "wallet", cause: "terminated", reason: "" } as const;
    const filing = statusFiling({ ...ended, actor: "0xWallet" });
    const { sentence, quote } = verdict("Terminated", { statusFiling: filing });
    assert.equal(sentence, "Terminated by the agent’s wallet 3 days ago");
    assert.equal(quote, null);
  });

  it("a regulator who gives the contract's own reason has acted itself, and is quoted", () => {
    const reason = "Declined by the Haftungsperson";
    const { sentence, quote, tone } = verdict("Suspended", { statusFiling: statusFiling({ reason }) });
    assert.deepEqual([sentence, quote, tone], ["Suspended by a regulator 3 days ago", reason, "yellow"]);
  });

  it("the reason does not come from an earlier change", () => {
    const { sentence, quote } = verdict("Revoked", { statusFiling: statusFiling() });
    assert.deepEqual([sentence, quote], ["Revoked", null]);
  });

  it("a suspended agent that nobody agreed to is not one to serve once it is reactivated", () => {
    const { agreement, advice } = verdict("Suspended", { agreement: MISSING });
    assert.match(agreement ?? "", /has not agreed/);
    assert.equal(advice, "Do not provision services.");
    assert.match(verdict("Suspended").advice ?? "", /until it is reactivated/);
  });
});

describe("the verdict on an agent whose Haftungsperson refused", () => {
  const declined = (actor: string) =>
    statusFiling({
      actor,
      actorRole: "haftungsperson",
      cause: "haftungsperson-declined",
      reason: "Declined by the Haftungsperson",
    });

  it("its Haftungsperson suspended it, not a regulator", () => {
    const input = { statusFiling: declined("0xPerson"), agreement: { kind: "refused" } as const };
    const { tone, sentence, quote, advice } = verdict("Suspended", input);
    assert.equal(
      sentence,
      "Suspended by the Haftungsperson, who refused to answer for this agent 3 days ago",
    );
    assert.deepEqual([tone, quote, advice], ["red", null, "Do not provision services."]);
  });

  it("a refusal that was taken back leaves the agent suspended until a regulator acts", () => {
    const { agreement, advice } = verdict("Suspended", { statusFiling: declined("0xPerson") });
    assert.equal(agreement, "It has agreed again since.");
    assert.match(advice ?? "", /until a regulator reactivates it/);
  });

  it("after a handover the refusal is the former Haftungsperson's", () => {
    const { sentence, agreement } = verdict("Suspended", { statusFiling: declined("0xFormer") });
    assert.match(sentence, /^Suspended by the former Haftungsperson, who refused/);
    assert.equal(agreement, "A new Haftungsperson has agreed since.");
  });

  it("a regulator's suspension is not put down to a Haftungsperson who refused as well", () => {
    const input = { statusFiling: statusFiling(), agreement: { kind: "refused" } as const };
    const { sentence, agreement } = verdict("Suspended", input);
    assert.equal(sentence, "Suspended by a regulator 3 days ago");
    assert.equal(agreement, "The Haftungsperson refused to answer for this agent.");
  });
});

describe("the verdict on a record whose wallet was released", () => {
  const agreement: Agreement = { kind: "released" };

  it("a wallet that declined is told from one that a regulator released", () => {
    const byWallet = verdict("Terminated", {
      agreement,
      statusFiling: statusFiling({
        newStatus: "Terminated",
        actor: "0xWallet",
        actorRole: "wallet",
        cause: "wallet-declined",
        reason: "Declined by the wallet",
      }),
      releaseFiling: releaseFiling("0xWallet"),
    });
    assert.equal(byWallet.sentence, "Terminated by the agent’s wallet 3 days ago");
    assert.equal(byWallet.agreement, "The wallet had never agreed to this entry, and declined it.");
    const byRegulator = verdict("Terminated", {
      agreement,
      statusFiling: statusFiling({
        newStatus: "Terminated",
        cause: "wallet-released",
        reason: "Wallet released by a regulator",
      }),
      releaseFiling: releaseFiling("0xRegulator"),
    });
    assert.equal(byRegulator.sentence, "Terminated by a regulator 3 days ago");
    assert.match(byRegulator.agreement ?? "", /never agreed to this entry, and a regulator released it\.$/);
    for (const { tone, quote, advice } of [byWallet, byRegulator])
      assert.deepEqual([tone, quote, advice], ["grey", null, "This record is nobody’s KYA answer."]);
  });

  it("a revoked record keeps the regulator's reason when its wallet is released", () => {
    const released = verdict("Revoked", {
      agreement,
      statusFiling: statusFiling({ newStatus: "Revoked", reason: "Impersonation", transactionHash: "0x2" }),
      releaseFiling: releaseFiling("0xRegulator"),
    });
    assert.equal(released.sentence, "Revoked by a regulator 3 days ago");
    assert.equal(released.quote, "Impersonation");
    assert.match(released.agreement ?? "", /a regulator released it 3 days ago\.$/);
  });
});

describe("findStatusFiling", () => {
  it("the reason comes from the newest change to the present status", () => {
    const newest = statusFiling({ reason: "second" });
    const filings = [
      statusFiling({ newStatus: "Active", oldStatus: "Suspended", reason: "" }),
      newest,
      statusFiling({ reason: "first" }),
    ];
    assert.equal(findStatusFiling({ filings, status: "Suspended" }), newest);
    assert.equal(findStatusFiling({ filings, status: "Revoked" }), undefined);
  });
});
