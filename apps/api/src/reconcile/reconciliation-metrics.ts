import { Counter, Gauge, type Registry } from "prom-client";

export type ReconciliationMetrics = ReturnType<typeof createReconciliationMetrics>;

export function createReconciliationMetrics(registry: Registry) {
  const registers = [registry];
  return {
    mismatches: new Counter({
      name: "agent_registry_index_mismatch_total",
      help: "Agents of which index and contract told different things",
      registers,
    }),
    doubtful: new Gauge({
      name: "agent_registry_index_doubtful_agents",
      help: "Agents that are not answered for until index and contract agree again",
      registers,
    }),
    verifiedShare: new Gauge({
      name: "agent_registry_index_verified_share",
      help: "Share of the register that was compared with the contract within the last day, in the process that indexes",
      registers,
    }),
    lastRound: new Gauge({
      name: "agent_registry_index_last_full_comparison_timestamp_seconds",
      help: "When every agent had been compared with the contract; 0 if not yet",
      registers,
    }),
    compared: new Counter({
      name: "agent_registry_index_compared_agents_total",
      help: "Agents compared with the contract",
      registers,
    }),
    unconfirmed: new Counter({
      name: "agent_registry_index_unconfirmed_mismatch_total",
      help: "Differences that a second look, by another RPC node, did not confirm",
      registers,
    }),
  };
}
