import assert from "node:assert/strict";
import { it } from "node:test";
import { startPostgres, waitUntil } from "@agent-registry/testkit";
import { startTestChain } from "./testing/test-relayer.ts";

const { startRelayer } = await startTestChain();

it("a relayer whose database is gone says so, and its metrics still answer", async () => {
  const postgres = await startPostgres();
  const relayer = await startRelayer({ env: { DATABASE_URL: await postgres.createDatabase() } });
  await waitUntil(async () => (await relayer.get("/ready")).status === 200);
  await postgres.stop();
  assert.deepEqual(await relayer.get("/ready"), {
    status: 503,
    body: { ready: false, reason: "The database does not answer" },
  });
  assert.deepEqual(await relayer.get(`/relay/0x${"ab".repeat(32)}`), {
    status: 500,
    body: { error: "Database failure: the ledger cannot be reached" },
  });
  const metrics = await relayer.app.request("/metrics");
  assert.equal(metrics.status, 200);
  const text = await metrics.text();
  assert.match(text, /^agent_registry_relay_in_flight Nan$/m);
  assert.match(text, /^agent_registry_service_ready 0$/m);
});
