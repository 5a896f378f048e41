"use client";

import type { AgentsResponse } from "@agent-registry/protocol";
import { AGENT_STATUSES } from "@agent-registry/protocol/agent";
import { type ReactNode, useState } from "react";
import type { AgentsQuery } from "../../api/resources.ts";
import type { ResourceState } from "../../api/use-resource.ts";
import { Answered } from "../../shared/page/error-state.tsx";
import { formatCount, formatCounted } from "../../shared/text/format-number.ts";
import { Pagination } from "../../shared/url-state/pagination.tsx";
import { Choice, StateForm, StateLink, useUrlState } from "../../shared/url-state/url-state.tsx";
import { type AgentColumn, AgentsTable } from "./agents-table.tsx";
import { PAGE_SIZE, toSortChanges } from "./parse-agents-query.ts";

type Props = {
  caption: string;
  columns: AgentColumn[];
  state: ResourceState<AgentsResponse>;
  query: Omit<AgentsQuery, "search">;
  /** What follows the number of agents: ", Suspended". */
  words: string;
  /** Stands in for the table if no agent fits. */
  empty: ReactNode;
};

/** A page of agents, with where it lies among the others. What it shows stands in the address bar. */
export function AgentsList({ caption, columns, state, query, words, empty }: Props) {
  // An empty answer holds for its own query only, so it is not shown while the next one loads.
  const data = state.isPrevious && state.data?.data.length === 0 ? undefined : state.data;
  const [answeredWords, setAnsweredWords] = useState(words);
  if (data !== undefined && !state.isPrevious && answeredWords !== words) setAnsweredWords(words);
  const isSearching = state.isPrevious && answeredWords !== words;

  return (
    <Answered state={{ ...state, data }} loading="agents">
      <div className="card px-5 pt-4 pb-2 sm:px-6">
        <p role="status" className="mb-3 min-h-5 text-xs text-muted">
          {isSearching
            ? "Searching …"
            : data === undefined
              ? ""
              : `${data.isTotalCapped ? "More than " : ""}${formatCounted(data.total, "agent")}${words}`}
        </p>
        {data?.total === 0 ? (
          <div className="pb-6">{empty}</div>
        ) : data?.data.length === 0 ? (
          <BeyondTheLast page={query.page} totalPages={data.totalPages} />
        ) : (
          <div className={state.isPrevious ? "opacity-60" : ""}>
            <AgentsTable
              caption={caption}
              columns={columns}
              agents={data?.data}
              placeholders={PAGE_SIZE}
              sorting={{
                sort: query.sort,
                order: query.order,
                toChanges: (column) => toSortChanges(query, column),
              }}
            />
          </div>
        )}
        {data === undefined || data.totalPages < 2 || data.data.length === 0 ? null : (
          <Pagination
            page={query.page}
            totalPages={data.totalPages}
            total={data.total}
            isTotalCapped={data.isTotalCapped === true}
            pageSize={PAGE_SIZE}
            isWaiting={state.isPrevious}
            onPage={() => window.scrollTo({ top: 0 })}
          />
        )}
      </div>
    </Answered>
  );
}

function BeyondTheLast({ page, totalPages }: { page: number; totalPages: number }) {
  return (
    <p className="pb-6 text-muted">
      There is no page {formatCount(page)}; the last is page {formatCount(totalPages)}.{" "}
      <StateLink className="link" changes={{ page: totalPages === 1 ? null : totalPages }}>
        Go to the last
      </StateLink>{" "}
      or{" "}
      <StateLink className="link" changes={{ page: null }}>
        back to the first
      </StateLink>
      .
    </p>
  );
}

type FiltersProps = {
  query: Omit<AgentsQuery, "search">;
  /** What else narrows the list, before the states. */
  children?: ReactNode;
};

const SORT_LABELS = { agentId: "Number", registeredAt: "Registered", lastAttestation: "Attested" } as const;

export function AgentsFilters({ query, children }: FiltersProps) {
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
