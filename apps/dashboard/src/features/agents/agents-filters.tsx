"use client";

import { AGENT_STATUSES } from "@agent-registry/protocol/agent";
import type { ReactNode } from "react";
import type { AgentsQuery } from "../../api/resources.ts";
import { Choice, StateForm, StateLink, useUrlState } from "../../shared/url-state/url-state.tsx";
import { toSortChanges } from "./parse-agents-query.ts";

type Props = {
  query: Omit<AgentsQuery, "search">;
  /** What else narrows the list, before the states. */
  children?: ReactNode;
};

const SORT_LABELS = { agentId: "Number", registeredAt: "Registered", lastAttestation: "Attested" } as const;

export function AgentsFilters({ query, children }: Props) {
  const { write } = useUrlState();
  return (
    <div className="mb-4 flex flex-wrap items-center gap-3">
      {children}
      <Choice
        label="Status"
        value={query.status ?? "All"}
        options={["All", ...AGENT_STATUSES]}
        toChanges={(status) => ({ status: status === "All" ? null : status, page: null })}
      />
      {/* On a wide screen the table's headings sort; a narrow table lacks some, a list of entries all. */}
      <div className="flex items-center gap-2 text-sm lg:hidden">
        <StateForm without={["sort", "order", "page"]} submit="Sort" className="flex items-center gap-2">
          <label htmlFor="sort" className="text-muted">
            Sort by
          </label>
          <select
            id="sort"
            name="sort"
            value={query.sort}
            onChange={(event) => write(toSortChanges(query, event.target.value))}
            className="h-9 rounded-lg border border-line bg-surface px-2"
          >
            {Object.entries(SORT_LABELS).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </StateForm>
        <StateLink
          changes={toSortChanges(query, query.sort)}
          aria-label={`${query.order === "asc" ? "Ascending" : "Descending"}: turn the order round`}
          className="h-9 rounded-lg border border-line bg-surface px-3 leading-9"
        >
          {query.order === "asc" ? "Ascending" : "Descending"}
        </StateLink>
      </div>
    </div>
  );
}
