import type { RpcNode } from "../chain/rpc-node.ts";

export type NodeChoice = ReturnType<typeof createNodeChoice>;

/**
 * Which node to compare with: in turn, of those that agree on the newest block, and if there are several, not the one that
 * the index is read from.
 */
export function createNodeChoice(nodes: RpcNode[]) {
  let agreeing = nodes;
  let logSource: RpcNode | undefined;
  let turn = 0;

  function pick(without: RpcNode | undefined): RpcNode {
    turn += 1;
    const others = agreeing.filter((node) => node !== without);
    const list = others.length === 0 ? agreeing : others;
    const node = list[turn % list.length];
    if (node === undefined) throw new Error("No RPC node is configured");
    return node;
  }

  return {
    /** These have the newest block, and the sync reads from one of them now. */
    noteAgreed({ nodes: having, source }: { nodes: RpcNode[]; source: RpcNode }): void {
      agreeing = having;
      logSource = source;
    },
    next: () => pick(logSource),
    other: (than: RpcNode) => pick(than),
  };
}
