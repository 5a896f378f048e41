"use client";

import type { AgentsResponse } from "@agent-registry/protocol";
import { type ReactNode, useState } from "react";
import type { AgentsQuery } from "../../api/resources.ts";
import type { ResourceState } from "../../api/use-resource.ts";
import { ErrorState, StaleNotice } from "../../shared/page/error-state.tsx";
import { LoadingNote } from "../../shared/page/skeleton.tsx";
import { formatCount, formatCounted } from "../../shared/text/format-number.ts";
import { Pagination } from "../../shared/url-state/pagination.tsx";
import { StateLink } from "../../shared/url-state/url-state.tsx";
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

  if (data === undefined && state.error !== null) return <ErrorState state={state} />;
  return (
    <div className="card px-5 pt-4 pb-2 sm:px-6">
      {data === undefined ? <LoadingNote what="agents" /> : null}
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
      {data === undefined ? null : <StaleNotice state={state} />}
    </div>
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
