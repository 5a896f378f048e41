import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createLogger } from "@agent-registry/service";
import { createTestApi } from "../testing/test-api.ts";
import { createTestIndex } from "../testing/test-asked-index.ts";
import { TEST_NOW, testAgent } from "../testing/test-rows.ts";

const OPEN_URLS = ["/health", "/api/v1/stats", "/api/v1/agent/99", "/api/v1/agent/x", "/nowhere", "/docs/"];

describe("rate limit", () => {
  it("allows 60 requests a minute and address, and answers the next with 429 as specified", async () => {
    const { get, passInSilence } = createTestApi({ limitPerMinute: 60 });
    for (let number = 1; number <= 60; number += 1) {
      const { status, headers } = await get("/health");
      assert.equal(status, 200);
      assert.equal(headers.get("x-ratelimit-limit"), "60");
      assert.equal(headers.get("x-ratelimit-remaining"), String(60 - number));
      assert.equal(headers.get("x-ratelimit-reset"), String(TEST_NOW + 60));
      assert.equal(headers.get("ratelimit-policy"), '"default";q=60;w=60');
      assert.equal(headers.get("ratelimit"), `"default";r=${60 - number};t=60`);
      assert.equal(headers.get("retry-after"), null);
    }
    passInSilence(18_500);
    const refused = await get("/health");
    assert.equal(refused.status, 429);
    assert.deepEqual(refused.body, { error: "Rate limit exceeded. Try again in 1 minute." });
    assert.equal(refused.headers.get("x-ratelimit-remaining"), "0");
    assert.equal(refused.headers.get("retry-after"), "42");
    assert.equal(refused.headers.get("ratelimit"), '"default";r=0;t=42');
    assert.equal(refused.headers.get("access-control-allow-origin"), "*");
    assert.equal(refused.headers.get("cache-control"), "no-store");
    assert.equal((await get("/health", { "x-test-ip": "10.0.0.2" })).status, 200);
    passInSilence(41_500);
    assert.equal((await get("/health")).status, 200);
  });

  it("counts requests of every kind: refused, unknown, cached, preflight, documentation", async () => {
    const { app } = createTestApi({ limitPerMinute: 100, agents: [testAgent()] });
    const requests: [url: string, method: string][] = [
      ...[...OPEN_URLS, "/openapi.json", "/api/v1/stats"].map((url): [string, string] => [url, "GET"]),
      ["/api/v1/stats", "OPTIONS"],
      ["/api/v1/stats", "POST"],
      ["/api/v1/stats", "HEAD"],
    ];
    for (const [index, [url, method]] of requests.entries()) {
      const { headers } = await app.request(url, { method });
      assert.equal(headers.get("x-ratelimit-remaining"), String(99 - index), `${method} ${url}`);
    }
  });

  it("lets a load balancer and Prometheus ask as often as they like, beyond any limit", async () => {
    const { app, get } = createTestApi({ limitPerMinute: 1 });
    await get("/health");
    for (let number = 1; number <= 200; number += 1) {
      for (const url of ["/ready", "/metrics"]) {
        const { status, headers } = await app.request(url);
        assert.equal(status, 200);
        for (const name of ["x-ratelimit-remaining", "ratelimit", "ratelimit-policy"])
          assert.equal(headers.get(name), null);
        assert.equal(headers.get("access-control-allow-origin"), "*");
        assert.equal(headers.get("x-content-type-options"), "nosniff");
      }
    }
    assert.equal((await get("/ready/")).status, 429);
  });

  it("limits requests to every other path", async () => {
    const { get } = createTestApi({ limitPerMinute: 1 });
    await get("/health");
    for (const url of OPEN_URLS) assert.equal((await get(url)).status, 429);
  });
});

