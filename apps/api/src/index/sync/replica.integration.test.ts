import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import {
  deployLocally,
  devAccount,
  devAccounts,
  type LocalChain,
  startChain,
  startReplicatedPostgres,
  type TestReplication,
  waitUntil,
} from "@agent-registry/testkit";
import { decodeJwt } from "jose";
import pg from "pg";
import type { Address } from "viem";
import { createRegister } from "../../testing/register-calls.ts";
import { startRunningApi } from "../../testing/running-api.ts";

type Api = Awaited<ReturnType<typeof startRunningApi>>;

let chain: LocalChain;
let postgres: TestReplication;
let registryAddress: Address;
let folder: string;
const apis: Api[] = [];

before(async () => {
  [chain, postgres] = await Promise.all([startChain(), startReplicatedPostgres()]);
  ({ registryAddress } = await deployLocally(chain));
  folder = await mkdtemp(path.join(tmpdir(), "agent-registry-replica-"));
});
after(async () => {
  await Promise.all(apis.map((api) => api.stop()));
  await Promise.all([chain?.stop(), postgres?.stop()]);
  await rm(folder, { recursive: true, force: true });
});

async function createSigningKey(): Promise<string> {
  const file = path.join(folder, "signing.key");
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  await writeFile(file, privateKey.export({ type: "pkcs8", format: "pem" }), { mode: 0o600 });
  return file;
}

describe("processes that read from a replica", () => {
  it("tell the block that they read, are not ready while it lags too far, and are fresh when it has caught up", async () => {
    const databaseUrl = await postgres.primary.createDatabase();
    const written = {
      DATABASE_URL: databaseUrl,
      REGISTRY_ADDRESS: registryAddress,
      RPC_URL: chain.rpcUrl,
      SIGNING_KEY_FILE: await createSigningKey(),
      ISSUER_URL: "http://register.example",
      STATUS_LIST_BUILD_SECONDS: "5",
    };
    const read = { ...written, DATABASE_READ_URL: postgres.toReplicaUrl(databaseUrl) };
    const start = async (env: Record<string, string>) => {
      const api = await startRunningApi(env);
      apis.push(api);
      await api.waitUntilReady();
      return api;
    };
    // The first one leads: what it knows of the chain by itself is not what it reads.
    const patient = await start({ ...read, MAX_REPLICA_LAG_SECONDS: "60" });
    const strict = await start({ ...read, MAX_REPLICA_LAG_SECONDS: "3" });
    const onPrimary = await start(written);
    const metrics = await (await fetch(`${patient.url}/metrics`)).text();
    assert.match(metrics, /^agent_registry_index_is_leader 1$/m);
    assert.match(metrics, /^agent_registry_index_replica_lag_seconds [\d.e-]+$/m);

    const { register } = createRegister({ chain, registryAddress });
    const known = await register(devAccounts.creator, { agentWallet: devAccount(8).address });
    const isKnown = (api: Api, id: number) => async () =>
      (await api.get(`/api/v1/agent/${id}`)).status === 200;
    for (const api of apis) await waitUntil(isKnown(api, known.id), "the first agent");

    await postgres.pause();
    const { wallet, blockOf, receiptOf } = createQuestions();
    const unseen = await register(devAccounts.creator, { agentWallet: wallet });
    const newBlock = Number(await chain.reader.getBlockNumber());
    await waitUntil(isKnown(onPrimary, unseen.id), "the second agent in the database that is written");
    assert.equal(blockOf(await onPrimary.get(`/api/v1/agent/${unseen.id}`)), newBlock);

    // What comes from the replica says that it is of the block before, and so does what is signed.
    assert.equal((await patient.get(`/api/v1/agent/${unseen.id}`)).status, 404);
    const check = await patient.get(`/api/v1/kya/${wallet}`);
    assert.equal(check.status, 200);
    assert.equal(check.body.isRegistered, false);
    assert.equal(blockOf(check), newBlock - 1);
    assert.deepEqual(await receiptOf(patient), { agentId: 0, block: newBlock - 1 });
    const { body: readiness } = await patient.get("/ready");
    assert.deepEqual([readiness.ready, readiness.indexedBlock], [true, newBlock - 1]);
    // A cursor from ahead of the replica was not taken back.
    const { body: page } = await onPrimary.get("/api/v1/filings");
    const ahead = await patient.get(`/api/v1/filings?after=${page.next}`);
    assert.equal(ahead.status, 500);
    assert.match(ahead.body.error, /the read replica is behind this cursor/);

    await waitUntil(async () => {
      const [primary, replica] = await Promise.all([databaseUrl, read.DATABASE_READ_URL].map(readReportTime));
      return (primary ?? 0) - (replica ?? 0) > 4_000;
    }, "the replica to lag");
    const isReady = async (api: Api) => (await api.get("/ready")).body.ready;
    await waitUntil(async () => !(await isReady(strict)), "the strict one not to be ready");
    assert.equal((await strict.get("/ready")).body.cause, "replica-behind");
    assert.equal((await strict.get("/health")).body.status, "degraded");
    const refused = await strict.get(`/api/v1/agent/${known.id}`);
    assert.equal(refused.status, 500);
    assert.match(refused.body.error, /^RPC failure: the read replica is \d+ seconds behind$/);

    await postgres.resume();
    await waitUntil(() => isReady(strict), "the strict one to be ready again");
    for (const api of [patient, strict]) {
      await waitUntil(isKnown(api, unseen.id), "the second agent");
      assert.equal(blockOf(await api.get(`/api/v1/agent/${unseen.id}`)), newBlock);
      assert.deepEqual(await receiptOf(api), { agentId: unseen.id, block: newBlock });
    }
    // What was cached is still of its own block.
    const cached = await patient.get(`/api/v1/kya/${wallet}`);
    assert.deepEqual([cached.body.isRegistered, blockOf(cached)], [false, newBlock - 1]);
    assert.equal((await strict.get(`/api/v1/kya/${wallet}`)).body.isRegistered, true);
    assert.equal((await patient.get(`/api/v1/filings?after=${page.next}`)).status, 200);
  });
});

/** When the leader last reported, as this server shows it. */
async function readReportTime(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return Number((await client.query("select published_at_ms from sync_status")).rows[0].published_at_ms);
  } finally {
    await client.end();
  }
}

function createQuestions() {
  const wallet = devAccount(9).address;
  return {
    wallet,
    blockOf: ({ headers }: { headers: Headers }) => Number(headers.get("x-registry-block")),
    /** What a process signs of the wallet. */
    async receiptOf(api: Api) {
      const answer = await fetch(`${api.url}/api/v1/kya/${wallet}/receipt`);
      assert.equal(answer.status, 200);
      const claims = decodeJwt<{ agentId: number; block: { number: number } }>(await answer.text());
      return { agentId: claims.agentId, block: claims.block.number };
    },
  };
}
