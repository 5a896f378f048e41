import type { Metrics } from "@agent-registry/service";
import { Counter } from "prom-client";

export type RequestTally = ReturnType<typeof createRequestTally>;

type Request = { method: string; status: number; ms: number };

type Tally = { counts: Map<string, number>; buckets: number[]; seconds: number; total: number };

const REQUESTS = "http_requests_total";
const DURATION = "http_request_duration_seconds";
const BOUNDS_SECONDS = [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 60];
/** Callers choose their method, but not our labels. */
const METHODS = new Set(["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"]);

/**
 * Requests by route and status, and their seconds. Counted in plain numbers and turned into metrics when
 * somebody looks: prom-client's own counting would be a good part of what a cached answer costs.
 */
export function createRequestTally({ registry }: Pick<Metrics, "registry">) {
  const tallies = new Map<string, Tally>();

  /** A metric whose series are read off each route's tally. */
  function expose({ name, help, labelNames, read }: Exposed): void {
    new Counter({
      name,
      help,
      labelNames: ["route", ...labelNames],
      registers: [registry],
      collect() {
        this.reset();
        for (const [route, tally] of tallies) {
          for (const [labels, value] of read(tally)) this.inc({ route, ...labels }, value);
        }
      },
    });
  }

  // These stand in for the service's own, which are counted by a middleware. The parts of the histogram
  // are counters of their own, since prom-client's histogram only takes one observation at a time.
  registry.removeSingleMetric(REQUESTS);
  registry.removeSingleMetric(DURATION);
  const help = "Seconds from request to answer";
  expose({
    name: REQUESTS,
    help: "Requests by route and status",
    labelNames: ["method", "status"],
    read: ({ counts }) => [...counts].map(([key, count]) => [toLabels(key), count]),
  });
  expose({ name: `${DURATION}_bucket`, help, labelNames: ["le"], read: toBuckets });
  expose({ name: `${DURATION}_sum`, help, labelNames: [], read: ({ seconds }) => [[{}, seconds]] });
  expose({ name: `${DURATION}_count`, help, labelNames: [], read: ({ total }) => [[{}, total]] });

  return {
    forRoute(route: string) {
      const tally: Tally = { counts: new Map(), buckets: BOUNDS_SECONDS.map(() => 0), seconds: 0, total: 0 };
      tallies.set(route, tally);
      return function count({ method, status, ms }: Request): void {
        const key = `${METHODS.has(method) ? method : "other"} ${status}`;
        tally.counts.set(key, (tally.counts.get(key) ?? 0) + 1);
        const seconds = ms / 1000;
        const bucket = BOUNDS_SECONDS.findIndex((bound) => seconds <= bound);
        if (bucket !== -1) tally.buckets[bucket] = (tally.buckets[bucket] ?? 0) + 1;
        tally.seconds += seconds;
        tally.total += 1;
      };
    },
  };
}

type Series = [labels: Record<string, string>, value: number][];

type Exposed = { name: string; help: string; labelNames: string[]; read: (tally: Tally) => Series };

function toLabels(key: string): Record<string, string> {
  const [method = "", status = ""] = key.split(" ");
  return { method, status };
}

/** Prometheus counts upwards: each bucket holds those below it, too. */
function toBuckets({ buckets, total }: Tally): Series {
  let below = 0;
  const series = BOUNDS_SECONDS.map((bound, index): Series[number] => {
    below += buckets[index] ?? 0;
    return [{ le: String(bound) }, below];
  });
  return [...series, [{ le: "+Inf" }, total]];
}
