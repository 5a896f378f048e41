"use client";

import { keepPreviousData, type QueryClient, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type ApiError, toRetryDelayMs } from "./api-error.ts";
import { useServices } from "./api-provider.tsx";
import { type Answer, fetchResource, toNewer } from "./fetch-resource.ts";
import { type Resource, resources } from "./resources.ts";

export const REFRESH_MS = 30_000;
/** As `retryAtMs`: the next try is under way. */
const NOW = 0;

export type ResourceState<T> = {
  data: T | undefined;
  /** When the API made the answer that is shown, and when it arrived. */
  asOfMs: number;
  refreshedAtMs: number;
  /** The block that the answer is from, if the API says so. */
  block: Answer<T>["block"];
  /** Stays while the next try is under way. */
  error: ApiError | null;
  /** When the next try is made; null if there is no error, or if another try cannot help. */
  retryAtMs: number | null;
  /** The shown data belong to the previous request; the new answer is still loading. */
  isPrevious: boolean;
  retry(): void;
};

type Options<T> = {
  /** How often to ask again, which may depend on the answer; failed tries are repeated in any case. */
  refreshMs?: number | ((answer: T | undefined) => number);
  /** Shows the previous request's answer until the new one is there. */
  keepPrevious?: boolean;
  /** The answer is of the past, and asking again would bring the same one. */
  isFixed?: boolean;
};

/** The answer to one request, kept fresh; a null resource asks for nothing. */
export function useResource<T>(
  resource: Resource<T> | null,
  { refreshMs, keepPrevious = false, isFixed = false }: Options<T> = {},
): ResourceState<T> {
  const { apiUrl } = useServices();
  const query = useQuery<Answer<T>, ApiError>({
    queryKey: [resource?.path],
    enabled: resource !== null,
    queryFn: async ({ signal, client, queryKey }) => {
      const answer = await fetchResource({ apiUrl, resource: resource as Resource<T>, signal });
      return toNewer(client.getQueryData<Answer<T>>(queryKey), answer);
    },
    refetchInterval: ({ state: { data, error } }) => {
      if (error !== null) return toRetryDelayMs(error) ?? false;
      return (typeof refreshMs === "function" ? refreshMs(data?.body) : refreshMs) ?? false;
    },
    ...(isFixed ? { staleTime: Number.POSITIVE_INFINITY } : {}),
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
  });

  const error = useLastError({
    path: resource?.path,
    error: query.error,
    isFetching: query.isFetching,
    hasAnswer: query.data !== undefined && !query.isPlaceholderData,
  });
  const isTryingAgain = error !== null && query.error === null;
  const delayMs = error === null ? null : toRetryDelayMs(error);
  // The answer to the previous request must not stand in for one that failed.
  const answer = isTryingAgain ? undefined : query.data;
  return {
    data: answer?.body,
    asOfMs: answer?.asOfMs ?? 0,
    refreshedAtMs: query.dataUpdatedAt,
    block: answer?.block ?? null,
    error,
    retryAtMs: delayMs === null ? null : isTryingAgain ? NOW : query.errorUpdatedAt + delayMs,
    isPrevious: query.isPlaceholderData && !isTryingAgain,
    retry: () => void query.refetch(),
  };
}

type Query = {
  /** What is asked for; another path has errors of its own. */
  path: string | undefined;
  error: ApiError | null;
  isFetching: boolean;
  /** There is an answer to this path, not to the one before. */
  hasAnswer: boolean;
};

/**
 * The last error, also while the next try is under way. The query forgets it when a try begins, and a page
 * without data would then show its loading state instead of the error, every few seconds.
 */
export function useLastError({ path, error, isFetching, hasAnswer }: Query): ApiError | null {
  const [last, setLast] = useState<{ path: string | undefined; error: ApiError } | null>(null);
  if (error !== null && (last?.error !== error || last.path !== path)) setLast({ path, error });
  if (error !== null) return error;
  return isFetching && !hasAnswer && last?.path === path ? (last?.error ?? null) : null;
}

/** Has everything about an agent asked for again, except its record. */
export async function refetchAroundRecord(client: QueryClient, id: string): Promise<void> {
  const below = `${resources.agent(id).path}/`;
  await client.invalidateQueries({
    predicate: ({ queryKey: [path] }) => typeof path === "string" && path.startsWith(below),
  });
}
