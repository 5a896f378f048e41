"use client";

import { AGENT_STATUSES } from "@agent-registry/protocol/agent";
import type { ReactNode } from "react";
import type { AgentsQuery } from "../../api/resources.ts";
import { Choice } from "../../shared/choice.tsx";
import type { UrlChanges } from "../../shared/use-url-state.ts";

type Props = {
  query: Omit<AgentsQuery, "search">;
  write(changes: UrlChanges, options?: { replace?: boolean }): void;
  onSort(column: string): void;
  /** What else narrows the list, before the states. */
  children?: ReactNode;
};

const SORT_LABELS = { agentId: "Number", registeredAt: "Registered", lastAttestation: "Attested" } as const;

export function AgentsFilters({ query, write, onSort, children }: Props) {
  return (
    <div className="mb-4 flex flex-wrap items-center gap-3">
      {children}
      <Choice
        label="Status"
        value={query.status ?? "All"}
        options={["All", ...AGENT_STATUSES]}
        onChoose={(status) => write({ status: status === "All" ? null : status, page: null })}
      />
      {/* On a wide screen the table's headings sort; a narrow table lacks some, a list of entries all. */}
      <div className="flex items-center gap-2 text-sm lg:hidden">
        <label htmlFor="sort" className="text-muted">
          Sort by
        </label>
        <select
          id="sort"
          value={query.sort}
          onChange={(event) => onSort(event.target.value)}
          className="h-9 rounded-lg border border-line bg-surface px-2"
        >
          {Object.entries(SORT_LABELS).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <button
          type="button"
          onClick={() => onSort(query.sort)}
          className="h-9 rounded-lg border border-line bg-surface px-3"
        >
          {query.order === "asc" ? "Ascending" : "Descending"}
        </button>
      </div>
    </div>
  );
}
