import { setImmediate } from "node:timers/promises";
import { LINEAGE_DEPTH_NOTE, LINEAGE_MAX_CHILDREN, LINEAGE_MAX_LEVELS } from "@agent-registry/protocol";
import type { LineageRow } from "./read-lineage.ts";

/** Large enough for a write of its own, and written within a millisecond or so. */
const PIECE_LENGTH = 64 * 1024;
const ROWS_AT_ONCE = 10_000;

type ChildrenOf = ReadonlyMap<number, readonly LineageRow[]>;

/**
 * The tree as JSON, in pieces: it may hold very many agents, and other requests are answered in between. The
 * first row is the root; siblings keep the order they come in.
 */
export async function* writeLineage(rows: readonly LineageRow[]): AsyncGenerator<string> {
  const [root] = rows;
  if (root === undefined) return;
  const childrenOf = await groupByParent(rows);
  let piece = "";
  for (const text of writeNode({ row: root, level: 1, childrenOf })) {
    piece += text;
    if (piece.length < PIECE_LENGTH) continue;
    yield piece;
    piece = "";
  }
  yield piece;
}

async function groupByParent(rows: readonly LineageRow[]): Promise<ChildrenOf> {
  const childrenOf = new Map<number, LineageRow[]>();
  for (const [index, row] of rows.entries()) {
    if (index > 0 && index % ROWS_AT_ONCE === 0) await setImmediate();
    const siblings = childrenOf.get(row.parentAgentId);
    if (siblings === undefined) childrenOf.set(row.parentAgentId, [row]);
    else siblings.push(row);
  }
  return childrenOf;
}

type Node = { row: LineageRow; level: number; childrenOf: ChildrenOf };

/** A `LineageNode`, keys in their order. Nothing in it but the scope needs escaping: addresses, names of ours, numbers. */
function* writeNode({ row, level, childrenOf }: Node): Generator<string> {
  const isLast = level === LINEAGE_MAX_LEVELS;
  const shown = isLast ? [] : (childrenOf.get(row.agentId) ?? []);
  const note = toNote({ isLast, shown: shown.length, childCount: row.childCount });
  const { agentId, agentWallet, generation, status } = row;
  const scope = row.scope === undefined ? "" : `"scope":${JSON.stringify(row.scope)},`;
  const start = `{"agentId":${agentId},"wallet":"${agentWallet}","generation":${generation},"status":"${status}",${scope}"children":[`;
  const end = note === "" ? "]}" : `],"note":"${note}"}`;
  if (shown.length === 0) {
    yield start + end;
    return;
  }
  yield start;
  let separator = "";
  for (const child of shown) {
    yield separator;
    yield* writeNode({ row: child, level: level + 1, childrenOf });
    separator = ",";
  }
  yield end;
}

type Cut = { isLast: boolean; shown: number; childCount: number };

/** Says what a node leaves out, and why. */
function toNote({ isLast, shown, childCount }: Cut): string {
  const notes: string[] = [];
  const isTooWide = childCount > LINEAGE_MAX_CHILDREN || (!isLast && shown < childCount);
  if (isTooWide) notes.push(`Showing ${shown} of ${childCount} children`);
  if (isLast && childCount > 0) notes.push(LINEAGE_DEPTH_NOTE);
  return notes.join("; ");
}
