import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { findFreePorts, waitUntil } from "@agent-registry/testkit";

const REGISTRY = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const SECRETS = ["hunter2", "a1b2c3d4e5f6a7b8c9d0", "s3cr3t"];

type Started = { child: ChildProcess; output: () => string };

function start(env: Record<string, string>): Started {
  const child = spawn(process.execPath, [fileURLToPath(new URL("./main.ts", import.meta.url))], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (data) => (output += data));
  return { child, output: () => output };
}

/** Sends bytes that no well-behaved client would, and returns all that comes back. */
async function sendRaw(port: number, bytes: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  let answer = "";
  socket.on("data", (data) => (answer += data));
  socket.on("error", () => {});
  socket.write(bytes);
  await once(socket, "close");
  return answer;
}

describe("the service's process", () => {
  let dataDir: string;
  before(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), "agent-registry-api-"));
  });
  after(() => rm(dataDir, { recursive: true, force: true }));

  it("a wrong configuration ends the process with exit code 1 and says what is wrong", async () => {
    const { child, output } = start({ PORT: "99999", DATA_DIR: dataDir });
    const [code] = await once(child, "exit");
    assert.equal(code, 1);
    assert.match(output(), /PORT: must be/);
    assert.match(output(), /REGISTRY_ADDRESS: is required/);
    assert.doesNotMatch(output(), /\bat .*\.ts/);
  });

  it("the service listens while the RPC is down, says so, shows no credential, and stops with exit code 0", async () => {
    const { port, metricsPort, closedPort } = await findFreePorts(["port", "metricsPort", "closedPort"]);
    const { child, output } = start({
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      DATA_DIR: dataDir,
      REGISTRY_ADDRESS: REGISTRY,
      RATE_LIMIT_PER_MINUTE: "100000",
      RPC_URL: `http://user:${SECRETS[0]}@127.0.0.1:${closedPort}/v2/${SECRETS[1]}?key=${SECRETS[2]}`,
    });
    try {
      const base = `http://127.0.0.1:${port}`;
      const isUp = async () => {
        assert.equal(child.exitCode, null, output());
        return fetch(`${base}/health`).then(
          (response) => response.status === 200,
          () => false,
        );
      };
      await waitUntil(isUp, "the service to listen");

      const health = (await (await fetch(`${base}/health`)).json()) as { status: string; rpc: string };
      assert.ok(["degraded", "syncing"].includes(health.status));
      assert.equal(health.rpc, `http://127.0.0.1:${closedPort}/v2/***`);
      assert.equal((await fetch(`${base}/ready`)).status, 503);
      const stats = await fetch(`${base}/api/v1/stats`);
      assert.equal(stats.status, 500);
      const { error } = (await stats.json()) as { error: string };
      assert.match(error, /^RPC failure: no RPC node has answered yet/);

      const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
      assert.match(metrics, /^agent_registry_service_ready 0$/m);
      assert.equal((await fetch(`${base}/metrics`)).status, 404);
      const answers = [error, JSON.stringify(health), metrics];
      for (const url of ["/ready", "/openapi.json", "/api/v1/kya/x", `/api/v1/kya/${REGISTRY}`]) {
        answers.push(await (await fetch(base + url)).text());
      }
      answers.push(...(await sendOddities(port)));
      for (const text of [...answers, output()]) {
        for (const secret of SECRETS) assert.equal(text.includes(secret), false, text);
      }
      for (const text of answers) assert.equal(text.includes(`${path.sep}apps`), false, text);
    } finally {
      const exited = once(child, "exit");
      child.kill("SIGTERM");
      assert.deepEqual(await exited, [0, null], output());
    }
  });
});

const END = "\r\nHost: localhost\r\nConnection: close\r\n\r\n";

const ODDITIES: [name: string, request: string, status: number][] = [
  ["not HTTP", "hello\r\n\r\n", 400],
  ["a path of 20,000 characters", `GET /${"a".repeat(20_000)} HTTP/1.1${END}`, 431],
  ["a flood of headers", `GET / HTTP/1.1\r\n${"X: y\r\n".repeat(9_000)}${END}`, 431],
  ["a NUL in the path", `GET /api/v1/agent/\0 HTTP/1.1${END}`, 400],
  ["an unknown method", `BREW /health HTTP/1.1${END}`, 400],
  ["TRACE", `TRACE /health HTTP/1.1${END}`, 405],
  [
    "a body with a method that takes none",
    "POST /health HTTP/1.1\r\nContent-Length: 2\r\nHost: x\r\nConnection: close\r\n\r\nhi",
    405,
  ],
  [
    "two lengths",
    "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n",
    400,
  ],
  ["dots in the path", `GET /api/v1/../../etc/passwd HTTP/1.1${END}`, 404],
  ["encoded dots", `GET /docs/%2e%2e%2f%2e%2e%2fpackage.json HTTP/1.1${END}`, 404],
  ["another host's address", `GET //evil.example/ HTTP/1.1${END}`, 404],
  ["a bad percent escape", `GET /api/v1/agent/%zz HTTP/1.1${END}`, 400],
];

async function sendOddities(port: number): Promise<string[]> {
  const answers: string[] = [];
  for (const [name, request, status] of ODDITIES) {
    const answer = await sendRaw(port, request);
    const [head = "", body = ""] = answer.split("\r\n\r\n");
    assert.match(head, new RegExp(`^HTTP/1.1 ${status} `), name);
    assert.deepEqual(Object.keys(JSON.parse(body)), ["error"], name);
    answers.push(answer);
  }
  return answers;
}
