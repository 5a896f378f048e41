import assert from "node:assert/strict";
import { it } from "node:test";
import { deployLocally, startChain, startPostgres } from "@agent-registry/testkit";
import { eventually } from "./testing/eventually.ts";
import { startTestRelayer } from "./testing/test-relayer.ts";

it("a relayer whose database is gone says so, and its metrics still answer", async () => {
  const [chain, postgres] = await Promise.all([startChain(), startPostgres()]);
  const deployment = await deployLocally(chain);
  const env = { DATABASE_URL: await postgres.createDatabase() };
  const relayer = await startTestRelayer({ chain, deployment, env });
  await eventually(async () => (await relayer.get("/ready")).status === 200);
  await postgres.stop();
  assert.deepEqual(await relayer.get("/ready"), {
    status: 503,
    body: { ready: false, reason: "The database does not answer" },
  });
  const metrics = await relayer.app.request("/metrics");
  assert.equal(metrics.status, 200);
  assert.match(await metrics.text(), /^relay_in_flight Nan$/m);
  await relayer.stop();
  await chain.stop();
});
