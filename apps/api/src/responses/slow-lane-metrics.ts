import { Counter, Gauge, type Registry } from "prom-client";
import type { SlowLane } from "./slow-lane.ts";

/** Reads the lane's own counts when the metrics are asked for. */
export function registerSlowLaneMetrics({ lane, registry }: { lane: SlowLane; registry: Registry }): void {
  new Gauge({
    name: "api_slow_queries",
    help: "Requests whose queries may take long: running, or waiting for their turn",
    labelNames: ["state"],
    registers: [registry],
    collect() {
      this.set({ state: "running" }, lane.running());
      this.set({ state: "waiting" }, lane.waiting());
    },
  });
  new Counter({
    name: "api_slow_queries_refused_total",
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
