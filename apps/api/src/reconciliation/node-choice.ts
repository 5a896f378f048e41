import type { RpcNode } from "../chain/rpc-node.ts";

export type NodeChoice = ReturnType<typeof createNodeChoice>;

/** Which node to compare with: in turn, and if there are several, not the one that gave the newest logs. */
export function createNodeChoice(nodes: RpcNode[]) {
  let logSource: RpcNode | undefined;
  let turn = 0;

  function pick(candidates: RpcNode[]): RpcNode {
    turn += 1;
    const list = candidates.length === 0 ? nodes : candidates;
    const node = list[turn % list.length];
    if (node === undefined) throw new Error("No RPC node is configured");
    return node;
  }

  return {
    /** The same nodes, for the sync: it is noted which of them is asked for logs. */
    watched: nodes.map(
      (node): RpcNode => ({
        name: node.name,
        request(method, params, signal) {
          if (method === "eth_getLogs") logSource = node;
          return node.request(method, params, signal);
        },
      }),
    ),
    next: () => pick(nodes.filter((node) => node !== logSource)),
    other: (than: RpcNode) => pick(nodes.filter((node) => node !== than)),
  };
}
