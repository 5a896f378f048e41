import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { registryAbi, SUGGESTED_GAS, toWireRequest } from "@agent-registry/protocol";
import {
  checkMetrics,
  deployLocally,
  devAccounts,
  findFreePort,
  signedRequest,
  startChain,
} from "@agent-registry/testkit";
import { encodeFunctionData, toHex } from "viem";
import { runServices } from "./run-services.ts";
import { toServices } from "./services.ts";
import { LOOPBACK, type Stack, toServiceUrls } from "./stack.ts";

describe("query API and relayer as npm start runs them", () => {
  const stops: (() => Promise<unknown>)[] = [];
  let stack: Stack;
  let deployment: Awaited<ReturnType<typeof deployLocally>>;

  before(async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "agent-registry-services-"));
    stops.push(() => rm(folder, { recursive: true }));
    const chain = await startChain();
    stops.push(() => chain.stop());
    deployment = await deployLocally(chain);
    const [api, relayer, dashboard] = [await findFreePort(), await findFreePort(), await findFreePort()];
    stack = {
      isLocal: true,
      chainId: chain.chainId,
      rpcUrl: chain.rpcUrl,
      registryAddress: deployment.registryAddress,
      forwarderAddress: deployment.forwarderAddress,
      ...toServiceUrls({ host: LOOPBACK, ports: { api, relayer, dashboard } }),
      relayerKey: toHex(devAccounts.relayer.getHdKey().privateKey ?? new Uint8Array(32)),
      dataDir: path.join(folder, "data"),
    };
    const env = { RATE_LIMIT_PER_MINUTE: "777" };
    const services = toServices(stack, env).filter(({ name }) => name !== "dashboard");
    const running = runServices(services, path.join(folder, "logs"));
    stops.push(() => running.stop());
    await Promise.race([running.ready, running.ended]);
  });
  after(async () => {
    for (const stop of stops.reverse()) await stop();
  });

  it("have the settings of the environment", async () => {
    const { headers } = await fetch(`${stack.apiUrl}/health`);
    assert.equal(headers.get("x-ratelimit-limit"), "777");
  });

  it("have metrics in which Prometheus' own checker finds no fault", async () => {
    assert.equal((await register()).status, 200);
    for (const route of ["/api/v1/stats", "/api/v1/agents", "/api/v1/agent/1", "/nowhere", "/docs/"])
      await fetch(`${stack.apiUrl}${route}`);
    for (const route of ["/status", "/domain", "/relay", "/nowhere", "/docs/"])
      await fetch(`${stack.relayerUrl}${route}`);
    for (const [url, metric] of [
      [stack.apiUrl, /^http_requests_total\{route="\/api\/v1\/agent\/:id",.* 1$/m],
      [stack.relayerUrl, /^relay_requests_total\{status="200"\} 1$/m],
    ] as const) {
      const text = await (await fetch(`${url}/metrics`)).text();
      assert.match(text, metric);
      assert.equal(checkMetrics(text), "");
    }
  });

  it("have a checker that finds faults", () => {
    assert.match(checkMetrics("requests_total 1\n"), /^requests_total no help text/m);
  });

  async function register(): Promise<Response> {
    const signer = devAccounts.stranger;
    const hash = `0x${"11".repeat(32)}` as const;
    const data = encodeFunctionData({
      abi: registryAbi,
      functionName: "registerAgent",
      args: [signer.address, signer.address, hash, hash, "metrics", 0n, false],
    });
    const { request, signature } = await signedRequest({
      signer,
      deployment,
      overrides: { data, gas: SUGGESTED_GAS.register },
    });
    return await fetch(`${stack.relayerUrl}/relay`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ request: toWireRequest(request), signature }),
    });
  }
});
