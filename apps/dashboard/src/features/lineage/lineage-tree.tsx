"use client";

import type { LineageNode } from "@agent-registry/protocol";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useRouter } from "next/navigation";
import { type KeyboardEvent, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useIsRunning, usePrinting } from "../../shared/page/use-browser-state.ts";
import { StateLink, useUrlState } from "../../shared/url-state/url-state.tsx";
import { LineageRow, toRowPx } from "./lineage-row.tsx";
import { toFirstOpen, toTreeMove, toTreeRows } from "./tree.ts";

/** Up to this many rows are all drawn; of more, only those in sight. */
const MOST_DRAWN = 300;
/** On paper all rows are drawn, up to this many. */
const MOST_PRINTED = 5_000;

/** The whole tree as one list of rows; of a large one, only those in sight are drawn. */
export function LineageTree({ root }: { root: LineageNode }) {
  const router = useRouter();
  const { params } = useUrlState();
  const [open, setOpen] = useState(() => toFirstOpen(root, params.get("open")));
  const [current, setCurrent] = useState(root.agentId);
  const rows = useMemo(() => toTreeRows({ root, open }), [root, open]);
  const list = useRef<HTMLDivElement>(null);
  const [offset, setOffset] = useState(0);
  const isRunning = useIsRunning();
  const isWhole = rows.length <= (usePrinting() ? MOST_PRINTED : MOST_DRAWN);

  useLayoutEffect(() => {
    setOffset((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
  }, []);

  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: (index) => toRowPx(rows[index]),
    getItemKey: (index) => rows[index]?.node.agentId ?? index,
    scrollMargin: offset,
    overscan: isWhole ? rows.length : 15,
  });

  function toggle(agentId: number) {
    setOpen((before) => {
      const next = new Set(before);
      if (!next.delete(agentId)) next.add(agentId);
      return next;
    });
  }

  function focusRow(index: number) {
    const row = rows[index];
    if (row === undefined) return;
    setCurrent(row.node.agentId);
    virtualizer.scrollToIndex(index);
    // A row far away is drawn only after the list has moved to it.
    requestAnimationFrame(() => document.getElementById(`node-${row.node.agentId}`)?.focus());
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const index = rows.findIndex(({ node }) => node.agentId === current);
    const move = toTreeMove({ key: event.key, index, rows });
    if (move === null) return;
    event.preventDefault();
    if (move.kind === "focus") focusRow(move.index);
    else if (move.kind === "visit") router.push(`/agents/${move.agentId}`);
    else toggle(move.agentId);
  }

  // Before the page runs nothing can be placed: the first rows stand one below the other.
  const places = isRunning
    ? virtualizer.getVirtualItems().map(({ index, start }) => ({ index, topPx: start - offset }))
    : rows.slice(0, MOST_DRAWN).map((_, index) => ({ index, topPx: null }));
  // The row that the tab key reaches must exist, but closing a branch may have removed the current one.
  const reachable = rows.some(({ node }) => node.agentId === current) ? current : root.agentId;
  return (
    <>
      {root.children.length === 0 ? null : (
        <div className="mb-4 flex gap-2 print:hidden">
          <OpenLink open="all" onOpen={setOpen} root={root}>
            Expand all
          </OpenLink>
          <OpenLink open="none" onOpen={setOpen} root={root}>
            Collapse all
          </OpenLink>
        </div>
      )}
      <div className="card px-3 py-2 sm:px-4">
        <div
          ref={list}
          role="tree"
          aria-label={`Lineage of agent ${root.agentId}`}
          onKeyDown={onKeyDown}
          className="relative print:h-auto!"
          style={isRunning ? { height: virtualizer.getTotalSize() } : undefined}
        >
          {places.map(({ index, topPx }) => {
            const row = rows[index];
            return row === undefined ? null : (
              <LineageRow
                key={row.node.agentId}
                row={row}
                topPx={topPx}
                isReachable={row.node.agentId === reachable}
                onToggle={() => toggle(row.node.agentId)}
                onFocus={() => setCurrent(row.node.agentId)}
              />
            );
          })}
        </div>
      </div>
    </>
  );
}

type OpenLinkProps = {
  open: "all" | "none";
  root: LineageNode;
  onOpen(open: Set<number>): void;
  children: string;
};

/** The address keeps it, so that a tree can be sent unfolded; single branches are opened on the page alone. */
function OpenLink({ open, root, onOpen, children }: OpenLinkProps) {
  return (
    <StateLink
      changes={{ open }}
      replace
      onFollow={() => onOpen(toFirstOpen(root, open))}
      className="rounded-lg border border-line bg-surface px-3 py-1 text-sm hover:bg-soft"
    >
      {children}
    </StateLink>
  );
}
