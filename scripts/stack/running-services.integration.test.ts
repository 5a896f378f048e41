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
  findFreePorts,
  signedRequest,
  startChain,
} from "@agent-registry/testkit";
import { encodeFunctionData, toHex } from "viem";
import { findMatchedLabels, findMetricNames, readAlerts, readPanelQueries } from "../deploy/queries.ts";
import { readExample } from "../deploy/read-compose.ts";
import { startProxy } from "../deploy/start-proxy.ts";
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
    const { api, relayer, dashboard } = await findFreePorts(["api", "relayer", "dashboard"]);
    stack = {
      isLocal: true,
      chainId: chain.chainId,
      rpcUrl: chain.rpcUrl,
      registryAddress: deployment.registryAddress,
      forwarderAddress: deployment.forwarderAddress,
      ...toServiceUrls({ host: LOOPBACK, ports: { api, relayer, dashboard } }),
      relayerSigning: {
        RELAYER_KEY: toHex(devAccounts.relayer.getHdKey().privateKey ?? new Uint8Array(32)),
      },
      dataDir: path.join(folder, "data"),
    };
    const env = { RATE_LIMIT_PER_MINUTE: "777", TRUST_PROXY: "1" };
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

  it("have metrics of one prefix, in which Prometheus' own checker finds no fault", async () => {
    assert.equal((await register()).status, 200);
    for (const route of ["/api/v1/stats", "/api/v1/agents", "/api/v1/agent/1", "/nowhere", "/docs/"])
      await fetch(`${stack.apiUrl}${route}`);
    for (const route of ["/status", "/domain", "/relay", "/nowhere", "/docs/"])
      await fetch(`${stack.relayerUrl}${route}`);
    for (const [url, metric] of [
      [stack.apiUrl, /^agent_registry_http_requests_total\{route="\/api\/v1\/agent\/:id",.* 1$/m],
      [stack.relayerUrl, /^agent_registry_relay_requests_total\{status="200"\} 1$/m],
    ] as const) {
      const text = await (await fetch(`${url}/metrics`)).text();
      assert.match(text, metric);
      assert.equal(checkMetrics(text), "");
      // The latter two are prom-client's, of every program that runs on Node.
      const names = [...readShape(text).metrics];
      const others = names.filter((name) => !/^(?:agent_registry|process|nodejs)_/.test(name));
      assert.deepEqual(others, []);
    }
  });

  it("have every metric, with every label, that alarms and panels ask for", async () => {
    const texts = await Promise.all(
      [stack.apiUrl, stack.relayerUrl].map(async (url) => await (await fetch(`${url}/metrics`)).text()),
    );
    const { metrics, labels } = readShape(texts.join(""));
    const queries = [...readAlerts(), ...readPanelQueries()];
    const unknown = queries.flatMap(({ from, query }) => [
      ...findMetricNames(query)
        .filter((name) => name !== "up" && !metrics.has(name))
        .map((name) => `${from}: ${name}`),
      ...findMatchedLabels(query)
        .filter(
          ({ metric, label }) => label !== "job" && metrics.has(metric) && !labels.has(`${metric} ${label}`),
        )
        .map(({ metric, label }) => `${from}: ${metric}{${label}}`),
    ]);
    assert.ok(queries.length > 40, "the queries are not found");
    assert.deepEqual(unknown, []);
  });

  it("count clients behind the proxy by their own addresses, whatever they say", async () => {
    const { apiUrl, relayerUrl, dashboardUrl } = stack;
    const proxy = await startProxy({ api: [apiUrl, apiUrl], relayer: relayerUrl, dashboard: dashboardUrl });
    stops.push(() => proxy.stop());
    const readLeft = async (base: string, forwardedFor: string) => {
      const { headers } = await fetch(`${base}/api/v1/stats`, {
        headers: { "X-Forwarded-For": forwardedFor },
      });
      return Number(headers.get("x-ratelimit-remaining"));
    };
    await readLeft(proxy.url, "203.0.113.1");
    // This counts as the first request of that address: through the proxy, the client's own claim did not
    // count.
    assert.equal(await readLeft(apiUrl, "203.0.113.1"), 776);
    const status = (await (await fetch(`${proxy.url}/relayer/status`)).json()) as { registry: string };
    assert.equal(status.registry, stack.registryAddress);
  });

  it("have the addresses that the example for containers names for a local chain", () => {
    const { REGISTRY_ADDRESS, FORWARDER_ADDRESS } = readExample();
    const { registryAddress, forwarderAddress } = deployment;
    assert.deepEqual([REGISTRY_ADDRESS, FORWARDER_ADDRESS], [registryAddress, forwarderAddress]);
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

/** The names of all metrics, those of a histogram's series included, and which labels their samples have. */
function readShape(text: string): { metrics: Set<string>; labels: Set<string> } {
  const metrics = new Set<string>();
  for (const [, name = "", type = ""] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm))
    for (const end of type === "histogram" ? ["_bucket", "_sum", "_count"] : [""]) metrics.add(name + end);
  const labels = new Set<string>();
  for (const [, name = "", pairs = ""] of text.matchAll(/^(\w+)\{(.*)\} \S+$/gm))
    for (const [, label = ""] of pairs.matchAll(/(\w+)="(?:[^"\\]|\\.)*"/g)) labels.add(`${name} ${label}`);
  return { metrics, labels };
}
