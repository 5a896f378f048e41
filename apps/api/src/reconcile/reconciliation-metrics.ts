import type { Registry } from "prom-client";
import { createMeters } from "../metering.ts";

export type ReconciliationMetrics = ReturnType<typeof createReconciliationMetrics>;

export function createReconciliationMetrics(registry: Registry) {
  const { counter, gauge } = createMeters(registry);
  return {
    mismatches: counter(
      "agent_registry_index_mismatch_total",
      "Agents of which index and contract told different things",
    ),
    doubtful: gauge(
      "agent_registry_index_doubtful_agents",
      "Agents that are not answered for until index and contract agree again",
    ),
    verifiedShare: gauge(
      "agent_registry_index_verified_share",
      "Share of the register that was compared with the contract within the last day, in the process that indexes",
    ),
    lastRound: gauge(
      "agent_registry_index_last_full_comparison_timestamp_seconds",
      "When every agent had been compared with the contract; 0 if not yet",
    ),
    compared: counter("agent_registry_index_compared_agents_total", "Agents compared with the contract"),
    unconfirmed: counter(
      "agent_registry_index_unconfirmed_mismatch_total",
      "Differences that a second look, by another RPC node, did not confirm",
    ),
  };
}
