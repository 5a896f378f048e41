"use client";

import { useState } from "react";
import type { ApiError } from "./api-error.ts";

type Question = {
  /** What is asked; another question has errors of its own. */
  path: string | undefined;
  error: ApiError | null;
  isFetching: boolean;
  /** An answer to this question, not to the one before. */
  hasAnswer: boolean;
};

/**
 * The last error, also while the next try is under way: the query itself forgets it when a try begins, and a
 * page without data would then show grey shapes in place of what happened, every few seconds.
 */
export function useKeptError({ path, error, isFetching, hasAnswer }: Question): ApiError | null {
  const [kept, setKept] = useState<{ path: string | undefined; error: ApiError } | null>(null);
  if (error !== null && (kept?.error !== error || kept.path !== path)) setKept({ path, error });
  if (error !== null) return error;
  return isFetching && !hasAnswer && kept?.path === path ? (kept?.error ?? null) : null;
}
