"use client";

import type { ChainIdentity } from "@agent-registry/protocol";
import { useQuery } from "@tanstack/react-query";
import { useServices } from "../../api/api-provider.tsx";
import { fetchResource } from "../../api/fetch-resource.ts";
import { resources } from "../../api/resources.ts";
import { type ChainInfo, toChainInfo } from "./chain-info.ts";

/** The chain's identity is undefined if the API does not say. */
export type RegistryInfo = ChainInfo & { address: string; identity: ChainIdentity | undefined };

/** Which contract on which chain; null until known. It does not change while the API runs. */
export function useRegistry(): RegistryInfo | null {
  return useRegistryState().registry;
}

/** The same, and whether asking for it has failed. */
export function useRegistryState(): { registry: RegistryInfo | null; hasFailed: boolean } {
  const { apiUrl, explorerUrl } = useServices();
  const { data, errorUpdateCount } = useQuery({
    queryKey: [resources.stats.path],
    queryFn: ({ signal }) => fetchResource({ apiUrl, resource: resources.stats, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (state.error === null ? false : 60_000),
  });
  if (data === undefined) return { registry: null, hasFailed: errorUpdateCount > 0 };
  const { chainIdentity: identity, registryAddress } = data.body;
  const chain = toChainInfo({ identity, explorerUrl });
  return { registry: { ...chain, address: registryAddress, identity }, hasFailed: false };
}
