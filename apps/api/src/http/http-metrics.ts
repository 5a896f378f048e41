import type { Registry } from "prom-client";
import { createMeters } from "../metering.ts";
import type { ResponseCache } from "./response-cache.ts";
import type { SlowLane } from "./slow-lane.ts";

/** What cache and lane count by themselves. */
export function registerHttpMetrics(
  registry: Registry,
  { cache, lane }: { cache: ResponseCache; lane: SlowLane },
) {
  const { counter, gauge } = createMeters(registry);
  counter(
    "agent_registry_api_cache_requests_total",
    "Look-ups in the cache of answers: hit, miss, or collapsed into a production under way",
    {
      by: "result",
      read: () => [
        ["hit", cache.counts.hits],
        ["miss", cache.counts.misses],
        ["collapsed", cache.counts.collapsed],
      ],
    },
  );
  counter(
    "agent_registry_api_cache_evictions_total",
    "Answers that had to leave the cache before their time",
    { read: () => cache.counts.evicted },
  );
  gauge("agent_registry_api_cache_entries", "Answers in the cache", { read: cache.size });
  gauge("agent_registry_api_cache_bytes", "Bytes that the answers in the cache take, at the worst", {
    read: cache.bytes,
  });
  gauge(
    "agent_registry_api_slow_queries",
    "Requests whose queries may take long: running, or waiting for their turn",
    {
      by: "state",
      read: () => [
        ["running", lane.running()],
        ["waiting", lane.waiting()],
      ],
    },
  );
  counter(
    "agent_registry_api_slow_queries_refused_total",
    "Requests answered 503: too many were waiting, or the query took longer than its time limit",
    {
      by: "reason",
      read: () => [
        ["busy", lane.counts.refused],
        ["timeout", lane.counts.timedOut],
      ],
    },
  );
}
