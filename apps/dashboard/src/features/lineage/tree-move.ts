import type { TreeRow } from "./tree-rows.ts";

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
