import { setImmediate } from "node:timers/promises";
import {
  CACHE_TTL_MS,
  LINEAGE_DEPTH_NOTE,
  LINEAGE_MAX_CHILDREN,
  LINEAGE_MAX_LEVELS,
  LINEAGE_MAX_NODES,
  LINEAGE_MAX_SCOPE_LENGTH,
  LineageNodeSchema,
  LineageQuery,
} from "@agent-registry/protocol";
import { agentNotFound } from "../../http/parse-request.ts";
import { defineQuestion } from "../../http/question.ts";
import { CHILD_WALLET, WALLET } from "../shared/examples.ts";
import { type LineageRow, readLineage } from "./read-lineage.ts";

const BOUNDS = {
  maxLevels: LINEAGE_MAX_LEVELS,
  maxChildren: LINEAGE_MAX_CHILDREN,
  maxNodes: LINEAGE_MAX_NODES,
};
const BOUNDS_WITH_SCOPE = { ...BOUNDS, maxScopeLength: LINEAGE_MAX_SCOPE_LENGTH };

/** An agent and its descendants as a tree. */
export const lineage = defineQuestion({
  path: "/agent/:id/lineage",
  query: LineageQuery,
  response: LineageNodeSchema,
  keptMs: CACHE_TTL_MS.lineage,
  pace: () => "slow",
  async *write({ db, vouchFor }, { agentId, include }) {
    const bounds = include === "scope" ? BOUNDS_WITH_SCOPE : BOUNDS;
    const rows = await readLineage(db, { agentId, ...bounds });
    if (rows === undefined) throw agentNotFound(agentId);
    vouchFor(rows.map((row) => row.agentId));
    yield* writeLineage(rows);
  },
  schemas: { LineageNode: LineageNodeSchema },
  doc: {
    operationId: "getLineage",
    tag: "Agents",
    summary: "An agent and its descendants as a tree",
    description:
      "At most 15 levels, 50 children of a node and 200,000 nodes; a node that leaves some out carries a `note`. Children that the parent has agreed to come first.",
    example: {
      agentId: 1,
      wallet: WALLET,
      generation: 0,
      status: "Active",
      children: [{ agentId: 2, wallet: CHILD_WALLET, generation: 1, status: "Suspended", children: [] }],
    },
    responses: { 400: { description: "The ID is not a number" } },
  },
});

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
