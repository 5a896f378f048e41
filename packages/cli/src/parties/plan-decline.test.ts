import assert from "node:assert/strict";
import { test } from "node:test";
import type { Party } from "@agent-registry/protocol";
import type { AgentStatus } from "@agent-registry/sdk";
import type { RecordWithParties } from "./get-record.ts";
import { planDecline } from "./held-parties.ts";

type Words = Partial<Pick<RecordWithParties["consents"], Party>>;

function plan(input: { status: AgentStatus; parties: Party[]; words?: Words }) {
  const { status, parties, words } = input;
  const consents = { wallet: "none", haftungsperson: "none", parent: "none", ...words };
  const record = { agent: { agentId: 7, status }, consents } as RecordWithParties;
  const { releasesWallet, refuses, statusAfter, effects } = planDecline({ record, parties });
  return { releasesWallet, refuses, statusAfter, effects: effects.length };
}

test("a wallet that is its own Haftungsperson and parent declines all of it, and the agent ends", () => {
  const parties: Party[] = ["wallet", "haftungsperson", "parent"];
  assert.deepEqual(plan({ status: "Active", parties }), {
    releasesWallet: "yes",
    refuses: ["haftungsperson", "parent"],
    statusAfter: "Terminated",
    effects: 3,
  });
});

test("in a revoked record only the other parties are declined, and the status stays", () => {
  assert.deepEqual(plan({ status: "Revoked", parties: ["wallet", "haftungsperson"] }), {
    releasesWallet: "no",
    refuses: ["haftungsperson"],
    statusAfter: "Revoked",
    effects: 2,
  });
});

test("whether a suspended record releases its wallet is left to the contract, which knows who suspended it", () => {
  assert.equal(plan({ status: "Suspended", parties: ["wallet"] }).releasesWallet, "maybe");
});

test("a terminated record still releases a wallet that never agreed", () => {
  const { releasesWallet, statusAfter } = plan({ status: "Terminated", parties: ["wallet"] });
  assert.deepEqual({ releasesWallet, statusAfter }, { releasesWallet: "yes", statusAfter: "Terminated" });
});

test("a Haftungsperson that has refused declines again once a regulator has reactivated the agent", () => {
  const words: Words = { haftungsperson: "refused" };
  assert.equal(plan({ status: "Active", parties: ["haftungsperson"], words }).statusAfter, "Suspended");
  assert.throws(() => plan({ status: "Suspended", parties: ["haftungsperson"], words }), {
    message: /^You have declined agent 7 already, and it is Suspended\./,
  });
});

test("a wallet that cannot decline is told why", () => {
  assert.throws(() => plan({ status: "Active", parties: ["wallet"], words: { wallet: "agreed" } }), {
    reason: "wallet-has-agreed",
  });
  assert.throws(() => plan({ status: "Revoked", parties: ["wallet"] }), { reason: "agent-not-active" });
});
