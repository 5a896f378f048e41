import type { Registry } from "prom-client";
import { createMeters } from "../../metering.ts";

export type IndexMetrics = ReturnType<typeof createIndexMetrics>;

export function createIndexMetrics(registry: Registry) {
  const { counter, gauge } = createMeters(registry);
  return {
    lagBlocks: gauge("agent_registry_index_lag_blocks", "Blocks from the index to the chain's head"),
    lagSeconds: gauge("agent_registry_index_answer_age_seconds", "Seconds since an RPC node last answered"),
    headBlock: gauge("agent_registry_index_head_block", "The newest block that an RPC node told of"),
    indexedBlock: gauge(
      "agent_registry_index_indexed_block",
      "The newest block whose events are all applied",
    ),
    leaderTerms: counter("agent_registry_index_leader_terms_total", "Times that this process began to index"),
    isLeader: gauge("agent_registry_index_is_leader", "1 in the process that indexes"),
    eventsApplied: counter("agent_registry_index_events_applied_total", "Events applied"),
    reorgs: counter("agent_registry_index_reorgs_total", "Reorganisations undone"),
    rebuilds: counter("agent_registry_index_rebuilds_total", "Times the index was built anew"),
    rpcErrors: counter("agent_registry_index_rpc_errors_total", "Failed calls to RPC nodes, by kind", {
      by: "kind",
    }),
  };
}
