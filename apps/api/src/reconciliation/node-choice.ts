import type { RpcNode } from "../chain/rpc-node.ts";

export type NodeChoice = ReturnType<typeof createNodeChoice>;

/** Which node to compare with: in turn, and if there are several, not the one that the index is read from. */
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
    /** The sync reads from this node now. */
    noteLogSource(node: RpcNode): void {
      logSource = node;
    },
    next: () => pick(nodes.filter((node) => node !== logSource)),
    other: (than: RpcNode) => pick(nodes.filter((node) => node !== than)),
  };
}
