import type { LineageNode } from "@agent-registry/protocol";
import { LINEAGE_DEPTH_NOTE } from "@agent-registry/protocol/limits";
import { formatCounted } from "../../shared/text/format-number.ts";

export type TreeRow = {
  node: LineageNode;
  /** The root is level 1. */
  level: number;
  position: number;
  siblings: number;
  parentIndex: number;
  isOpen: boolean;
};

/** The rows that are in sight, in order, for the nodes that are open. */
export function toTreeRows({ root, open }: { root: LineageNode; open: ReadonlySet<number> }): TreeRow[] {
  const rows: TreeRow[] = [];
  const visit = (node: LineageNode, place: Omit<TreeRow, "node" | "isOpen">) => {
    const isOpen = node.children.length > 0 && open.has(node.agentId);
    const index = rows.push({ node, ...place, isOpen }) - 1;
    if (!isOpen) return;
    node.children.forEach((child, position) => {
      visit(child, {
        level: place.level + 1,
        position: position + 1,
        siblings: node.children.length,
        parentIndex: index,
      });
    });
  };
  visit(root, { level: 1, position: 1, siblings: 1, parentIndex: -1 });
  return rows;
}

/** Every node that can be opened. */
export function toBranchIds(root: LineageNode): number[] {
  return root.children.length === 0 ? [] : [root.agentId, ...root.children.flatMap(toBranchIds)];
}

export function countNodes(root: LineageNode): number {
  return root.children.reduce((sum, child) => sum + countNodes(child), 1);
}

export function countLevels(root: LineageNode): number {
  return 1 + Math.max(0, ...root.children.map(countLevels));
}

/** Whether the API left some of the tree out; each such node says so. */
function isCut(root: LineageNode): boolean {
  return root.note !== undefined || root.children.some(isCut);
}

/** How much of a lineage is shown, as a sentence that is true of a part as well. */
export function toExtent(root: LineageNode): string {
  const agents = formatCounted(countNodes(root), "agent");
  const levels = formatCounted(countLevels(root), "level");
  return isCut(root)
    ? `${agents} on ${levels} are shown. There are more: the notes in the tree lead to them.`
    : `${agents} on ${levels}.`;
}

/** The page that shows what a note says is left out: an entry lists all children, a lineage goes deeper. */
export function toNotePath({ agentId, note = "" }: Pick<LineageNode, "agentId" | "note">): string {
  return note === LINEAGE_DEPTH_NOTE ? `/lineage/${agentId}` : `/agents/${agentId}`;
}

/** What is open at first: what the address bar asks for, or the whole of a small tree and the first levels of a large one. */
export function toFirstOpen(root: LineageNode, asked: string | null = null): Set<number> {
  const most = 60;
  if (asked === "all") return new Set(toBranchIds(root));
  if (asked === "none") return new Set();
  if (countNodes(root) <= most) return new Set(toBranchIds(root));
  return new Set([root.agentId]);
}

type TreeMove =
  | { kind: "focus"; index: number }
  | { kind: "open" | "close"; agentId: number }
  | { kind: "visit"; agentId: number };

/** What a key does in the tree, by the ARIA practices; null for a key that does nothing here. */
export function toTreeMove({
  key,
  index,
  rows,
}: {
  key: string;
  index: number;
  rows: TreeRow[];
}): TreeMove | null {
  const row = rows[index];
  if (row === undefined) return null;
  const { node, isOpen, parentIndex } = row;
  switch (key) {
    case "ArrowDown":
      return index + 1 < rows.length ? { kind: "focus", index: index + 1 } : null;
    case "ArrowUp":
      return index > 0 ? { kind: "focus", index: index - 1 } : null;
    case "Home":
      return { kind: "focus", index: 0 };
    case "End":
      return { kind: "focus", index: rows.length - 1 };
    case "ArrowRight":
      if (node.children.length === 0) return null;
      return isOpen ? { kind: "focus", index: index + 1 } : { kind: "open", agentId: node.agentId };
    case "ArrowLeft":
      if (isOpen) return { kind: "close", agentId: node.agentId };
      return parentIndex >= 0 ? { kind: "focus", index: parentIndex } : null;
    case " ":
      if (node.children.length === 0) return null;
      return { kind: isOpen ? "close" : "open", agentId: node.agentId };
    case "Enter":
      return { kind: "visit", agentId: node.agentId };
    default:
      return null;
  }
}
