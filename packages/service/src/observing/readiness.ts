import { Gauge, type Registry } from "prom-client";
import { singleFlight } from "../timing/single-flight.ts";
import { within } from "../timing/within.ts";

/** Load balancers do not wait long for `/ready`. */
const DATABASE_TIMEOUT_MS = 2_000;
/** Metrics must answer soon even if what is asked does not. */
const METRICS_TIMEOUT_MS = 3_000;

/**
 * For `/ready`: asks whether the database answers the given query, whatever the answer is. No limit holds those who ask
 * `/ready`, so all who ask at once share one query.
 */
export function createDatabaseCheck(query: () => Promise<unknown>): () => Promise<boolean> {
  return singleFlight(() =>
    within(DATABASE_TIMEOUT_MS, query).then(
      () => true,
      () => false,
    ),
  );
}

/** For alarms: what `/ready` answers, asked for when the metrics are. */
export function registerReadiness({
  registry,
  isReady,
}: {
  registry: Registry;
  isReady: () => Promise<boolean>;
}): void {
  new Gauge({
    name: "agent_registry_service_ready",
    help: "1 if /ready answers 200, 0 if it answers 503",
    registers: [registry],
    async collect() {
      this.set((await within(METRICS_TIMEOUT_MS, isReady).catch(() => false)) ? 1 : 0);
    },
  });
}
