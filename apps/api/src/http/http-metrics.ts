import { Counter, Gauge, type Registry } from "prom-client";
import type { ResponseCache } from "./response-cache.ts";
import type { SlowLane } from "./slow-lane.ts";

/** Reads the cache's own counts when the metrics are asked for, so that requests pay nothing for them. */
export function registerCacheMetrics({
  cache,
  registry,
}: {
  cache: ResponseCache;
  registry: Registry;
}): void {
  const { counts } = cache;
  new Counter({
    name: "agent_registry_api_cache_requests_total",
    help: "Look-ups in the cache of answers: hit, miss, or collapsed into a production under way",
    labelNames: ["result"],
    registers: [registry],
    collect() {
      this.reset();
      this.inc({ result: "hit" }, counts.hits);
      this.inc({ result: "miss" }, counts.misses);
      this.inc({ result: "collapsed" }, counts.collapsed);
    },
  });
  new Counter({
    name: "agent_registry_api_cache_evictions_total",
    help: "Answers that had to leave the cache before their time",
    registers: [registry],
    collect() {
      this.reset();
      this.inc(counts.evicted);
    },
  });
  new Gauge({
    name: "agent_registry_api_cache_entries",
    help: "Answers in the cache",
    registers: [registry],
    collect() {
      this.set(cache.size());
    },
  });
  new Gauge({
    name: "agent_registry_api_cache_bytes",
    help: "Bytes that the answers in the cache take, at the worst",
    registers: [registry],
    collect() {
      this.set(cache.bytes());
    },
  });
}

/** Reads the lane's own counts when the metrics are asked for. */
export function registerSlowLaneMetrics({ lane, registry }: { lane: SlowLane; registry: Registry }): void {
  new Gauge({
    name: "agent_registry_api_slow_queries",
    help: "Requests whose queries may take long: running, or waiting for their turn",
    labelNames: ["state"],
    registers: [registry],
    collect() {
      this.set({ state: "running" }, lane.running());
      this.set({ state: "waiting" }, lane.waiting());
    },
  });
  new Counter({
    name: "agent_registry_api_slow_queries_refused_total",
    help: "Requests answered 503: too many were waiting, or the query took longer than its time limit",
    labelNames: ["reason"],
    registers: [registry],
    collect() {
      this.reset();
      this.inc({ reason: "busy" }, lane.counts.refused);
      this.inc({ reason: "timeout" }, lane.counts.timedOut);
    },
  });
}
