import { Counter, Gauge, type Registry } from "prom-client";
import type { BlockHeader } from "../block-header.ts";
import type { RpcNode } from "../rpc-node.ts";

export type AgreementMetrics = ReturnType<typeof createAgreementMetrics>;

export function createAgreementMetrics(registry: Registry) {
  const registers = [registry];
  const shared = { labelNames: ["node"], registers } as const;
  const head = new Gauge({
    name: "agent_registry_index_node_head_block",
    help: "The newest block that each RPC node told of",
    ...shared,
  });
  const time = new Gauge({
    name: "agent_registry_index_node_head_timestamp_seconds",
    help: "The time of that block",
    ...shared,
  });
  return {
    saw({ name }: RpcNode, { number, timestamp }: BlockHeader): void {
      head.set({ node: name }, number);
      time.set({ node: name }, timestamp);
    },
    disagreeing: new Gauge({
      name: "agent_registry_index_nodes_disagreeing",
      help: "RPC nodes on another chain than the one that most are on; all of them if there is no majority",
      registers,
    }),
    disagreements: new Counter({
      name: "agent_registry_index_node_disagreements_total",
      help: "Times that no block had a majority of the RPC nodes",
      registers,
    }),
  };
}
