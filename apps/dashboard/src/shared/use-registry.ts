"use client";

import { useQuery } from "@tanstack/react-query";
import { useApiUrl } from "../api/api-provider.tsx";
import { fetchResource } from "../api/fetch-resource.ts";
import { resources } from "../api/resources.ts";
import { type ChainPlace, toChainPlace } from "./chain.ts";

export type RegistryPlace = ChainPlace & { address: string };

/** Which contract on which chain; null until known. It does not change while the API runs. */
export function useRegistry(): RegistryPlace | null {
  const apiUrl = useApiUrl();
  const { data } = useQuery({
    queryKey: [resources.stats.path],
    queryFn: ({ signal }) => fetchResource({ apiUrl, resource: resources.stats, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (state.error === null ? false : 60_000),
  });
  return data === undefined ? null : { ...toChainPlace(data.body.chain), address: data.body.registryAddress };
}
