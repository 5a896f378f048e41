"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useState } from "react";

const ApiUrlContext = createContext("");
const ExplorerUrlContext = createContext<string | null>(null);
const RelayerUrlContext = createContext<string | null>(null);

/** The query API's address, for links and for requests. */
export function useApiUrl(): string {
  return useContext(ApiUrlContext);
}

/** The configured explorer of the chain; null if there is none. */
export function useExplorerUrl(): string | null {
  return useContext(ExplorerUrlContext);
}

/** The relayer that pays for what people sign on the page; null if there is none. */
export function useRelayerUrl(): string | null {
  return useContext(RelayerUrlContext);
}

type Props = {
  apiUrl: string;
  explorerUrl: string | null;
  relayerUrl: string | null;
  children: ReactNode;
};

export function ApiProvider({ apiUrl, explorerUrl, relayerUrl, children }: Props) {
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
    <ApiUrlContext value={apiUrl}>
      <ExplorerUrlContext value={explorerUrl}>
        <RelayerUrlContext value={relayerUrl}>
          <QueryClientProvider client={client}>{children}</QueryClientProvider>
        </RelayerUrlContext>
      </ExplorerUrlContext>
    </ApiUrlContext>
  );
}

const RenderedAtContext = createContext(0);

/** When the server wrote the page, by its clock. The browser's first look at the page must be at the same time. */
export function useRenderedAtMs(): number {
  return useContext(RenderedAtContext);
}

export function RenderedAt({ atMs, children }: { atMs: number; children: ReactNode }) {
  return <RenderedAtContext value={atMs}>{children}</RenderedAtContext>;
}
