"use client";

import { useState } from "react";
import type { ApiError } from "./api-error.ts";

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
