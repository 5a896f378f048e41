import { invalidInput } from "../errors/registry-error.ts";
import type { Fetch } from "../http/ask-json.ts";

/** What it takes to ask the query API. */
export type ApiClient = {
  readonly apiUrl: string | undefined;
  /** The register's chain, if it is known: addresses that name another one are refused. */
  readonly chainId: number | undefined;
  readonly fetch: Fetch;
  readonly retryDelayMs: number;
};

export type ApiClientOptions = {
  /** The query API. */
  apiUrl: string;
  /** The register's chain, so that wallets that name another one are refused. */
  chainId?: number;
  fetch?: Fetch;
  /** The pause before something is tried again. */
  retryDelayMs?: number;
};

/**
 * For pages and programs that ask the query API alone: neither viem nor the contract's interface is loaded.
 *
 * @example
 * const api = createApiClient({ apiUrl: "https://api.example.com" });
 * const { admissible, objections } = await kya(api, { wallet });
 */
export function createApiClient({ apiUrl, chainId, fetch, retryDelayMs }: ApiClientOptions): ApiClient {
  return {
    apiUrl: parseBaseUrl({ value: apiUrl, name: "apiUrl" }),
    chainId,
    fetch: fetch ?? ((...args) => globalThis.fetch(...args)),
    retryDelayMs: retryDelayMs ?? 1_000,
  };
}

export function parseBaseUrl({ value, name }: { value: string; name: string }): string {
  if (!/^https?:\/\//.test(value) || !URL.canParse(value)) {
    throw invalidInput(`${name} is not an http or https URL: ${value}`);
  }
  return value.replace(/\/+$/, "");
}
