"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useState } from "react";

const ApiUrlContext = createContext("");

/** The query API's address, for links and for requests. */
export function useApiUrl(): string {
  return useContext(ApiUrlContext);
}

export function ApiProvider({ apiUrl, children }: { apiUrl: string; children: ReactNode }) {
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
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </ApiUrlContext>
  );
}
