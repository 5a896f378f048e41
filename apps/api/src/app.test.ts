import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { gunzipSync } from "node:zlib";
import type { IndexedAgent } from "./index/records.ts";
import { createTestApi } from "./testing/test-api.ts";
import { createTestIndex } from "./testing/test-asked-index.ts";
import { TEST_BLOCK, testAgent } from "./testing/test-rows.ts";

const agents: IndexedAgent[] = [1, 2, 3].map((agentId) => testAgent({ agentId }));
const kya = `/api/v1/kya/${agents[0]?.agentWallet}`;

/** Every endpoint that answers from the index, with its lifetime in seconds; null is not cached. */
const lifetimes: [url: string, seconds: number | null][] = [
  ["/api/v1/stats", 300],
  ["/api/v1/stats/detailed", 300],
  ["/api/v1/agent/1", 300],
  ["/api/v1/agents", 300],
  ["/api/v1/agents/compliance", 300],
  ["/api/v1/revenue/aggregate", 300],
  ["/api/v1/agent/1/lineage", 600],
  [kya, 60],
  ["/api/v1/agent/1/revenue", null],
  ["/api/v1/revenue/timeline", 300],
  ["/api/v1/revenue/top", 300],
  ["/api/v1/agent/1/history", null],
  ["/api/v1/agent/1/consents", null],
  ["/api/v1/agent/1/wallets", null],
  [`/api/v1/wallet/${agents[0]?.agentWallet}/entries`, null],
  [`/api/v1/haftungsperson/${agents[0]?.haftungsperson}`, 10],
  [`/api/v1/creator/${agents[0]?.creator}`, 10],
];

function setUp(options: Parameters<typeof createTestApi>[0] = {}) {
  return createTestApi({ agents, ...options });
}

describe("cache lifetimes", () => {
  for (const [url, seconds] of lifetimes) {
    it(`${seconds === null ? "does not cache" : `caches for ${seconds} seconds`} ${url}`, async () => {
      let reads = 0;
      const counted = <T extends object>(read: T) =>
        new Proxy(read, {
          get(target, name, receiver) {
            reads += 1;
            return Reflect.get(target, name, receiver);
          },
        });
      const rows = createTestIndex({ agents });
      const lookUps = counted(rows.lookUps);
      const open: typeof rows.open = (pace) => {
        reads += 1;
        return rows.open(pace);
      };
      const { get, pass } = setUp({ index: { ...rows, lookUps, open } });
      const first = await get(url);
      assert.equal(first.status, 200);
      assert.match(first.headers.get("etag") ?? "", /^"[^"]+"$/);
      const readsOfOne = reads;
      assert.ok(readsOfOne > 0);
      if (seconds === null) {
        assert.equal(first.headers.get("cache-control"), "no-cache");
        await get(url);
        assert.equal(reads, 2 * readsOfOne);
        return;
      }
      assert.equal(first.headers.get("cache-control"), `public, max-age=${seconds}`);
      assert.equal(first.headers.get("age"), "0");
      pass(seconds * 1000 - 1);
      const second = await get(url);
      assert.equal(second.headers.get("age"), String(seconds - 1));
      assert.equal(reads, readsOfOne);
      pass(1);
      assert.equal((await get(url)).headers.get("age"), "0");
      assert.equal(reads, 2 * readsOfOne);
    });
  }
});

describe("the block that an answer is from", () => {
  for (const [url] of lifetimes)
    it(`is told with ${url}, and stays the same while the answer is cached`, async () => {
      const { get, execute } = setUp();
      const read = async () => {
        const { headers } = await get(url);
        return [headers.get("x-registry-block"), headers.get("x-registry-block-hash")];
      };
      assert.deepEqual(await read(), ["100", TEST_BLOCK.hash]);
      execute(
        "insert into blocks select 101, hash, last_sequence, last_agent_id, timestamp from blocks where number = 100",
      );
      const isCached = (lifetimes.find(([other]) => other === url)?.[1] ?? null) !== null;
      assert.deepEqual(await read(), [isCached ? "100" : "101", TEST_BLOCK.hash]);
    });

  it("is not told with errors", async () => {
    const { headers } = await setUp().get("/api/v1/agent/99");
    assert.equal(headers.get("x-registry-block"), null);
  });
});

describe("a silent chain", () => {
  for (const [url, seconds] of lifetimes) {
    const maxSilenceMs = Math.max(seconds ?? 0, 60) * 1000;
    it(`refuses ${url} once the chain has been silent for ${maxSilenceMs / 1000} seconds, cached or not`, async () => {
      const api = setUp();
      api.passInSilence(maxSilenceMs - 1_000);
      assert.equal((await api.get(url)).status, 200);
      // The response is in the cache for its lifetime, but what it was made from gets too old before that.
      api.passInSilence(2_000);
      const { status, body, headers } = await api.get(url);
      assert.equal(status, 500);
      assert.deepEqual(body, {
        error: `RPC failure: no RPC node has answered for ${maxSilenceMs / 1000 + 1} seconds`,
      });
      assert.equal(headers.get("cache-control"), "no-store");
      api.pass(0);
      assert.equal((await api.get(url)).status, 200);
    });

    it(`refuses ${url} if no node ever answered, and while the index is built`, async () => {
      const api = setUp();
      Object.assign(api.status, { isCaughtUp: false, lastCaughtUpAtMs: 0 });
      api.status.indexedBlock = 3;
      assert.deepEqual((await api.get(url)).body, {
        error: "RPC failure: the index is still syncing (block 3 of 100)",
      });
      api.status.lastAnswerAtMs = null;
      const { status, body } = await api.get(url);
      assert.deepEqual([status, body], [500, { error: "RPC failure: no RPC node has answered yet" }]);
    });
  }

  it("answers while the chain mines no block, as long as a node answers", async () => {
    const api = setUp();
    api.pass(3_600_000);
    for (const [url] of lifetimes) assert.equal((await api.get(url)).status, 200);
  });
});

