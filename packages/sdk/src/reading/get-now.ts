import { getBlock } from "viem/actions";
import type { RegistryClient } from "../client/registry-client.ts";
import { RegistryError } from "../errors/registry-error.ts";
import { throwChainError } from "../errors/to-chain-error.ts";

/** The later of this machine's clock and the newest block's, in seconds: the same rule as the API's. */
export async function getNow(client: RegistryClient): Promise<number> {
  const block = await getBlock(client.reader).catch(throwChainError);
  return toNow(client, block.timestamp);
}

/**
 * The same, if the newest block's time is known already. Throws if the block is older than the client allows.
 */
export function toNow(
  { maxBlockAgeSeconds = Number.POSITIVE_INFINITY }: Pick<RegistryClient, "maxBlockAgeSeconds">,
  blockTime: bigint,
): number {
  const now = Math.floor(Date.now() / 1000);
  const age = now - Number(blockTime);
  if (age <= maxBlockAgeSeconds) return Math.max(Number(blockTime), now);
  throw new RegistryError({
    reason: "stale-block",
    message: `The RPC node's newest block is ${age} seconds old, and ${maxBlockAgeSeconds} are allowed (maxBlockAgeSeconds): its head stands still. Ask another node.`,
  });
}