describe("CORS", () => {
  it("lets pages of any origin read every response and our headers, errors included", async () => {
    const { app } = createTestApi();
    for (const url of OPEN_URLS) {
      const { headers } = await app.request(url, { headers: { origin: "https://page.example" } });
      assert.equal(headers.get("access-control-allow-origin"), "*");
      assert.equal(headers.get("x-content-type-options"), "nosniff");
      const exposed = headers.get("access-control-expose-headers") ?? "";
      for (const name of [
        "RateLimit",
        "X-RateLimit-Remaining",
        "Retry-After",
        "Link",
        "ETag",
        "X-Request-Id",
      ])
        assert.ok(exposed.includes(name));
    }
  });

  it("answers preflight requests", async () => {
    const { app } = createTestApi();
    const response = await app.request("/api/v1/stats", {
      method: "OPTIONS",
      headers: { origin: "https://page.example", "access-control-request-method": "GET" },
    });
    assert.equal(response.status, 204);
    assert.equal(response.headers.get("access-control-allow-origin"), "*");
    assert.equal(response.headers.get("access-control-allow-methods"), "GET, HEAD, OPTIONS");
    assert.equal(response.headers.get("access-control-allow-headers"), "*");
  });
});

describe("requests that no route takes", () => {
  for (const url of [
    "/",
    "/api/v1",
    "/api/v1/",
    "/api/v1/agents/",
    "/api/v2/stats",
    "/API/v1/stats",
    "/stats",
    "//",
  ]) {
    it(`answers 404 to ${url}, which no route takes`, async () => {
      const { status, body } = await createTestApi().get(url);
      assert.deepEqual([status, body], [404, { error: "Not found" }]);
    });
  }

  for (const method of ["POST", "PUT", "PATCH", "DELETE", "TRACE-ME"]) {
    it(`answers 405 to ${method}`, async () => {
      const response = await createTestApi().app.request("/api/v1/stats", { method });
      assert.equal(response.status, 405);
      assert.equal(response.headers.get("allow"), "GET, HEAD, OPTIONS");
      assert.deepEqual(await response.json(), { error: "Method not allowed" });
    });
  }
});

describe("an unforeseen failure", () => {
  it("answers an unforeseen failure briefly, with nothing of the inside", async () => {
    const open = () => Promise.reject(new Error("connect to postgres://user:secret@db /srv/app/index.ts"));
    const { get, cache } = createTestApi({ index: { ...createTestIndex({}), open } });
    const { status, body, headers } = await get("/api/v1/stats");
    assert.deepEqual([status, body], [500, { error: "Internal error" }]);
    assert.equal(headers.get("access-control-allow-origin"), "*");
    assert.equal(cache.size(), 0);
  });
});

describe("the id of a request", () => {
  const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

  it("is in every error, as its caller named it, and in no other response", async () => {
    const { get } = createTestApi({ agents: [testAgent()] });
    for (const url of ["/api/v1/agent/99", "/api/v1/agent/x", "/nowhere"]) {
      const ask = async (headers: Record<string, string>) =>
        (await get(url, headers)).headers.get("x-request-id");
      assert.equal(await ask({ "x-request-id": "mine-1" }), "mine-1", url);
      assert.equal(
        await ask({ traceparent, "x-request-id": "mine-1" }),
        "4bf92f3577b34da6a3ce929d0e0e4736",
        url,
      );
      const made = await ask({ traceparent: "00-1-2-3", "x-request-id": "a".repeat(129) });
      assert.match(made ?? "", /^[0-9a-f-]{36}$/, url);
      assert.notEqual(made, await ask({}), url);
    }
    assert.equal((await get("/api/v1/stats", { traceparent })).headers.get("x-request-id"), null);
  });

  it("is in the refusal of a caller over its limit", async () => {
    const { get } = createTestApi({ limitPerMinute: 0 });
    const { status, headers } = await get("/health", { "x-request-id": "mine-1" });
    assert.deepEqual([status, headers.get("x-request-id")], [429, "mine-1"]);
  });

  it("leads from an error to its line in the log", async () => {
    const lines: string[] = [];
    const destination = { write: (line: string) => void lines.push(line) };
    const logger = createLogger({ name: "test", destination });
    const index = { ...createTestIndex({}), open: () => Promise.reject(new Error("broken")) };
    const { headers } = await createTestApi({ index, logger }).get("/api/v1/stats");
    const line = JSON.parse(lines.at(-1) ?? "{}");
    assert.equal(line.msg, "unforeseen error");
    assert.equal(line.requestId, headers.get("x-request-id"));
  });
});
