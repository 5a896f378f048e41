"use client";

import type { AgentStatus } from "@agent-registry/protocol";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { type ApiError, toRetryDelayMs } from "../../api/api-error.ts";
import { useServices } from "../../api/api-provider.tsx";
import { fetchResource } from "../../api/fetch-resource.ts";
import { useLastError } from "../../api/use-resource.ts";
import type { StatusFiling } from "../../shared/verdict/filing-actor.ts";
import { findStatusFiling } from "../../shared/verdict/stopped-verdict.ts";
import { joinFilings, MOST_FILINGS_PAGES, toFilingsKey, toFilingsPage } from "./filings-query.ts";

export type Filings = ReturnType<typeof useFilings>;

/** An agent's filings, newest first, page by page. */
export function useFilings(id: string, { enabled = true }: { enabled?: boolean } = {}) {
  const { apiUrl } = useServices();
  const query = useInfiniteQuery({
    queryKey: toFilingsKey(id),
    enabled,
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      fetchResource({ apiUrl, signal, resource: toFilingsPage(id, pageParam) }),
    getNextPageParam: ({ body }) => {
      const next = body.offset + body.data.length;
      return body.data.length > 0 && next < body.total ? next : undefined;
    },
    refetchInterval: ({ state: { error, fetchMeta } }) =>
      // Older filings that failed to load are loaded again only when the reader asks for them.
      error === null || fetchMeta?.fetchMore !== undefined
        ? false
        : (toRetryDelayMs(error as ApiError) ?? false),
  });

  async function loadAll(): Promise<void> {
    if (query.data === undefined && (await query.refetch()).isError) return;
    for (let page = 1; page < MOST_FILINGS_PAGES; page += 1) {
      const { isError, hasNextPage } = await query.fetchNextPage();
      if (isError || !hasNextPage) return;
    }
  }

  const error = useLastError({
    path: id,
    error: query.error as ApiError | null,
    isFetching: query.isFetching,
    hasAnswer: query.data !== undefined,
  });
  const delayMs = error === null ? null : toRetryDelayMs(error);
  const pages = query.data?.pages.map(({ body }) => body);
  return {
    filings: pages === undefined ? undefined : joinFilings(pages),
    total: pages?.at(-1)?.total ?? 0,
    error,
    retryAtMs: delayMs === null ? null : query.errorUpdatedAt + delayMs,
    retry: () => void query.refetch(),
    hasMore: query.hasNextPage,
    pageCount: pages?.length ?? 0,
    /** Fewer pages are loaded than the page loads by itself. */
    canLoadByItself: query.hasNextPage && (pages?.length ?? 0) < MOST_FILINGS_PAGES,
    isLoadingMore: query.isFetchingNextPage,
    /** Why the last request for older filings failed. */
    loadMoreError: query.isFetchNextPageError ? error : null,
    loadMore: () => void query.fetchNextPage(),
    /** Loads the missing pages up to a limit; afterwards `hasMore` says whether some are left out. */
    loadAll,
  };
}

/**
 * Loads older pages of a history, one after another, while something that stands on them is wanted. True while there is
 * hope: the page loads a number of pages by itself, and stops if one fails.
 */
export function useOlderFilings({ history, isWanted }: { history: Filings; isWanted: boolean }): boolean {
  const { filings, canLoadByItself, isLoadingMore, loadMoreError } = history;
  const isUnderWay = isWanted && filings !== undefined && canLoadByItself && loadMoreError === null;

  const loadMore = useEffectEvent(history.loadMore);
  useEffect(() => {
    if (isUnderWay && !isLoadingMore) loadMore();
  }, [isUnderWay, isLoadingMore]);

  return isUnderWay;
}

/**
 * The filing that stopped an agent, for its reason; null while it may still load. Parties may agree, refuse and
 * propose any number of times afterwards: the reason is looked for on older pages, so that an agent cannot bury it.
 */
export function useStatusFiling({
  status,
  history,
}: {
  status: AgentStatus | undefined;
  history: Filings;
}): StatusFiling | null | undefined {
  const { filings, error } = history;
  const isStopped = status !== undefined && status !== "Active";
  const found = isStopped
    ? findStatusFiling({ status, filings: (filings ?? []).map(({ filing }) => filing) })
    : undefined;
  const isOlder = useOlderFilings({ history, isWanted: isStopped && found === undefined });

  if (!isStopped) return undefined;
  if (filings === undefined) return error === null ? null : undefined;
  return isOlder ? null : found;
}
