import { getBlock } from "viem/actions";
import type { RegistryClient } from "../client/registry-client.ts";
import { throwChainError } from "../errors/to-chain-error.ts";

/** The later of this machine's clock and the newest block's, in seconds: the same rule as the API's. */
export async function getNow(client: RegistryClient): Promise<number> {
  const block = await getBlock(client.reader).catch(throwChainError);
  return toNow(block.timestamp);
}

/** The same, if the newest block's time is known already. */
export function toNow(blockTime: bigint): number {
  return Math.max(Number(blockTime), Math.floor(Date.now() / 1000));
}
