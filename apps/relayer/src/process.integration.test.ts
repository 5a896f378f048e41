import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { deployLocally, findFreePort, findFreePorts, startChain, waitUntil } from "@agent-registry/testkit";
import { startRelayerProcess } from "./testing/relayer-process.ts";
import { relayerKey, startTestChain, toBody, toEnv } from "./testing/test-relayer.ts";

const { chain, deployment, createDataDir, register } = await startTestChain();

describe("the relayer's process", () => {
  it("the relayer ends at once with a list of what is wrong in its configuration, and never shows the key", async () => {
    const env = { PATH: process.env.PATH, RELAYER_KEY: `${relayerKey}00`, DAILY_GAS_BUDGET: "lots" };
    const child = spawn(process.execPath, [fileURLToPath(new URL("./main.ts", import.meta.url))], { env });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += chunk));
    const [code] = await once(child, "close");
    assert.equal(code, 1);
    for (const name of ["RELAYER_KEY", "FORWARDER_ADDRESS", "REGISTRY_ADDRESS", "DAILY_GAS_BUDGET"]) {
      assert.match(said, new RegExp(`^  ${name}: .+`, "m"));
    }
    assert.ok(!said.includes(relayerKey.slice(2)));
  });

  it("the relayer listens while the chain is down, says so, and works once the chain is there", async () => {
    const { node, own, metricsPort } = await findFreePorts(["node", "own", "metricsPort"]);
    const env = toEnv({
      chain: { rpcUrl: `http://127.0.0.1:${node}` },
      deployment,
      dataDir: await createDataDir(),
    });
    const relayer = await startRelayerProcess({
      env: { ...env, METRICS_PORT: String(metricsPort) },
      port: own,
    });
    const readMetrics = async () => await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    assert.match(await readMetrics(), /^agent_registry_service_ready 0$/m);
    assert.equal((await fetch(`${relayer.url}/metrics`)).status, 404);
    const ready = await fetch(`${relayer.url}/ready`);
    assert.equal(ready.status, 503);
    assert.match((await ready.text()) as string, /RPC|node/);
    const signed = await register();
    assert.equal((await post(relayer.url, signed)).status, 500);

    const late = await startChain({ port: node });
    await deployLocally(late);
    await waitUntil(async () => (await fetch(`${relayer.url}/ready`)).ok);
    assert.equal((await post(relayer.url, signed)).status, 200);
    assert.match(await readMetrics(), /^agent_registry_service_ready 1$/m);
    await relayer.stop();
    await late.stop();
  });

  it("the relayer finishes what is in flight before it stops, and answers its callers", async () => {
    const relayer = await startRelayerProcess({
      env: toEnv({ chain, deployment, dataDir: await createDataDir() }),
      port: await findFreePort(),
    });
    await chain.test.setAutomine(false);
    const signed = await register();
    const answer = post(relayer.url, signed);
    await waitUntil(async () => {
      const outcome = await fetch(`${relayer.url}/relay/${signed.digest}`);
      return outcome.ok && ((await outcome.json()) as { transactionHash: unknown }).transactionHash !== null;
    });
    const stopped = relayer.stop();
    await waitUntil(async () => {
      // The port is closed, so the stop has begun.
      return await fetch(`${relayer.url}/domain`).then(
        () => false,
        () => true,
      );
    });
    await chain.test.setAutomine(true);
    await chain.test.mine({ blocks: 1 });
    assert.equal((await answer).status, 200);
    await stopped;
    assert.equal(relayer.isRunning(), false);
  });

  async function post(url: string, signed: Parameters<typeof toBody>[0]): Promise<Response> {
    const headers = { "Content-Type": "application/json" };
    return await fetch(`${url}/relay`, { method: "POST", headers, body: JSON.stringify(toBody(signed)) });
  }
});
