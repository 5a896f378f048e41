import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { findFreePort, type TestPostgres, usePostgres, waitUntil } from "@agent-registry/testkit";
import pg from "pg";
import { startRunningApi } from "../testing/running-api.ts";

const LIMIT = 60;
const SHARED = "agent_registry_api_rate_limit_shared_requests_total";
const REGISTRY = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

let postgres: TestPostgres;
before(async () => {
  postgres = await usePostgres();
});
after(() => postgres?.stop());

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** Several processes' worth of services on one database; a client's address is what the proxy before them says. */
async function start(count: number) {
  const databaseUrl = await postgres.createDatabase();
  const env = {
    DATABASE_URL: databaseUrl,
    REGISTRY_ADDRESS: REGISTRY,
    RPC_URL: `http://127.0.0.1:${await findFreePort()}`,
    RATE_LIMIT_PER_MINUTE: String(LIMIT),
    TRUST_PROXY: "1",
  };
  const apis = await Promise.all(Array.from({ length: count }, () => startRunningApi(env)));
  const [first, second] = apis;
  assert.ok(first !== undefined && second !== undefined);
  const ask = (api: typeof first, client: string, path = "/health") =>
    fetch(`${api.url}${path}`, { headers: { "X-Forwarded-For": client } });
  return {
    apis,
    first,
    second,
    databaseUrl,
    ask,
    async waitForMetric(api: typeof first, name: string, atLeast: number): Promise<void> {
      await waitUntil(async () => {
        const metrics = await (await ask(api, "10.9.0.1", "/metrics")).text();
        return Number(new RegExp(`^${name} (\\d+)$`, "m").exec(metrics)?.[1] ?? 0) >= atLeast;
      }, `${name} of ${atLeast}`);
    },
    stop: () => Promise.all(apis.map((api) => api.stop())),
  };
}

describe("the rate limit of several processes on one PostgreSQL", () => {
  it("a client that alternates between processes has the limit once", async () => {
    const { first, second, databaseUrl, ask, waitForMetric, stop } = await start(2);
    try {
      const client = "203.0.113.7";
      const askMany = async (api: typeof first, times: number) => {
        for (let i = 0; i < times; i += 1) assert.equal((await ask(api, client)).status, 200);
      };
      await askMany(first, 40);
      await waitForMetric(first, SHARED, 40);
      // The second process knows the others' counts as soon as it has reported its own.
      await askMany(second, 10);
      await waitForMetric(second, SHARED, 10);
      assert.equal((await ask(second, client)).headers.get("x-ratelimit-remaining"), "9");
      await askMany(second, 9);
      const refused = await ask(second, client);
      assert.equal(refused.status, 429);
      assert.equal(refused.headers.get("x-ratelimit-remaining"), "0");
      assert.deepEqual(await refused.json(), { error: "Rate limit exceeded. Try again in 1 minute." });
      await waitForMetric(second, SHARED, 21);
      // Only what the first process allows before it has reported it goes beyond the limit.
      await askMany(first, 1);
      await waitForMetric(first, SHARED, 41);
      assert.equal((await ask(first, client)).status, 429);

      // A caller far below its limit costs no row.
      await ask(first, "203.0.113.8");
      for (let i = 0; i < LIMIT / 2; i += 1) await ask(first, "203.0.113.9");
      await waitForMetric(first, SHARED, 41 + LIMIT / 2);
      const rows = await query(databaseUrl, "select key, count from rate_windows order by key");
      assert.deepEqual(
        rows.map(({ key }) => key),
        [client, "203.0.113.9"],
      );
      assert.equal(Number(rows[1]?.count), LIMIT / 2);
    } finally {
      await stop();
    }
  });

  it("a load balancer that asks three processes 200 times in a minute uses up no limit", async () => {
    const { apis, ask, stop } = await start(3);
    try {
      const balancer = "203.0.113.7";
      for (let i = 0; i < 200; i += 1) {
        for (const api of apis) {
          // No chain answers here: not ready, but never over a limit.
          assert.equal((await ask(api, balancer, "/ready")).status, 503);
          assert.equal((await ask(api, balancer, "/metrics")).status, 200);
        }
      }
      for (const api of apis)
        assert.equal((await ask(api, balancer)).headers.get("x-ratelimit-remaining"), String(LIMIT - 1));
    } finally {
      await stop();
    }
  });

  it("each process goes on with its own count while the database does not answer", async () => {
    const { first, second, databaseUrl, ask, waitForMetric, stop } = await start(2);
    try {
      const client = "203.0.113.7";
      for (let i = 0; i < LIMIT / 2; i += 1) await ask(first, client);
      const name = new URL(databaseUrl).pathname.slice(1);
      await query(postgres.url, `drop database ${name} with (force)`);
      await ask(first, client);
      await waitForMetric(first, "agent_registry_api_rate_limit_failed_exchanges_total", 1);
      for (let number = LIMIT / 2 + 2; number <= LIMIT; number += 1) {
        const answer = await ask(first, client);
        assert.equal(answer.status, 200);
        assert.equal(answer.headers.get("x-ratelimit-remaining"), String(LIMIT - number));
      }
      assert.equal((await ask(first, client)).status, 429);
      assert.equal((await ask(second, client)).status, 200);
    } finally {
      await stop();
    }
  });
});
