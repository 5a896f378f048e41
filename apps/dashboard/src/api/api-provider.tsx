"use client";

import {
  type DehydratedState,
  HydrationBoundary,
  QueryClient,
  QueryClientProvider,
  useQueryClient,
} from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";

type Services = {
  /** The query API's address, for links and for requests. */
  apiUrl: string;
  /** The configured explorer of the chain; null if there is none. */
  explorerUrl: string | null;
  /** The relayer that pays for what people sign on the page; null if there is none. */
  relayerUrl: string | null;
  /** When the server wrote the page, by its clock. The browser's first look at the page must be at the same time. */
  renderedAtMs: number;
};

const ServicesContext = createContext<Services>({
  apiUrl: "",
  explorerUrl: null,
  relayerUrl: null,
  renderedAtMs: 0,
});

/** What the server that wrote the page says of itself and of those that the page asks. */
export function useServices(): Services {
  return useContext(ServicesContext);
}

export function ApiProvider({ services, children }: { services: Services; children: ReactNode }) {
  const [client] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          queries: {
            // Failures are shown at once, with the time of the next try; see `useResource`.
            retry: false,
            // The browser's own guess of being offline is often wrong for a local API.
            networkMode: "always",
            staleTime: 30_000,
          },
        },
      }),
  );
  return (
    <ServicesContext value={services}>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </ServicesContext>
  );
}

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
  const { renderedAtMs } = useServices();

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
