"use client";

import type { MouseEvent } from "react";
import { ChevronIcon } from "../../shared/icons.tsx";
import { AgentLink, PageLink } from "../../shared/links/page-link.tsx";
import { UntrustedLine } from "../../shared/text/untrusted-text.tsx";
import { shortenHex } from "../../shared/text/words.ts";
import { StatusBadge } from "../../shared/verdict/status-badge.tsx";
import { type TreeRow, toNotePath } from "./tree.ts";

/** A note takes a line of its own. */
export function toRowPx(row: TreeRow | undefined): 44 | 68 {
  return row?.node.note === undefined ? 44 : 68;
}

const HEIGHT = { 44: "h-[44px]", 68: "h-[68px]" };

/** Without a place of its own the row stands below the one before. */
type Props = { row: TreeRow; topPx: number | null; isReachable: boolean; onToggle(): void; onFocus(): void };

export function LineageRow({ row, topPx, isReachable, onToggle, onFocus }: Props) {
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
