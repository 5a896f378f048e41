import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { AgentDomainResponse } from "@agent-registry/protocol";
import { fetchRegistrations } from "@agent-registry/protocol/domain";
import { createLogger } from "@agent-registry/service";
import { parseExactly, startHttpsServer, waitUntil } from "@agent-registry/testkit";
import { createDomainChecks } from "../../domains/create-domain-checks.ts";
import { createTestApi, TEST_REGISTRY } from "../../testing/test-api.ts";
import { TEST_NOW, testAgent } from "../../testing/test-rows.ts";

const agents = [
  testAgent({ agentId: 1, operationalScope: "Answers at https://agents.example/chat" }),
  testAgent({ agentId: 2, operationalScope: "Says it is of https://agents.example" }),
  testAgent({ agentId: 3, operationalScope: "Summarises filings" }),
];

describe("GET /api/v1/agent/:id/domain", () => {
  it("asks the domain in the background, by the name of the register, and tells what it says", async (t) => {
    const registrations = [{ agentId: 1, agentRegistry: `eip155:84532:${TEST_REGISTRY}` }];
    const seen: (string | undefined)[] = [];
    const server = await startHttpsServer({
      hosts: ["agents.example"],
      handle: ({ headers }, response) => {
        seen.push(headers["user-agent"]);
        response.setHeader("Content-Type", "application/json").end(JSON.stringify({ registrations }));
      },
    });
    t.after(() => server.stop());
    const network = {
      resolve: async () => ["127.0.0.1"],
      isAllowed: () => true,
      port: server.port,
      ca: server.cert,
    };
    const domains = createDomainChecks({
      ask: (domain) => fetchRegistrations({ domain, userAgent: "the register", network, timeoutMs: 60_000 }),
      clock: { now: () => TEST_NOW * 1000 },
      logger: createLogger({ name: "test", level: "silent" }),
    });
    const { get } = createTestApi({ agents, domains });

    const first = await get("/api/v1/agent/1/domain");
    const answer = { agentId: 1, domain: "agents.example", verified: false };
    assert.deepEqual(first.body, { ...answer, reason: "not-checked-yet", checkedAt: null });
    assert.equal(first.headers.get("cache-control"), "no-cache");
    await waitUntil(() => domains.known() === 1);

    const checkedAt = "2026-03-01T12:00:00.000Z";
    const { body } = await get("/api/v1/agent/1/domain");
    assert.deepEqual(body, { ...answer, verified: true, reason: null, checkedAt });
    parseExactly(AgentDomainResponse, body);
    const other = { ...answer, agentId: 2, reason: "no-matching-registration", checkedAt };
    assert.deepEqual((await get("/api/v1/agent/2/domain")).body, other);
    assert.deepEqual(seen, ["the register"]);
    const metrics = await (await createTestApi({ domains }).app.request("/metrics")).text();
    assert.match(metrics, /agent_registry_api_domain_checks_total\{outcome="names-agents"\} 1/);
  });

  it("asks nothing if the scope names no domain, or if checks are off", async () => {
    const { get } = createTestApi({ agents });
    const unasked = { verified: false, checkedAt: null };
    const none = { agentId: 3, domain: null, ...unasked, reason: "no-domain-named" };
    assert.deepEqual((await get("/api/v1/agent/3/domain")).body, none);
    const off = { agentId: 1, domain: "agents.example", ...unasked, reason: "checks-off" };
    assert.deepEqual((await get("/api/v1/agent/1/domain")).body, off);
  });

  it("gives 404 for an agent that does not exist, and 400 for what is no number", async () => {
    const { get } = createTestApi({ agents });
    assert.deepEqual((await get("/api/v1/agent/9/domain")).body, { error: "Agent not found: 9" });
    assert.equal((await get("/api/v1/agent/x/domain")).status, 400);
  });
});
