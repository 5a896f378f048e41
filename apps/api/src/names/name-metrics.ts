import { Counter, type Registry } from "prom-client";
import type { Names } from "./create-names.ts";

/** Reads the counts of the look-ups when the metrics are asked for. */
export function registerNameMetrics({
  names,
  registry,
}: {
  names: Pick<Names, "counts">;
  registry: Registry;
}): void {
  new Counter({
    name: "api_name_lookups_total",
    help: "Names of addresses asked of ENS or Basenames: found, none, failed (no node answered), or refused (too many)",
    labelNames: ["result"],
    registers: [registry],
    collect() {
      this.reset();
      for (const [result, count] of Object.entries(names.counts)) this.inc({ result }, count);
    },
  });
}
