import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { it } from "node:test";
import { fileURLToPath } from "node:url";
import { findFreePorts, waitUntil } from "@agent-registry/testkit";

const WALLET = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const TRACE_ID = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT_ID = "00f067aa0ba902b7";

type Span = { traceId: string; parentSpanId?: string; name: string };
type Export = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };

/** Takes traces by OTLP over HTTP in JSON, as collectors do. */
async function startCollector() {
  const exports: string[] = [];
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    if (request.url === "/v1/traces") exports.push(text);
    response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    exports,
    spans: () =>
      exports
        .map((text) => JSON.parse(text) as Export)
        .flatMap(({ resourceSpans }) => resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans)
        .flatMap(({ spans }) => spans),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

it("sends a span for each request to the collector, in its caller's trace and named by its route", async () => {
  const collector = await startCollector();
  const dataDir = await mkdtemp(path.join(tmpdir(), "agent-registry-tracing-"));
  const { port, node } = await findFreePorts(["port", "node"]);
  const child = spawn(process.execPath, [fileURLToPath(new URL("./main.ts", import.meta.url))], {
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIR: dataDir,
      REGISTRY_ADDRESS: WALLET,
      RPC_URL: `http://127.0.0.1:${node}`,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
      OTEL_SERVICE_NAME: "query-api",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (output += data));
  const exited = once(child, "exit");
  try {
    const base = `http://127.0.0.1:${port}`;
    const answers = () =>
      fetch(`${base}/health`).then(
        () => true,
        () => false,
      );
    await waitUntil(answers, () => `the API listens: ${output}`);
    const traceparent = `00-${TRACE_ID}-${PARENT_ID}-01`;
    const traced = await fetch(`${base}/api/v1/kya/${WALLET}`, { headers: { traceparent } });
    assert.equal(traced.headers.get("x-request-id"), TRACE_ID);
    const untraced = await fetch(`${base}/api/v1/agent/x`);
    const ownTraceId = untraced.headers.get("x-request-id");
    assert.match(ownTraceId ?? "", /^[0-9a-f]{32}$/);
    // The last spans are sent before the process ends.
    child.kill("SIGTERM");
    const [exitCode] = await exited;
    assert.equal(exitCode, 0, output);

    const find = (traceId: string | null) => collector.spans().filter((span) => span.traceId === traceId);
    assert.deepEqual(
      find(TRACE_ID).map(({ name, parentSpanId }) => [name, parentSpanId]),
      [["GET /api/v1/kya/:wallet", PARENT_ID]],
    );
    assert.deepEqual(
      find(ownTraceId).map(({ name }) => name),
      ["GET /api/v1/agent/:id"],
    );
    const text = collector.exports.join("");
    assert.ok(text.includes('"query-api"'));
    assert.equal(text.includes(WALLET), false, "a span names a wallet");
  } finally {
    child.kill("SIGKILL");
    await collector.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});
