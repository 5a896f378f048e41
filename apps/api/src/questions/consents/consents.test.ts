import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ConsentsResponse, toRecordHash } from "@agent-registry/protocol";
import { parseExactly } from "@agent-registry/testkit";
import { pad } from "viem";
import { toConsentBits, toRefusalBits } from "../../index/parties.ts";
import { createTestApi } from "../../testing/test-api.ts";
import { type TestFiling, testAddress, testAgent, testReplacement } from "../../testing/test-rows.ts";

const agent = testAgent({ parentAgentId: 9, generation: 1 });
const consents = { wallet: true, haftungsperson: false, parent: false };
const refusals = { haftungsperson: false, parent: true };
const before = { consents: 0, refusals: 0, wallet_word: 0, haftungsperson_word: 0, parent_word: 0 };
const filed: TestFiling[] = [
  {
    kind: "consent-given",
    data: {
      consents: toConsentBits(consents),
      given: toConsentBits(consents),
      constitutionHash: pad("0x09", { size: 32 }),
      capabilityHash: agent.capabilityHash,
      before,
    },
  },
  { kind: "consent-refused", data: { refusals: toRefusalBits(refusals), suspends: false, before } },
];

describe("GET /api/v1/agent/:id/consents", () => {
  it("tells what each party has said, and is not cached", async () => {
    const api = createTestApi({
      agents: [agent],
      said: { 1: { consents, refusals } },
      filed: { 1: filed },
      columns: {
        1: {
          wallet_word: 1,
          parent_word: 2,
          pending_haftungsperson: testAddress(9),
          pending_wallet: testAddress(10),
          attester: testAddress(11),
        },
      },
    });
    const { body, headers } = await api.get("/api/v1/agent/1/consents");
    const unchanged = { constitution: false, capabilities: false };
    const since = "2026-03-01T12:00:00.000Z";
    assert.deepEqual(body, {
      agentId: 1,
      recordHash: toRecordHash({ ...agent, agentId: 1n, parentAgentId: 9n, scopeHash: undefined }),
      wallet: {
        state: "agreed",
        since,
        transactionHash: pad("0x02", { size: 32 }),
        changedSince: { constitution: true, capabilities: false },
      },
      haftungsperson: {
        address: agent.haftungsperson,
        state: "none",
        since: null,
        transactionHash: null,
        changedSince: unchanged,
      },
      parent: {
        state: "refused",
        since,
        transactionHash: pad("0x03", { size: 32 }),
        changedSince: unchanged,
      },
      proposedHaftungsperson: testAddress(9),
      pendingWallet: testAddress(10),
      attester: testAddress(11),
    });
    assert.equal(headers.get("cache-control"), "no-cache");
    parseExactly(ConsentsResponse, body);
  });

  it("takes a wallet that took another one's place for agreed since then, to the record of then", async () => {
    const replaced = testReplacement({ oldWallet: testAddress(5), newWallet: agent.agentWallet });
    const { body } = await createTestApi({
      agents: [{ ...agent, capabilityHash: pad("0x09", { size: 32 }) }],
      said: { 1: { consents } },
      filed: { 1: [replaced] },
      columns: { 1: { wallet_word: 1 } },
    }).get("/api/v1/agent/1/consents");
    assert.deepEqual(body.wallet, {
      state: "agreed",
      since: "2026-03-01T12:00:00.000Z",
      transactionHash: pad("0x02", { size: 32 }),
      changedSince: { constitution: false, capabilities: true },
    });
    assert.deepEqual([body.pendingWallet, body.attester], [null, null]);
  });

  it("gives 404 for an agent that does not exist", async () => {
    const { status, body } = await createTestApi().get("/api/v1/agent/2/consents");
    assert.deepEqual([status, body], [404, { error: "Agent not found: 2" }]);
  });
});
