import assert from "node:assert/strict";
import { test } from "node:test";
import type { AgentStatus } from "@agent-registry/sdk";
import type { RecordWithParties } from "./get-record.ts";
import { type Part, planDecline } from "./parts.ts";

type Words = Partial<Pick<RecordWithParties["consents"], Part>>;

function plan(input: { status: AgentStatus; parts: Part[]; words?: Words }) {
  const { status, parts, words } = input;
  const consents = { wallet: "none", haftungsperson: "none", parent: "none", ...words };
  const record = { agent: { agentId: 7, status }, consents } as RecordWithParties;
  const { releasesWallet, refuses, statusAfter, effects } = planDecline({ record, parts });
  return { releasesWallet, refuses, statusAfter, effects: effects.length };
}

test("a wallet that is its own Haftungsperson and parent declines all of it, and the agent ends", () => {
  const parts: Part[] = ["wallet", "haftungsperson", "parent"];
  assert.deepEqual(plan({ status: "Active", parts }), {
    releasesWallet: "yes",
    refuses: ["haftungsperson", "parent"],
    statusAfter: "Terminated",
    effects: 3,
  });
});

test("in a revoked record only the other parts are declined, and the status stays", () => {
  assert.deepEqual(plan({ status: "Revoked", parts: ["wallet", "haftungsperson"] }), {
    releasesWallet: "no",
    refuses: ["haftungsperson"],
    statusAfter: "Revoked",
    effects: 2,
  });
});

test("whether a suspended record releases its wallet is left to the contract, which knows who suspended it", () => {
  assert.equal(plan({ status: "Suspended", parts: ["wallet"] }).releasesWallet, "maybe");
});

test("a terminated record still releases a wallet that never agreed", () => {
  const { releasesWallet, statusAfter } = plan({ status: "Terminated", parts: ["wallet"] });
  assert.deepEqual({ releasesWallet, statusAfter }, { releasesWallet: "yes", statusAfter: "Terminated" });
});

test("a Haftungsperson that has refused declines again once a regulator has reactivated the agent", () => {
  const words: Words = { haftungsperson: "refused" };
  assert.equal(plan({ status: "Active", parts: ["haftungsperson"], words }).statusAfter, "Suspended");
  assert.throws(() => plan({ status: "Suspended", parts: ["haftungsperson"], words }), {
    message: /^You have declined agent 7 already, and it is Suspended\./,
  });
});

test("a wallet that cannot decline is told why", () => {
  assert.throws(() => plan({ status: "Active", parts: ["wallet"], words: { wallet: "agreed" } }), {
    reason: "wallet-has-agreed",
  });
  assert.throws(() => plan({ status: "Revoked", parts: ["wallet"] }), { reason: "agent-not-active" });
});
