import { Counter, Gauge, type Registry } from "prom-client";

export type IndexMetrics = ReturnType<typeof createIndexMetrics>;

export function createIndexMetrics(registry: Registry) {
  const registers = [registry];
  return {
    lagBlocks: new Gauge({
      name: "agent_registry_index_lag_blocks",
      help: "Blocks from the index to the chain's head",
      registers,
    }),
    lagSeconds: new Gauge({
      name: "agent_registry_index_answer_age_seconds",
      help: "Seconds since an RPC node last answered",
      registers,
    }),
    headBlock: new Gauge({
      name: "agent_registry_index_head_block",
      help: "The newest block that an RPC node told of",
      registers,
    }),
    indexedBlock: new Gauge({
      name: "agent_registry_index_indexed_block",
      help: "The newest block whose events are all applied",
      registers,
    }),
    leaderTerms: new Counter({
      name: "agent_registry_index_leader_terms_total",
      help: "Times that this process began to index",
      registers,
    }),
    isLeader: new Gauge({
      name: "agent_registry_index_is_leader",
      help: "1 in the process that indexes",
      registers,
    }),
    eventsApplied: new Counter({
      name: "agent_registry_index_events_applied_total",
      help: "Events applied",
      registers,
    }),
    reorgs: new Counter({
      name: "agent_registry_index_reorgs_total",
      help: "Reorganisations undone",
      registers,
    }),
    rebuilds: new Counter({
      name: "agent_registry_index_rebuilds_total",
      help: "Times the index was built anew",
      registers,
    }),
    rpcErrors: new Counter({
      name: "agent_registry_index_rpc_errors_total",
      help: "Failed calls to RPC nodes, by kind",
      labelNames: ["kind"],
      registers,
    }),
  };
}
