import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ATTESTATION_VALIDITY_SECONDS, KyaResponse } from "@agent-registry/protocol";
import { parseExactly } from "@agent-registry/testkit";
import { createTestApi } from "../../testing/test-api.ts";
import { TEST_NOW, testAgent } from "../../testing/test-rows.ts";

const WALLET = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const OTHER = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";

const agent = testAgent({ agentWallet: WALLET });

describe("GET /api/v1/kya/:wallet", () => {
  it("answers for a registered, compliant wallet with exactly the specified fields", async () => {
    const { get } = createTestApi({ agents: [agent] });
    const { status, body } = await get(`/api/v1/kya/${WALLET}`);
    assert.equal(status, 200);
    assert.deepEqual(body, {
      wallet: WALLET,
      isRegistered: true,
      isCompliant: true,
      agent: {
        agentId: 1,
        creator: agent.creator,
        haftungsperson: agent.haftungsperson,
        agentWallet: WALLET,
        operationalScope: "Scope of agent 1",
        status: "Active",
        registeredAt: "2026-03-01T09:13:21.000Z",
        lastAttestation: "2026-03-01T11:43:21.000Z",
      },
      checkedAt: "2026-03-01T12:00:00.000Z",
    });
    parseExactly(KyaResponse, body);
  });

  it("answers 200 for a wallet without an agent", async () => {
    const { get } = createTestApi();
    const { status, body } = await get(`/api/v1/kya/${OTHER.toLowerCase()}`);
    assert.equal(status, 200);
    const checkedAt = "2026-03-01T12:00:00.000Z";
    assert.deepEqual(body, {
      wallet: OTHER,
      isRegistered: false,
      isCompliant: false,
      agent: null,
      checkedAt,
    });
  });

  for (const status of ["Suspended", "Revoked", "Terminated"] as const) {
    it(`finds a ${status} agent registered and non-compliant`, async () => {
      const { get } = createTestApi({ agents: [{ ...agent, status }] });
      const { body } = await get(`/api/v1/kya/${WALLET}`);
      assert.deepEqual([body.isRegistered, body.isCompliant, body.agent.status], [true, false, status]);
    });
  }

  it("takes an attestation of exactly seven days for current, and of a second more for stale", async () => {
    const aged = (seconds: number) => [{ ...agent, lastAttestation: TEST_NOW - seconds }];
    const current = createTestApi({ agents: aged(ATTESTATION_VALIDITY_SECONDS) });
    assert.equal((await current.get(`/api/v1/kya/${WALLET}`)).body.isCompliant, true);
    const stale = createTestApi({ agents: aged(ATTESTATION_VALIDITY_SECONDS + 1) });
    assert.equal((await stale.get(`/api/v1/kya/${WALLET}`)).body.isCompliant, false);
  });

  it("takes the newest block's time for now if that is later than the clock", async () => {
    const { get, status } = createTestApi({ agents: [agent] });
    status.headTimestamp = TEST_NOW + ATTESTATION_VALIDITY_SECONDS + 1;
    const { body } = await get(`/api/v1/kya/${WALLET}`);
    assert.equal(body.isCompliant, false);
    assert.equal(body.checkedAt, "2026-03-01T12:00:00.000Z");
  });

  it("gives the same cached response for both spellings, and keeps its checkedAt", async () => {
    const { get, pass } = createTestApi({ agents: [agent] });
    const first = await get(`/api/v1/kya/${WALLET}`);
    pass(59_000);
    const second = await get(`/api/v1/kya/${WALLET.toLowerCase()}`);
    assert.deepEqual(second.body, first.body);
    assert.equal(second.headers.get("age"), "59");
    pass(1_000);
    assert.equal((await get(`/api/v1/kya/${WALLET}`)).body.checkedAt, "2026-03-01T12:01:00.000Z");
  });

  it("keeps an answer from an index that was behind only until the index would have been too old", async () => {
    const { get, pass, passInSilence } = createTestApi({ agents: [agent] });
    passInSilence(50_000);
    const first = await get(`/api/v1/kya/${WALLET}`);
    assert.deepEqual([first.status, first.headers.get("age")], [200, "50"]);
    // The outage is over, but the answer still is as old.
    pass(9_999);
    assert.deepEqual((await get(`/api/v1/kya/${WALLET}`)).body, first.body);
    pass(1);
    const next = await get(`/api/v1/kya/${WALLET}`);
    assert.deepEqual([next.body.checkedAt, next.headers.get("age")], ["2026-03-01T12:01:00.000Z", "0"]);
  });

  const malformed = [
    "0x123",
    "not-an-address",
    WALLET.slice(2),
    `${WALLET}00`,
    `0x${WALLET.slice(2).toUpperCase()}`,
    `0X${WALLET.slice(2)}`,
    WALLET.replace("C51812", "c51812"),
    `0x${"g".repeat(40)}`,
    " ",
  ];
  for (const value of malformed) {
    it(`refuses ${JSON.stringify(value)}`, async () => {
      const { get } = createTestApi({ agents: [agent] });
      // Both before and after the right response is in the cache.
      for (const warmUp of [false, true]) {
        if (warmUp) await get(`/api/v1/kya/${WALLET}`);
        const { status, body } = await get(`/api/v1/kya/${encodeURIComponent(value)}`);
        assert.equal(status, 400);
        assert.deepEqual(body, { error: `Invalid wallet address: ${value}` });
      }
    });
  }

  it("also refuses a wrong checksum of a wallet without an agent", async () => {
    const { get } = createTestApi();
    const value = OTHER.replace("dDd", "ddd");
    const { status, body } = await get(`/api/v1/kya/${value}`);
    assert.deepEqual([status, body], [400, { error: `Invalid wallet address: ${value}` }]);
  });

  it("refuses a wrong checksum with 400 even while the chain is silent", async () => {
    const { get, passInSilence } = createTestApi({ agents: [agent] });
    passInSilence(10 * 60_000);
    const value = WALLET.replace("C51812", "c51812");
    const wrong = await get(`/api/v1/kya/${value}`);
    assert.deepEqual([wrong.status, wrong.body], [400, { error: `Invalid wallet address: ${value}` }]);
    assert.equal((await get(`/api/v1/kya/${WALLET}`)).status, 500);
  });
});
