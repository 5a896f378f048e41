import { Gauge, type Registry } from "prom-client";
import { within } from "./within.ts";

/** Metrics must answer soon even if what is asked does not. */
const TIMEOUT_MS = 3_000;

/** For alarms: what `/ready` answers, asked for when the metrics are. */
export function registerReadiness({
  registry,
  isReady,
}: {
  registry: Registry;
  isReady: () => Promise<boolean>;
}): void {
  new Gauge({
    name: "service_ready",
    help: "1 if /ready answers 200, 0 if it answers 503",
    registers: [registry],
    async collect() {
      this.set((await within(TIMEOUT_MS, isReady).catch(() => false)) ? 1 : 0);
    },
  });
}