describe("conditional requests", () => {
  it("answers a request that knows the ETag with 304 and the headers, without a body", async () => {
    const { get, app } = setUp();
    for (const [url] of lifetimes) {
      const first = await get(url);
      const etag = first.headers.get("etag") ?? "";
      for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
        const response = await app.request(url, { headers: { "if-none-match": tags } });
        assert.equal(response.status, 304);
        assert.equal(await response.text(), "");
        assert.equal(response.headers.get("etag"), etag);
        assert.equal(response.headers.get("cache-control"), first.headers.get("cache-control"));
        assert.equal(response.headers.get("access-control-allow-origin"), "*");
      }
      assert.equal((await get(url, { "if-none-match": '"other"' })).status, 200);
    }
  });

  it("gives an unchanged body the same ETag when it is made again", async () => {
    const { get, pass } = setUp();
    const etag = (await get("/api/v1/stats")).headers.get("etag") ?? "";
    pass(300_000);
    assert.equal((await get("/api/v1/stats", { "if-none-match": etag })).status, 304);
  });
});

describe("compression", () => {
  const many = Array.from({ length: 20 }, (_, index) => testAgent({ agentId: index + 1 }));

  it("compresses larger bodies if the client takes gzip, under an ETag of their own", async () => {
    const { app, get } = setUp({ agents: many });
    const plain = await get("/api/v1/agents");
    assert.equal(plain.headers.get("content-encoding"), null);
    assert.equal(plain.headers.get("vary"), "Accept-Encoding");
    const headers = { "accept-encoding": "br, gzip" };
    const packed = await app.request("/api/v1/agents", { headers });
    assert.equal(packed.headers.get("content-encoding"), "gzip");
    assert.deepEqual(JSON.parse(gunzipSync(Buffer.from(await packed.arrayBuffer())).toString()), plain.body);
    const etag = packed.headers.get("etag") ?? "";
    assert.notEqual(etag, plain.headers.get("etag"));
    const known = await app.request("/api/v1/agents", { headers: { ...headers, "if-none-match": etag } });
    assert.equal(known.status, 304);
  });

  it("does not compress small bodies", async () => {
    const { headers } = await setUp().get(kya, { "accept-encoding": "gzip" });
    assert.equal(headers.get("content-encoding"), null);
    assert.equal(headers.get("vary"), null);
  });
});

describe("rewinds", () => {
  it("drops cached responses when the index has taken back blocks", async () => {
    const api = setUp({ agents });
    assert.equal((await api.get(kya)).body.agent.status, "Active");
    api.execute("update agents set status = 2 where agent_id = 1");
    assert.equal((await api.get(kya)).body.agent.status, "Active");
    api.status.rewindCount = 1;
    assert.equal((await api.get(kya)).body.agent.status, "Revoked");
  });
});

describe("HEAD", () => {
  it("answers HEAD on every endpoint like GET, without a body", async () => {
    for (const maxMemoryLength of [10, 1_000_000]) {
      const { app, get } = setUp({ maxMemoryLength });
      for (const url of ["/health", "/ready", ...lifetimes.map(([path]) => path)]) {
        const response = await app.request(url, { method: "HEAD" });
        assert.equal(response.status, 200);
        assert.equal(await response.text(), "");
        assert.equal(response.headers.get("etag"), (await get(url)).headers.get("etag"));
      }
      assert.equal((await app.request("/nowhere", { method: "HEAD" })).status, 404);
    }
  });
});

describe("metrics", () => {
  it("counts requests by route and status, and the cache's hits and misses", async () => {
    const { app, get } = setUp();
    await get(kya);
    await get(kya);
    await get("/api/v1/agent/99");
    await get("/made/up");
    const text = await (await app.request("/metrics")).text();
    assert.match(
      text,
      /^agent_registry_http_requests_total\{route="\/api\/v1\/kya\/:wallet",method="GET",status="200"\} 2$/m,
    );
    assert.match(
      text,
      /^agent_registry_http_requests_total\{route="\/api\/v1\/agent\/:id",method="GET",status="404"\} 1$/m,
    );
    assert.match(text, /^agent_registry_http_requests_total\{route="other",method="GET",status="404"\} 1$/m);
    assert.match(
      text,
      /^agent_registry_http_request_duration_seconds_count\{route="\/api\/v1\/kya\/:wallet"\} 2$/m,
    );
    assert.match(
      text,
      /^agent_registry_http_request_duration_seconds_bucket\{le="\+Inf",route="\/api\/v1\/kya\/:wallet"\} 2$/m,
    );
    assert.match(text, /^# TYPE agent_registry_http_request_duration_seconds histogram$/m);
    assert.match(text, /^# TYPE agent_registry_http_requests_total counter$/m);
    assert.match(text, /^agent_registry_api_cache_requests_total\{result="hit"\} 1$/m);
    assert.match(text, /^agent_registry_api_cache_entries 1$/m);
    assert.equal(text.includes("made/up"), false);
  });
});
