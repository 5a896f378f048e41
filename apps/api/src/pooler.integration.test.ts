import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { openPostgres } from "@agent-registry/service";
import {
  deployLocally,
  devAccount,
  devAccounts,
  type LocalChain,
  startChain,
  startPgBouncer,
  type TestPostgres,
  usePostgres,
  waitUntil,
} from "@agent-registry/testkit";
import { sql } from "kysely";
import pg from "pg";
import type { Address } from "viem";
import { createRegister } from "./testing/register-calls.ts";
import { startRunningApi } from "./testing/running-api.ts";

const ROUNDS = 20;

let chain: LocalChain;
let postgres: TestPostgres;
let pooler: Awaited<ReturnType<typeof startPgBouncer>>;
let registryAddress: Address;

before(async () => {
  [chain, postgres] = await Promise.all([startChain(), usePostgres()]);
  [pooler, { registryAddress }] = await Promise.all([startPgBouncer({ postgres }), deployLocally(chain)]);
});
after(async () => {
  await pooler?.stop();
  await Promise.all([chain?.stop(), postgres?.stop()]);
});

describe("through a pooler that gives every transaction another connection", () => {
  it("two processes index, share the lease and answer", async () => {
    const { register } = createRegister({ chain, registryAddress });
    const databaseUrl = await postgres.createDatabase();
    const env = {
      DATABASE_URL: pooler.toPooledUrl(databaseUrl),
      REGISTRY_ADDRESS: registryAddress,
      RPC_URL: chain.rpcUrl,
    };
    // Both at once: both want to migrate and to lead.
    const apis = await Promise.all([startRunningApi(env), startRunningApi(env)]);
    const [first, second] = apis;
    const running = new Set(apis);
    const isLeading = async (api: typeof first) =>
      /^agent_registry_index_is_leader\b.* 1$/m.test(await (await fetch(`${api.url}/metrics`)).text());
    try {
      const { address } = devAccount(8);
      const { id } = await register(devAccounts.creator, { agentWallet: address });
      const isKnown = async (api: typeof first, agentId: number) =>
        (await api.get(`/api/v1/agent/${agentId}`)).status === 200;
      for (const api of apis) await waitUntil(() => isKnown(api, id), "the agent in the index");

      // Different paths, so that the cache answers none; many at once, so that connections change hands.
      const paths = Array.from({ length: ROUNDS }, (_, i) => [
        `/api/v1/kya/${address}?n=${i}`,
        `/api/v1/agent/${id}?n=${i}`,
        `/api/v1/agents?search=life&limit=${i + 1}`,
        `/api/v1/agents/compliance?n=${i}`,
      ]).flat();
      const answers = await Promise.all(
        apis.flatMap((api) => paths.map(async (path) => ({ path, ...(await api.get(path)) }))),
      );
      for (const { path, status, body } of answers)
        assert.ok(status === 200 || status === 503, `${path}: ${status} ${JSON.stringify(body)}`);
      const count = (path: RegExp, status: number) =>
        answers.filter((answer) => path.test(answer.path) && answer.status === status).length;
      assert.equal(count(/kya|agent\//, 200), 4 * ROUNDS);
      // Of one address at most `maxWaitingOfOne` searches wait; the others are asked to come again.
      assert.ok(count(/search/, 200) > 0);

      const leads = await Promise.all(apis.map(isLeading));
      assert.deepEqual(leads.toSorted(), [false, true]);
      const [leader, follower] = leads[0] ? [first, second] : [second, first];
      running.delete(leader);
      await leader.stop();
      await waitUntil(() => isLeading(follower), "the follower to lead");
      const next = await register(devAccounts.creator, { agentWallet: devAccount(9).address });
      await waitUntil(() => isKnown(follower, next.id), "the next agent in the index");
    } finally {
      await Promise.all(Array.from(running, (api) => api.stop()));
    }
    assert.deepEqual(await readLimits(pooler.toPooledUrl(databaseUrl)), ["0 0 0"]);
  });

  it("a slow query is ended in its time, and its limit meets no other client", async () => {
    const databaseUrl = pooler.toPooledUrl(await postgres.createDatabase());
    const slow = openPostgres({ databaseUrl, maxConnections: 2, queryTimeoutMs: 1_000 });
    const isEnded = { code: "57014" };
    try {
      await assert.rejects(sql`select pg_sleep(60)`.execute(slow.db), isEnded);
      const inTransaction = slow.db.transaction().execute((db) => sql`select pg_sleep(60)`.execute(db));
      await assert.rejects(inTransaction, isEnded);
      // The connection is still of use.
      await sql`select 1`.execute(slow.db);
    } finally {
      await slow.close();
    }
    assert.deepEqual(await readLimits(databaseUrl), ["0 0 0"]);
  });
});

/** The time limits that a new client finds on the connections which the pooler hands on. */
async function readLimits(pooledUrl: string): Promise<string[]> {
  const clients = Array.from({ length: 4 }, () => new pg.Client({ connectionString: pooledUrl }));
  const found = new Set<string>();
  await Promise.all(clients.map((client) => client.connect()));
  try {
    // In open transactions, so that each has another of the server's connections.
    for (const client of clients) {
      await client.query("begin");
      const limits = ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"];
      const shown = [];
      for (const limit of limits) shown.push((await client.query(`show ${limit}`)).rows[0][limit]);
      found.add(shown.join(" "));
    }
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
  return [...found];
}
