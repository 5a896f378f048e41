import { Counter, Gauge, type Registry } from "prom-client";
import type { DomainChecks } from "./create-domain-checks.ts";

/** Reads the checks' own counts when the metrics are asked for. */
export function registerDomainMetrics({
  checks,
  registry,
}: {
  checks: DomainChecks;
  registry: Registry;
}): void {
  new Counter({
    name: "agent_registry_api_domain_checks_total",
    help: "Domains asked which agents they call their own, by what came of it",
    labelNames: ["outcome"],
    registers: [registry],
    collect() {
      this.reset();
      for (const [outcome, count] of checks.counts) this.inc({ outcome }, count);
    },
  });
  new Gauge({
    name: "agent_registry_api_domain_checks_pending",
    help: "Domains that are being asked, and that wait to be asked",
    labelNames: ["state"],
    registers: [registry],
    collect() {
      this.set({ state: "running" }, checks.running());
      this.set({ state: "waiting" }, checks.waiting());
    },
  });
}
