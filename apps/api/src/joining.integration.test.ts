import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import {
  deployLocally,
  devAccount,
  type LocalChain,
  startChain,
  type TestPostgres,
  usePostgres,
} from "@agent-registry/testkit";
import { createRegister } from "./testing/register-calls.ts";
import { startRunningApi } from "./testing/running-api.ts";

const [agent, stranger] = [devAccount(8), devAccount(9)];

let chain: LocalChain;
let postgres: TestPostgres;
let first: Awaited<ReturnType<typeof startRunningApi>>;
let env: Record<string, string>;

before(async () => {
  [chain, postgres] = await Promise.all([startChain(), usePostgres()]);
  const { registryAddress } = await deployLocally(chain);
  const { register } = createRegister({ chain, registryAddress });
  await register(agent, { agentWallet: agent.address });
  env = {
    RPC_URL: chain.rpcUrl,
    REGISTRY_ADDRESS: registryAddress,
    DATABASE_URL: await postgres.createDatabase(),
  };
  first = await startRunningApi(env);
  await first.waitUntilReady();
});
after(async () => {
  await first?.stop();
  await Promise.all([chain?.stop(), postgres?.stop()]);
});

describe("a process that is started beside another one", () => {
  it("answers the first request that its open port lets through, as a proxy sends it at once", async () => {
    const second = await startRunningApi({ ...env, POLL_INTERVAL_MS: "60000" });
    try {
      const [known, unknown, ready] = await Promise.all([
        second.get(`/api/v1/kya/${agent.address}`),
        second.get(`/api/v1/kya/${stranger.address}`),
        second.get("/ready"),
      ]);
      assert.deepEqual([known.status, known.body.isRegistered], [200, true]);
      assert.deepEqual([unknown.status, unknown.body.isRegistered], [200, false]);
      assert.deepEqual([ready.status, ready.body.ready], [200, true]);
    } finally {
      await second.stop();
    }
  });
});
