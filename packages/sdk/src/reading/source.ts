import type { RegistryClient } from "../client/registry-client.ts";
import { missingConfiguration } from "../errors/registry-error.ts";

/** Who is asked: the contract itself, or the query API, whose answers may be as old as its caches. */
export type Source = "chain" | "api";

/** The chain if the Registry's address is known, since it is never out of date; else the API. */
export function chooseSource(client: RegistryClient, source: Source | undefined): Source {
  if (source !== undefined) return source;
  if (client.registryAddress !== undefined) return "chain";
  if (client.apiUrl !== undefined) return "api";
  throw missingConfiguration(
    "Neither the Registry's address nor a query API is configured: give registryAddress (REGISTRY_ADDRESS) or apiUrl (REGISTRY_API_URL).",
  );
}
