"use client";

import type { Filing } from "@agent-registry/protocol";
import { useInfiniteQuery } from "@tanstack/react-query";
import { type ApiError, toRetryDelayMs } from "../../api/api-error.ts";
import { useApiUrl } from "../../api/api-provider.tsx";
import { fetchResource } from "../../api/fetch-resource.ts";
import { resources } from "../../api/resources.ts";

const PAGE_SIZE = 20;

/** An agent's filings, newest first, page by page. */
export function useHistory(id: string) {
  const apiUrl = useApiUrl();
  const query = useInfiniteQuery({
    queryKey: ["history", id],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      fetchResource({
        apiUrl,
        signal,
        resource: resources.history({ id, limit: PAGE_SIZE, offset: pageParam }),
      }),
    getNextPageParam: ({ body }) => {
      const next = body.offset + body.data.length;
      return body.data.length > 0 && next < body.total ? next : undefined;
    },
    refetchInterval: ({ state: { error } }) =>
      error === null ? false : (toRetryDelayMs(error as ApiError) ?? false),
  });
  const error = query.error as ApiError | null;
  const delayMs = error === null ? null : toRetryDelayMs(error);
  return {
    filings: query.data?.pages.flatMap(({ body }): Filing[] => body.data),
    total: query.data?.pages.at(-1)?.body.total ?? 0,
    error,
    retryAtMs: delayMs === null ? null : query.errorUpdatedAt + delayMs,
    retry: () => void query.refetch(),
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
  };
}
