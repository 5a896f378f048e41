"use client";

import type { LineageNode } from "@agent-registry/protocol";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useRouter } from "next/navigation";
import { type KeyboardEvent, type MouseEvent, useLayoutEffect, useMemo, useRef, useState } from "react";
import { ChevronIcon } from "../../shared/icons.tsx";
import { AgentLink, PageLink } from "../../shared/links/page-link.tsx";
import { useIsRunning, usePrinting } from "../../shared/page/use-browser-state.ts";
import { UntrustedLine } from "../../shared/text/untrusted-text.tsx";
import { shortenHex } from "../../shared/text/words.ts";
import { StateLink, useUrlState } from "../../shared/url-state/url-state.tsx";
import { StatusBadge } from "../../shared/verdict/status-badge.tsx";
import { type TreeRow, toFirstOpen, toNotePath, toTreeMove, toTreeRows } from "./tree.ts";

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

/** A note takes a line of its own. */
function toRowPx(row: TreeRow | undefined): 44 | 68 {
  return row?.node.note === undefined ? 44 : 68;
}

const HEIGHT = { 44: "h-[44px]", 68: "h-[68px]" };

/** Without a place of its own the row stands below the one before. */
type RowProps = {
  row: TreeRow;
  topPx: number | null;
  isReachable: boolean;
  onToggle(): void;
  onFocus(): void;
};

function LineageRow({ row, topPx, isReachable, onToggle, onFocus }: RowProps) {
  const { node, level, position, siblings, isOpen } = row;
  const isBranch = node.children.length > 0;

  function onClick(event: MouseEvent) {
    const isLink = event.target instanceof Element && event.target.closest("a") !== null;
    if (isBranch && !isLink) onToggle();
  }

  return (
    // The tree handles the keys for all of its rows.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div
      id={`node-${node.agentId}`}
      role="treeitem"
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-expanded={isBranch ? isOpen : undefined}
      aria-selected={false}
      tabIndex={isReachable ? 0 : -1}
      onFocus={onFocus}
      onClick={onClick}
      className={`${topPx === null ? "" : "absolute inset-x-0 top-0"} ${HEIGHT[toRowPx(row)]} print:relative print:transform-none! print:break-inside-avoid flex items-center gap-2 rounded-lg px-1 hover:bg-soft ${isBranch ? "cursor-pointer" : ""}`}
      style={topPx === null ? undefined : { transform: `translateY(${topPx}px)` }}
    >
      <Indent levels={level - 1} />
      <span
        aria-hidden
        className={`grid size-7 shrink-0 place-items-center text-muted transition-transform duration-[120ms] ${isOpen ? "rotate-90" : ""}`}
      >
        {isBranch ? <ChevronIcon /> : <span className="size-1 rounded-full bg-line-strong" />}
      </span>
      {/* On a phone the status stands below the number: beside it there is no room left on the lower levels. */}
      <span className="flex min-w-0 flex-1 flex-col justify-center max-sm:gap-px max-sm:leading-tight sm:flex-row sm:items-center sm:gap-2">
        <span className="min-w-0 sm:flex-1">
          <span className="flex items-baseline gap-2 whitespace-nowrap">
            <AgentLink id={node.agentId} tabIndex={-1} className="font-medium" />
            <span className="text-xs text-muted max-sm:hidden">generation {node.generation}</span>
            <span className="min-w-0 flex-1 text-sm">
              {node.scope === undefined ? null : <UntrustedLine>{node.scope}</UntrustedLine>}
            </span>
            <span aria-hidden className="font-mono text-xs text-muted max-lg:hidden" title={node.wallet}>
              {shortenHex(node.wallet)}
            </span>
          </span>
          {node.note === undefined ? null : (
            <span className="block truncate text-xs">
              <PageLink href={toNotePath(node)} tabIndex={-1} className="text-yellow underline">
                {node.note}
              </PageLink>
            </span>
          )}
        </span>
        <span className="flex items-center gap-2 whitespace-nowrap">
          <span className="text-xs text-muted sm:hidden">gen. {node.generation}</span>
          <StatusBadge status={node.status} />
        </span>
      </span>
    </div>
  );
}

/** One hairline for each level; on a phone a narrow one, so that fifteen levels still fit. */
function Indent({ levels }: { levels: number }) {
  return Array.from({ length: levels }, (_, index) => index).map((index) => (
    <span
      key={index}
      aria-hidden
      className="-mr-2 ml-3.5 w-2.5 self-stretch border-l border-line max-sm:ml-1 max-sm:w-0.5"
    />
  ));
}
