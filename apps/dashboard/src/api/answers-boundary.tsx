"use client";

import { type DehydratedState, HydrationBoundary, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { useRenderedAtMs } from "./api-provider.tsx";

/**
 * If a browser's clock differs from the server's by more than this, it is wrong; a smaller difference is the
 * time that the page took to arrive.
 */
const MOST_AHEAD_MS = 60_000;
const MOST_BEHIND_MS = 2_000;

type Dated = { asOfMs?: number; pages?: { asOfMs: number }[] };

/**
 * The answers that came with the page. They are dated by the server's clock, as the page is; if the browser's clock is
 * another, they are dated by it once the page runs, so that ages do not jump.
 */
export function AnswersBoundary({ state, children }: { state: DehydratedState; children: ReactNode }) {
  const client = useQueryClient();
  const renderedAtMs = useRenderedAtMs();

  useEffect(() => {
    const aheadMs = Date.now() - renderedAtMs;
    if (aheadMs <= MOST_AHEAD_MS && aheadMs >= -MOST_BEHIND_MS) return;
    for (const { queryKey, state: query } of state.queries) {
      if (client.getQueryState(queryKey)?.dataUpdatedAt !== query.dataUpdatedAt) continue;
      client.setQueryData(queryKey, (data: Dated | undefined) => data && shift(data, aheadMs));
    }
  }, [client, state, renderedAtMs]);

  return <HydrationBoundary state={state}>{children}</HydrationBoundary>;
}

function shift(data: Dated, byMs: number): Dated {
  const { asOfMs, pages } = data;
  return {
    ...data,
    ...(asOfMs === undefined ? {} : { asOfMs: asOfMs + byMs }),
    ...(pages === undefined ? {} : { pages: pages.map((page) => ({ ...page, asOfMs: page.asOfMs + byMs })) }),
  };
}
