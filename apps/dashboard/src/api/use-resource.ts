"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ApiError, toRetryDelayMs } from "./api-error.ts";
import { useApiUrl } from "./api-provider.tsx";
import { type Answer, fetchResource } from "./fetch-resource.ts";
import type { Resource } from "./resources.ts";
import { useKeptError } from "./use-kept-error.ts";

export const REFRESH_MS = 30_000;
/** A time long past: the next try is under way. */
const NOW = 0;

export type ResourceState<T> = {
  data: T | undefined;
  /** When the API made the answer that is shown, and when it came. */
  asOfMs: number;
  refreshedAtMs: number;
  /** Stays while the next try is under way. */
  error: ApiError | null;
  /** When the next try is made; null while there is no error, or where none can help. */
  retryAtMs: number | null;
  /** The shown data belong to the question before; the new answer is on its way. */
  isPrevious: boolean;
  retry(): void;
};

type Options = {
  /** Asks again every so often; failed tries are repeated in any case. */
  refreshMs?: number;
  /** Shows the previous question's answer until the new one is there. */
  keepPrevious?: boolean;
};

/** The answer to one question, kept fresh; null asks nothing. */
export function useResource<T>(
  resource: Resource<T> | null,
  { refreshMs, keepPrevious = false }: Options = {},
): ResourceState<T> {
  const apiUrl = useApiUrl();
  const query = useQuery<Answer<T>, ApiError>({
    queryKey: [resource?.path],
    enabled: resource !== null,
    queryFn: ({ signal }) => fetchResource({ apiUrl, resource: resource as Resource<T>, signal }),
    refetchInterval: ({ state: { error } }) => (error === null ? refreshMs : toRetryDelayMs(error)) ?? false,
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
  });

  const error = useKeptError({
    path: resource?.path,
    error: query.error,
    isFetching: query.isFetching,
    hasAnswer: query.data !== undefined && !query.isPlaceholderData,
  });
  const isTryingAgain = error !== null && query.error === null;
  const delayMs = error === null ? null : toRetryDelayMs(error);
  // The answer to the question before must not stand in for one that failed.
  const answer = isTryingAgain ? undefined : query.data;
  return {
    data: answer?.body,
    asOfMs: answer?.asOfMs ?? 0,
    refreshedAtMs: query.dataUpdatedAt,
    error,
    retryAtMs: delayMs === null ? null : isTryingAgain ? NOW : query.errorUpdatedAt + delayMs,
    isPrevious: query.isPlaceholderData && !isTryingAgain,
    retry: () => void query.refetch(),
  };
}
