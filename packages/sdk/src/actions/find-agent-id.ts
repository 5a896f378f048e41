import type { RegistryClient } from "../client/registry-client.ts";
import type { Source } from "../reading/source.ts";
import { kya } from "./kya.ts";

/**
 * The id of the agent that a wallet belongs to; undefined if it belongs to none.
 *
 * @example
 * const agentId = await registry.findAgentId({ wallet: account.address });
 */
export async function findAgentId(
  client: RegistryClient,
  input: { wallet: string; source?: Source | undefined },
): Promise<number | undefined> {
  return (await kya(client, input)).agent?.agentId;
}
