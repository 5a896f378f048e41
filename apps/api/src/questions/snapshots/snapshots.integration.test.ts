import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { type Snapshot, SnapshotsResponse } from "@agent-registry/protocol";
import { createLogger, errorHandler } from "@agent-registry/service";
import {
  deployLocally,
  devAccount,
  devAccounts,
  type LocalChain,
  startChain,
  waitUntil,
} from "@agent-registry/testkit";
import type { Context } from "hono";
import type { Address } from "viem";
import { createRpcNode } from "../../chain/rpc-node.ts";
import { restoreSnapshot } from "../../snapshots/restore/restore-snapshot.ts";
import { createSnapshotFolder } from "../../snapshots/snapshot-folder.ts";
import { createRegister } from "../../testing/register-calls.ts";
import { startRunningApi } from "../../testing/running-api.ts";
import { createTestApi } from "../../testing/test-api.ts";
import { snapshotRoutes } from "./snapshots.ts";

describe("the snapshots that a register serves", () => {
  let chain: LocalChain;
  let folder: string;
  let registryAddress: Address;
  let api: Awaited<ReturnType<typeof startRunningApi>>;
  let snapshot: Snapshot;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "agent-registry-served-"));
    // Left by a crash.
    await writeFile(path.join(folder, "unfinished-1.tmp"), "half");
    chain = await startChain();
    registryAddress = (await deployLocally(chain)).registryAddress;
    const register = createRegister({ chain, registryAddress });
    await register.register(devAccounts.stranger, { agentWallet: devAccount(8).address });
    api = await startRunningApi({
      RPC_URL: chain.rpcUrl,
      REGISTRY_ADDRESS: registryAddress,
      SNAPSHOT_DIR: folder,
      ISSUER_URL: "https://register.test",
    });
    let listed: Snapshot[] = [];
    await waitUntil(async () => {
      listed = SnapshotsResponse.parse((await api.get("/api/v1/snapshots")).body).snapshots;
      return listed.length > 0;
    }, "a snapshot");
    assert.ok(listed[0]);
    snapshot = listed[0];
  });
  after(async () => {
    await api?.stop();
    await chain?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const url = () => `${api.url}/api/v1/snapshots/${snapshot.name}`;
  const ask = (headers: Record<string, string>, method = "GET") => fetch(url(), { method, headers });

  it("are made by the process that indexes, listed with where they are, and leave no half files", async () => {
    assert.equal(snapshot.registryAddress, registryAddress);
    assert.equal(snapshot.url, `https://register.test/api/v1/snapshots/${snapshot.name}`);
    assert.deepEqual([snapshot.counts.agents, snapshot.counts.filings], [1, 1]);
    assert.deepEqual((await readdir(folder)).sort(), [snapshot.name, `${snapshot.name}.json`]);
    const metrics = await (await fetch(`${api.url}/metrics`)).text();
    const seconds = Date.parse(snapshot.block.timestamp) / 1000;
    assert.match(metrics, new RegExp(`^agent_registry_index_snapshot_timestamp_seconds ${seconds}$`, "m"));
    assert.match(metrics, /^agent_registry_index_snapshot_failures_total 0$/m);
  });

  it("come whole, may be kept for ever, and restore an index elsewhere", async () => {
    const response = await ask({});
    assert.equal(response.status, 200);
    assert.match(response.headers.get("cache-control") ?? "", /immutable/);
    assert.equal(response.headers.get("content-length"), String(snapshot.bytes));
    const bytes = Buffer.from(await response.arrayBuffer());
    assert.equal(createHash("sha256").update(bytes).digest("hex"), snapshot.fileSha256);
    const file = path.join(api.dataDir, "fetched.zst");
    await writeFile(file, bytes);
    const restored = await restoreSnapshot({
      file,
      database: { dataDir: path.join(api.dataDir, "elsewhere") },
      nodes: [createRpcNode({ url: chain.rpcUrl })],
      registryAddress,
      sample: 10,
      sha256: snapshot.sha256,
    });
    assert.deepEqual([restored.agents, restored.compared.compared], [1, 1]);
  });

  it("come in parts, so that a download that broke off goes on", async () => {
    const whole = Buffer.from(await (await ask({})).arrayBuffer());
    const etag = (await ask({}, "HEAD")).headers.get("etag") ?? "";
    const half = Math.floor(whole.length / 2);
    const rest = await ask({ Range: `bytes=${half}-`, "If-Range": etag });
    assert.equal(rest.status, 206);
    assert.equal(rest.headers.get("content-range"), `bytes ${half}-${whole.length - 1}/${whole.length}`);
    assert.deepEqual(Buffer.from(await rest.arrayBuffer()), whole.subarray(half));
    const other = await ask({ Range: `bytes=${half}-`, "If-Range": '"of another file"' });
    assert.equal(other.status, 200);
    assert.deepEqual(Buffer.from(await other.arrayBuffer()), whole);
    const beyond = await ask({ Range: `bytes=${whole.length}-` });
    assert.equal(beyond.status, 416);
    assert.equal(beyond.headers.get("content-range"), `bytes */${whole.length}`);
    assert.equal((await ask({ "If-None-Match": etag })).status, 304);
  });

  it("can be asked for their size alone", async () => {
    const response = await ask({}, "HEAD");
    assert.equal(response.status, 200);
    assert.equal(response.headers.get("content-length"), String(snapshot.bytes));
    assert.equal(response.headers.get("accept-ranges"), "bytes");
    assert.equal(await response.text(), "");
  });

  it("are nothing else that lies in the folder or above it", async () => {
    await writeFile(path.join(folder, "index-1-0123456789abcdef.ndjson.zst"), "without a description");
    for (const name of [
      "..%2f..%2fetc%2fpasswd",
      `${snapshot.name}.json`,
      "index-1-0123456789abcdef.ndjson.zst",
      "%00",
    ]) {
      const response = await fetch(`${api.url}/api/v1/snapshots/${name}`);
      assert.equal(response.status, 404, name);
      assert.match(await response.text(), /^\{"error":"No such snapshot: /);
    }
  });

  it("are fetched twice at a time at most from one address, and again once one download has ended", async () => {
    const snapshots = createSnapshotFolder({ folder: path.join(folder, "large"), registryAddress });
    const sha256 = "0".repeat(64);
    const { name } = await snapshots.add({
      async make(file) {
        // More than is read ahead of a client that takes nothing.
        await writeFile(file, Buffer.alloc(8 * 1024 * 1024));
        const block = { number: 1, hash: "0x", timestamp: 0 };
        const sizes = { counts: {}, bytes: 8 * 1024 * 1024, sha256, fileSha256: sha256 };
        return { chainId: 1, registryAddress: registryAddress.toLowerCase(), block, ...sizes };
      },
      nowMs: () => 0,
    });
    const publicUrls = { api: "http://api.test", dashboard: "http://dashboard.test" };
    const clientIp = (c: Context) => c.req.header("x-test-ip") ?? "";
    const app = snapshotRoutes({ snapshots, publicUrls, clientIp });
    app.onError(errorHandler({ logger: createLogger({ name: "test", level: "silent" }) }));
    const fetchFrom = async (ip: string) =>
      app.request(`/snapshots/${name}`, { headers: { "x-test-ip": ip } });
    const first = await fetchFrom("198.51.100.1");
    const second = await fetchFrom("198.51.100.1");
    assert.deepEqual([first.status, second.status], [200, 200]);
    const third = await fetchFrom("198.51.100.1");
    assert.deepEqual(
      [third.status, third.headers.get("retry-after"), await third.json()],
      [
        429,
        "60",
        {
          error:
            "At most 2 snapshots can be fetched at a time from one address. Try again when one of them is complete.",
        },
      ],
    );
    const others = await Promise.all(
      Array.from({ length: 14 }, (_, i) => fetchFrom(`198.51.100.${2 + Math.floor(i / 2)}`)),
    );
    assert.ok(others.every(({ status }) => status === 200));
    assert.equal((await fetchFrom("198.51.100.99")).status, 503, "sixteen are all");
    await first.body?.cancel();
    let again = third;
    await waitUntil(async () => {
      again = await fetchFrom("198.51.100.1");
      return again.status === 200;
    });
    for (const { body } of [second, again, ...others]) await body?.cancel();
  });

  it("are none if the operator keeps none", async () => {
    for (const place of ["/api/v1/snapshots", "/api/v1/snapshots/x"]) {
      const { status, body } = await createTestApi().get(place);
      assert.deepEqual([status, body], [404, { error: "This register keeps no snapshots" }]);
    }
  });
});
