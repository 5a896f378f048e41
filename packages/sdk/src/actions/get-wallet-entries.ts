import { WalletEntriesResponse } from "@agent-registry/protocol";
import type { RegistryClient } from "../client/registry-client.ts";
import { askApi } from "../reading/ask-api.ts";
import { toQuery } from "../reading/to-query.ts";
import { parseWallet } from "./parse-arguments.ts";

export type WalletEntriesInput = {
  wallet: string;
  page?: number | undefined;
  /** At most 100. */
  limit?: number | undefined;
};

/**
 * Every record that ever named a wallet, newest first, from the query API. At most one, the newest, is the
 * wallet's entry.
 *
 * @example
 * const { data } = await registry.getWalletEntries({ wallet: account.address });
 */
export async function getWalletEntries(
  client: RegistryClient,
  { wallet, ...page }: WalletEntriesInput,
): Promise<WalletEntriesResponse> {
  const address = parseWallet(client, wallet);
  return askApi(client, {
    path: `/api/v1/wallet/${address}/entries${toQuery(page)}`,
    schema: WalletEntriesResponse,
  });
}
