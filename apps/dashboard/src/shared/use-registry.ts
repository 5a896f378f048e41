"use client";

import { useQuery } from "@tanstack/react-query";
import { useApiUrl } from "../api/api-provider.tsx";
import { fetchResource } from "../api/fetch-resource.ts";
import { resources } from "../api/resources.ts";
import { type ChainPlace, toChainPlace } from "./chain.ts";

export type RegistryPlace = ChainPlace & { address: string };

/** Which contract on which chain; null until known. It does not change while the API runs. */
export function useRegistry(): RegistryPlace | null {
  return useRegistryState().registry;
}

/** The same, and whether it was asked for in vain. */
export function useRegistryState(): { registry: RegistryPlace | null; hasFailed: boolean } {
  const apiUrl = useApiUrl();
  const { data, errorUpdateCount } = useQuery({
    queryKey: [resources.stats.path],
    queryFn: ({ signal }) => fetchResource({ apiUrl, resource: resources.stats, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (state.error === null ? false : 60_000),
  });
  if (data === undefined) return { registry: null, hasFailed: errorUpdateCount > 0 };
  const { chain, registryAddress } = data.body;
  return { registry: { ...toChainPlace(chain), address: registryAddress }, hasFailed: false };
}
