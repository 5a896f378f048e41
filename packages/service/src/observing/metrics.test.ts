import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { Hono } from "hono";
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { createMetrics, createRequestCounts } from "./metrics.ts";

const REQUESTS = [
  { route: "/a/:id", method: "GET", status: 200, seconds: 0.0005 },
  { route: "/a/:id", method: "GET", status: 200, seconds: 0.001 },
  { route: "/a/:id", method: "GET", status: 404, seconds: 0.3 },
  { route: "other", method: "POST", status: 405, seconds: 61 },
];

describe("createRequestCounts", () => {
  it("writes requests and their seconds as prom-client's own counter and histogram do", async () => {
    const counted = new Registry();
    const addRequest = createRequestCounts(counted);
    const registry = new Registry();
    const counter = new Counter({
      name: "agent_registry_http_requests_total",
      help: "Requests by route and status",
      labelNames: ["route", "method", "status"],
      registers: [registry],
    });
    const histogram = new Histogram({
      name: "agent_registry_http_request_duration_seconds",
      help: "Seconds from request to answer",
      labelNames: ["route"],
      buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 60],
      registers: [registry],
    });
    for (const { seconds, ...labels } of REQUESTS) {
      addRequest({ seconds, ...labels });
      counter.inc(labels);
      histogram.observe({ route: labels.route }, seconds);
    }
    const text = await counted.metrics();
    assert.equal(text, await registry.metrics());
    assert.match(text, /^# TYPE agent_registry_http_request_duration_seconds histogram$/m);
    assert.equal(await counted.metrics(), text, "reading changes nothing");
  });
});

describe("createMetrics", () => {
  it("counts requests by the pattern of their route, and unknown paths as one", async () => {
    const metrics = createMetrics({ isProcessWatched: false });
    const app = new Hono().use(metrics.middleware).get("/a/:id", (c) => c.text(""));
    app.route("/", metrics.route);
    for (const path of ["/a/1", "/a/2", "/made/up", "/made/up/too"]) await app.request(path);
    const response = await app.request("/metrics");
    assert.match(response.headers.get("content-type") ?? "", /^text\/plain; version=0\.0\.4/);
    const text = await response.text();
    assert.match(
      text,
      /^agent_registry_http_requests_total\{route="\/a\/:id",method="GET",status="200"\} 2$/m,
    );
    assert.match(text, /^agent_registry_http_request_duration_seconds_count\{route="other"\} 2$/m);
    assert.equal(text.includes("made/up"), false);
  });

  it("says which version runs, on which Node", async () => {
    const { version } = JSON.parse(readFileSync("package.json", "utf8"));
    const text = await createMetrics({ isProcessWatched: false }).registry.metrics();
    assert.ok(
      text.includes(`\nagent_registry_build_info{version="${version}",node="${process.versions.node}"} 1\n`),
      text,
    );
  });

  it("reads the metrics once for all who ask at the same moment, since no limit holds them", async () => {
    const metrics = createMetrics({ isProcessWatched: false });
    let reads = 0;
    new Gauge({
      name: "reads",
      help: "How often the metrics were read",
      registers: [metrics.registry],
      collect() {
        reads += 1;
        this.set(reads);
      },
    });
    const answers = await Promise.all(Array.from({ length: 50 }, () => metrics.route.request("/metrics")));
    for (const answer of answers) assert.match(await answer.text(), /^reads 1$/m);
    assert.match(await (await metrics.route.request("/metrics")).text(), /^reads 2$/m);
  });

  it("counts methods that a caller made up as one", async () => {
    const metrics = createMetrics({ isProcessWatched: false });
    const app = new Hono().use(metrics.middleware).all("/a/:id", (c) => c.text(""));
    for (const method of ["BREW", "WHEN"]) await app.request("/a/1", { method });
    const text = await metrics.registry.metrics();
    assert.match(
      text,
      /^agent_registry_http_requests_total\{route="\/a\/:id",method="other",status="200"\} 2$/m,
    );
  });
});
