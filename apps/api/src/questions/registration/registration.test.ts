import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { RegistrationFile } from "@agent-registry/protocol";
import { parseExactly } from "@agent-registry/testkit";
import { createTestApi, TEST_REGISTRY } from "../../testing/test-api.ts";
import { TEST_NOW, testAddress, testAgent, testReplacement } from "../../testing/test-rows.ts";
import { createSigningApi } from "../../testing/test-signing.ts";

const agent = testAgent({
  agentId: 5,
  operationalScope: 'Says "<b>hello</b>"',
  generation: 2,
  parentAgentId: 3,
  lastAttestation: TEST_NOW,
});
const consents = { wallet: true, haftungsperson: true, parent: false };
const URL = "/api/v1/agent/5/registration.json";
const API = "https://register.example/api/v1";
const publicUrls = { api: "https://register.example", dashboard: "https://dashboard.example" };

describe("GET /api/v1/agent/:id/registration.json", () => {
  it("tells a record as ERC-8004 does, and who answers for it", async () => {
    const { get } = createTestApi({ agents: [agent], said: { 5: { consents } }, publicUrls });
    const { body, headers } = await get(URL);
    assert.deepEqual(body, {
      type: "https://eips.ethereum.org/EIPS/eip-8004#registration-v1",
      name: "Agent 5",
      description: 'Says "<b>hello</b>"',
      image: "https://dashboard.example/icon.svg",
      services: [
        { name: "agentWallet", endpoint: `eip155:84532:${agent.agentWallet}` },
        { name: "agent-registry", endpoint: `${API}/agent/5`, version: "1" },
      ],
      x402Support: false,
      active: true,
      registrations: [{ agentId: 5, agentRegistry: `eip155:84532:${TEST_REGISTRY}` }],
      supportedTrust: ["legal-accountability"],
      liability: {
        v: 1,
        haftungsperson: `eip155:84532:${agent.haftungsperson}`,
        consents,
        status: "Active",
        isCompliant: true,
        attestedUntil: "2026-03-08T12:00:00.000Z",
        generation: 2,
        parentAgentId: 3,
        proof: `${API}/kya/${agent.agentWallet}/proof`,
      },
    });
    parseExactly(RegistrationFile, body);
    assert.equal(headers.get("content-type"), "application/json");
    assert.equal(headers.get("cache-control"), "public, max-age=300");
  });

  it("leads to signed statements if the register signs", async () => {
    const { request } = await createSigningApi({ agents: [agent] });
    const { liability } = (await (await request(URL)).json()) as RegistrationFile;
    for (const url of [liability.receipt, liability.binding]) {
      const { status } = await request(new globalThis.URL(url ?? "").pathname);
      assert.equal(status, 200, url);
    }
  });

  it("says that a suspended agent, or one whose attestation has lapsed, is not compliant", async () => {
    const suspended = { ...agent, status: "Suspended" as const };
    const lapsed = { ...agent, lastAttestation: TEST_NOW - 604_801 };
    const seen = [];
    for (const one of [suspended, lapsed]) {
      const { body } = await createTestApi({ agents: [one] }).get(URL);
      seen.push([body.active, body.liability.status, body.liability.isCompliant]);
    }
    assert.deepEqual(seen, [
      [false, "Suspended", false],
      [true, "Active", false],
    ]);
  });

  it("does not name a released wallet, nor lead to what is said of it now", async () => {
    const released = { ...agent, status: "Terminated" as const };
    const { get } = createTestApi({
      agents: [released],
      said: { 5: { isWalletReleased: true } },
      publicUrls,
    });
    const { body } = await get(URL);
    assert.deepEqual(body.services, [{ name: "agent-registry", endpoint: `${API}/agent/5`, version: "1" }]);
    assert.doesNotMatch(JSON.stringify(body), new RegExp(agent.agentWallet, "i"));
    parseExactly(RegistrationFile, body);
  });

  it("names the wallet that took another one's place, and leads to what is said of that one", async () => {
    const oldWallet = testAddress(0xdead);
    const { get } = createTestApi({
      agents: [agent],
      filed: { 5: [testReplacement({ oldWallet, newWallet: agent.agentWallet })] },
      publicUrls,
    });
    const { body } = await get(URL);
    assert.equal(body.services[0].endpoint, `eip155:84532:${agent.agentWallet}`);
    assert.equal(body.liability.proof, `${API}/kya/${agent.agentWallet}/proof`);
    assert.doesNotMatch(JSON.stringify(body), new RegExp(oldWallet, "i"));
  });

  it("answers as /agent/:id does for what is no agent", async () => {
    const { get } = createTestApi({ agents: [agent] });
    for (const id of ["6", "0", "x", "-1", "1.5"]) {
      const [file, plain] = [
        await get(`/api/v1/agent/${id}/registration.json`),
        await get(`/api/v1/agent/${id}`),
      ];
      assert.deepEqual([file.status, file.body], [plain.status, plain.body], id);
    }
  });
});
