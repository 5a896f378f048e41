import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { relayErrors } from "@agent-registry/protocol";
import { createClientIp, createLogger, errorHandler } from "@agent-registry/service";
import { Hono } from "hono";
import { floodGuard } from "./middleware.ts";

describe("flood guard", () => {
  const time = { nowMs: 5_000 };
  const app = new Hono();
  app.onError(errorHandler({ logger: createLogger({ name: "test", level: "silent" }) }));
  const clientIp = createClientIp({ trustProxyHops: 1 });
  app.use(floodGuard({ limitPerMinute: 3, clientIp, clock: { now: () => time.nowMs } }));
  for (const route of ["/nonce", "/ready", "/metrics"]) app.get(route, (c) => c.text("0"));
  const get = (route: string, ip: string) => app.request(route, { headers: { "X-Forwarded-For": ip } });

  it("refuses an address that asks more often than the limit, whatever it asks for, until a minute is over", async () => {
    for (const route of ["/nonce", "/elsewhere", "/nonce"])
      assert.notEqual((await get(route, "203.0.113.1")).status, 429);
    time.nowMs += 20_500;
    for (const route of ["/nonce", "/elsewhere"]) {
      const answer = await get(route, "203.0.113.1");
      assert.deepEqual([answer.status, await answer.json()], [429, { error: relayErrors.flood(3) }]);
      assert.equal(answer.headers.get("retry-after"), "40");
      assert.equal(answer.headers.get("ratelimit"), '"default";r=0;t=40');
    }
    const { status, headers } = await get("/nonce", "203.0.113.2");
    assert.deepEqual(
      [status, headers.get("ratelimit-policy"), headers.get("ratelimit")],
      [200, '"default";q=3;w=60', '"default";r=2;t=60'],
    );
    time.nowMs += 39_500;
    assert.equal((await get("/nonce", "203.0.113.1")).status, 200);
  });

  it("lets a load balancer and Prometheus ask as often as they like, and counts none of it", async () => {
    const ip = "203.0.113.3";
    for (let number = 1; number <= 200; number += 1)
      for (const route of ["/ready", "/metrics"]) assert.equal((await get(route, ip)).status, 200);
    for (let number = 1; number <= 3; number += 1) assert.equal((await get("/nonce", ip)).status, 200);
    assert.equal((await get("/nonce", ip)).status, 429);
    assert.equal((await get("/ready", ip)).status, 200);
  });
});
