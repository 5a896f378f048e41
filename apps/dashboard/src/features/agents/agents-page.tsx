"use client";

import { useState } from "react";
import { resources } from "../../api/resources.ts";
import { REFRESH_MS, useResource } from "../../api/use-resource.ts";
import { ErrorState, StaleNotice } from "../../shared/error-state.tsx";
import { formatCount, formatCounted } from "../../shared/format-number.ts";
import { PageLink } from "../../shared/page-link.tsx";
import { PageTitle } from "../../shared/page-title.tsx";
import { Pagination } from "../../shared/pagination.tsx";
import { LoadingNote } from "../../shared/skeleton.tsx";
import { useUrlState } from "../../shared/use-url-state.ts";
import { toVisibleText } from "../../shared/visible-text.ts";
import { AgentsFilters } from "./agents-filters.tsx";
import { AgentsTable } from "./agents-table.tsx";
import { PAGE_SIZE, parseAgentsQuery, SORTABLE, toFirstOrder } from "./parse-agents-query.ts";

export function AgentsPage() {
  const { params, write } = useUrlState();
  const query = parseAgentsQuery(params);
  const agents = useResource(resources.agents(query), { keepPrevious: true, refreshMs: REFRESH_MS });
  // An empty answer holds for its own query only, so it is not shown while the next one loads.
  const data = agents.isPrevious && agents.data?.data.length === 0 ? undefined : agents.data;
  const words = toFilterWords(query);
  const [answeredWords, setAnsweredWords] = useState(words);
  if (data !== undefined && !agents.isPrevious && answeredWords !== words) setAnsweredWords(words);
  const isSearching = agents.isPrevious && answeredWords !== words;

  function onSort(column: string) {
    const sort = SORTABLE.find((name) => name === column) ?? "agentId";
    const turned = query.order === "asc" ? "desc" : "asc";
    const order = sort === query.sort ? turned : toFirstOrder(sort);
    write({
      sort: sort === "agentId" ? null : sort,
      order: order === toFirstOrder(sort) ? null : order,
      page: null,
    });
  }

  return (
    <>
      <PageTitle lead="Everyone on record, with the Haftungsperson: the person who is liable.">
        Agents
      </PageTitle>
      <AgentsFilters query={query} write={write} onSort={onSort} />
      {data === undefined && agents.error !== null ? (
        <ErrorState state={agents} />
      ) : (
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
            <Empty isFiltered={query.search !== "" || query.status !== null} />
          ) : data?.data.length === 0 ? (
            <p className="pb-6 text-muted">
              There is no page {formatCount(query.page)}; the last is page {formatCount(data.totalPages)}.{" "}
              <button
                type="button"
                className="link"
                onClick={() => write({ page: data.totalPages === 1 ? null : data.totalPages })}
              >
                Go to the last
              </button>{" "}
              or{" "}
              <button type="button" className="link" onClick={() => write({ page: null })}>
                back to the first
              </button>
              .
            </p>
          ) : (
            <div className={agents.isPrevious ? "opacity-60" : ""}>
              <AgentsTable
                caption="Agents"
                columns={[
                  "agentId",
                  "operationalScope",
                  "agentWallet",
                  "haftungsperson",
                  "registeredAt",
                  "lastAttestation",
                  "status",
                ]}
                agents={data?.data}
                placeholders={PAGE_SIZE}
                sorting={{ sort: query.sort, order: query.order, sortable: SORTABLE, onSort }}
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
              isWaiting={agents.isPrevious}
              onPage={(page) => {
                write({ page: page === 1 ? null : page });
                window.scrollTo({ top: 0 });
              }}
            />
          )}
          {data === undefined ? null : <StaleNotice state={agents} />}
        </div>
      )}
    </>
  );
}

function toFilterWords({ search, status }: { search: string; status: string | null }): string {
  const words = [
    status === null ? "" : status,
    search === "" ? "" : `matching “${toVisibleText(search)}”`,
  ].filter((word) => word !== "");
  return words.length === 0 ? " on record" : `, ${words.join(", ")}`;
}

function Empty({ isFiltered }: { isFiltered: boolean }) {
  return (
    <div className="pb-6">
      <p className="font-serif text-xl">{isFiltered ? "No agent fits" : "No agent is on record yet"}</p>
      <p className="mt-1 text-muted">
        {isFiltered ? (
          <>
            Search looks at number and scope, and from six characters on at the addresses of wallet, creator
            and Haftungsperson.{" "}
            <PageLink href="/agents" className="link">
              Show all agents
            </PageLink>
          </>
        ) : (
          "The first one to register appears here."
        )}
      </p>
    </div>
  );
}
