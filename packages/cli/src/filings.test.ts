import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, it, type TestContext } from "node:test";
import { waitUntil } from "@agent-registry/testkit";
import { runHere, startCli } from "./testing/run-cli.ts";

const HASH = `0x${"ab".repeat(32)}`;
const filing = (sequence: number) => ({
  sequence,
  agentId: 7,
  kind: "status-changed",
  timestamp: "2026-03-01T00:00:00.000Z",
  oldStatus: "Active",
  newStatus: "Suspended",
  reason: "Says\n\u001b[31mmore",
  actorRole: "regulator",
  cause: "suspended",
  actor: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
  blockNumber: sequence,
  blockHash: HASH,
  transactionHash: HASH,
  logIndex: 0,
});
const page = (sequences: number[], next: string, hasMore = false) => ({
  status: 200,
  body: {
    filings: sequences.map(filing),
    next,
    hasMore,
    head: { blockNumber: 9, blockHash: HASH, sequence: 9 },
  },
});
const takenBack = { status: 410, body: { error: "Taken back", next: "a", sequence: 1 } };

/** A query API that gives these answers one after the other, the last one again and again. */
async function serve(test: TestContext, answers: { status: number; body: object }[]) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    const { status, body } = answers[Math.min(asked.length, answers.length) - 1] ?? takenBack;
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const cwd = mkdtempSync(path.join(tmpdir(), "agent-registry-filings-"));
  test.after(() => {
    server.closeAllConnections();
    server.close();
    rmSync(cwd, { recursive: true });
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const env = {
    REGISTRY_CHAIN: "http://127.0.0.1:1",
    REGISTRY_ADDRESS: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
    REGISTRY_API_URL: url,
  };
  return { asked, options: { cwd, env } };
}

const toSequences = (stdout: string) =>
  stdout
    .trimEnd()
    .split("\n")
    .map((line) => {
      const { sequence, rewound } = JSON.parse(line) as { sequence?: number; rewound?: { to: number } };
      return sequence ?? `back to ${rewound?.to}`;
    });

describe("filings", () => {
  it("prints the newest first, and says where to go on", async (test) => {
    const { asked, options } = await serve(test, [page([2, 1], "b")]);
    const { code, stdout, stderr } = await runHere(["filings", "--json"], options);
    assert.equal(code, 0);
    assert.deepEqual(toSequences(stdout), [2, 1]);
    assert.equal(JSON.parse(stderr.trimEnd().split("\n").at(-1) ?? "").next, "b");
    assert.deepEqual(asked, ["/api/v1/filings?order=desc&limit=20"]);
  });

  it("leaves out what was filed before --since", async (test) => {
    const { asked, options } = await serve(test, [page([2, 1], "b")]);
    const since = (day: string) => runHere(["filings", "--since", day], options);
    assert.equal((await since("2026-03-01")).stdout.split("\n").length, 3);
    const later = await since("2026-03-02");
    assert.deepEqual([later.code, later.stdout], [0, ""]);
    assert.match(later.stderr, /^There is no such filing\.$/m);
    assert.equal(asked[0], "/api/v1/filings?order=desc&limit=1000");
  });

  it("of one agent come from its history", async (test) => {
    const data = [filing(2), filing(1)];
    const { asked, options } = await serve(test, [
      { status: 200, body: { total: 2, offset: 0, limit: 5, data } },
    ]);
    const { stdout } = await runHere(["filings", "--agent", "7", "--limit", "5"], options);
    assert.match(stdout, /^(2026-03-01 00:00 {2}agent 7 {2}suspended: .*\n){2}$/);
    assert.deepEqual(asked, ["/api/v1/agent/7/history?limit=5&order=desc"]);
  });

  it("prints all to the register's end, a line each, and says where to go on", async (test) => {
    const { asked, options } = await serve(test, [page([1, 2], "b", true), page([3], "c")]);
    const { code, stdout, stderr } = await runHere(["filings", "--all", "--json"], options);
    assert.equal(code, 0);
    assert.deepEqual(toSequences(stdout), [1, 2, 3]);
    assert.equal(JSON.parse(stderr.trimEnd().split("\n").at(-1) ?? "").next, "c");
    assert.deepEqual(asked, ["/api/v1/filings?limit=1000", "/api/v1/filings?after=b&limit=1000"]);
  });

  it("ends at once if nothing is new", async (test) => {
    const { options } = await serve(test, [page([], "c")]);
    const { code, stdout, stderr } = await runHere(["filings", "--after", "c"], options);
    assert.deepEqual([code, stdout], [0, ""]);
    assert.match(stderr, /--after c$/m);
  });

  it("asks for no more than the limit, so that the cursor is exact", async (test) => {
    const { asked, options } = await serve(test, [
      page(
        Array.from({ length: 1_000 }, (_, index) => index + 1),
        "b",
        true,
      ),
      page([1_001, 1_002], "c", true),
    ]);
    const { stdout, stderr } = await runHere(["filings", "--all", "--limit", "1002"], options);
    assert.equal(stdout.trimEnd().split("\n").length, 1_002);
    assert.match(stderr, /--after c$/m);
    assert.deepEqual(asked, ["/api/v1/filings?limit=1000", "/api/v1/filings?after=b&limit=2"]);
  });

  it("writes a stranger's text in one line, without control characters", async (test) => {
    const { options } = await serve(test, [page([1], "b")]);
    const { stdout } = await runHere(["filings"], options);
    assert.match(stdout, /^2026-03-01 00:00 {2}agent 7 {2}suspended: "Says.* {2}by 0x70997970C/);
    assert.equal(stdout.split("\n").length, 2);
    assert.ok(!stdout.includes("\u001b"));
  });

  it("goes back where the chain took filings back, and says so", async (test) => {
    const { asked, options } = await serve(test, [page([1, 2], "b", true), takenBack, page([2], "c")]);
    const { code, stdout } = await runHere(["filings", "--all", "--json"], options);
    assert.equal(code, 0);
    assert.deepEqual(toSequences(stdout), [1, 2, "back to 1", 2]);
    assert.equal(asked.at(-1), "/api/v1/filings?after=a&limit=1000");
  });

  it("tells the cursor even if the query API fails", async (test) => {
    const { options } = await serve(test, [
      page([1], "b", true),
      { status: 500, body: { error: "No node" } },
    ]);
    const { code, stderr } = await runHere(["filings", "--all"], options);
    assert.equal(code, 1);
    assert.match(stderr, /--after b$/m);
    assert.match(stderr, /^Error: .*No node/m);
  });

  it("follows from now on until Ctrl-C, and then tells the cursor", async (test) => {
    const { asked, options } = await serve(test, [
      page([1], "b"),
      page([], "b"),
      page([2], "c"),
      page([], "c"),
    ]);
    const following = startCli<{ sequence: number }>(["filings", "--follow", "--check-every", "0.1"], {
      ...options,
      test,
    });
    await waitUntil(() => following.lines.length === 1, "the new filing was printed");
    assert.deepEqual(
      following.lines.map(({ sequence }) => sequence),
      [2],
      "what was filed before is left out",
    );
    assert.deepEqual(asked.slice(0, 2), [
      "/api/v1/filings?order=desc&limit=1",
      "/api/v1/filings?after=b&limit=1000",
    ]);
    following.stop("SIGINT");
    assert.equal(await following.exit, 0);
    assert.equal(JSON.parse(following.stderr().trimEnd().split("\n").at(-1) ?? "").next, "c");
  });
});
