import { LINEAGE_MAX_CHILDREN, LINEAGE_MAX_LEVELS, type LineageNode } from "@agent-registry/protocol";
import type { LineageRow } from "../index-store/index-store.ts";

/** Builds the tree from its rows. The first row is the root; siblings keep the order they come in. */
export function toLineage(rows: readonly LineageRow[], rootId: number): LineageNode | undefined {
  const childrenOf = new Map<number, LineageRow[]>();
  let root: LineageRow | undefined;
  for (const row of rows) {
    if (row.agentId === rootId) root = row;
    const siblings = childrenOf.get(row.parentAgentId);
    if (siblings === undefined) childrenOf.set(row.parentAgentId, [row]);
    else siblings.push(row);
  }

  function toNode(row: LineageRow, level: number): LineageNode {
    const isLast = level === LINEAGE_MAX_LEVELS;
    const shown = isLast ? [] : (childrenOf.get(row.agentId) ?? []);
    const note = toNote({ isLast, shown: shown.length, childCount: row.childCount });
    return {
      agentId: row.agentId,
      wallet: row.agentWallet,
      generation: row.generation,
      status: row.status,
      children: shown.map((child) => toNode(child, level + 1)),
      ...(note === "" ? {} : { note }),
    };
  }
  return root && toNode(root, 1);
}

type Cut = { isLast: boolean; shown: number; childCount: number };

/** Says what a node leaves out, and why. */
function toNote({ isLast, shown, childCount }: Cut): string {
  const notes: string[] = [];
  const isTooWide = childCount > LINEAGE_MAX_CHILDREN;
  if (isTooWide) notes.push(`Showing ${shown} of ${childCount} children`);
  if (isLast && childCount > 0) notes.push(`Depth limit of ${LINEAGE_MAX_LEVELS} levels reached`);
  return notes.join("; ");
}
