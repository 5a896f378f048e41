import { getChainId as askChainId } from "viem/actions";
import { RegistryError } from "../errors/registry-error.ts";
import { throwChainError } from "../errors/to-chain-error.ts";
import type { RegistryClient } from "./registry-client.ts";

/** The id of the chain that answers; throws if the client asks for another one. */
export async function getChainId(client: RegistryClient): Promise<number> {
  const chainId = await askChainId(client.reader).catch(throwChainError);
  if (client.chainId === undefined || client.chainId === chainId) return chainId;
  throw new RegistryError({
    reason: "wrong-chain",
    message: `The RPC node serves chain ${chainId}, not ${client.chainId}: check its address.`,
  });
}

/** The same, asked at most once at a time and again only after a failure: strangers' requests lead to it. */
export function createChainIdReader(client: RegistryClient): () => Promise<number> {
  let known: Promise<number> | undefined;
  return () => {
    known ??= getChainId(client).catch((error) => {
      known = undefined;
      throw error;
    });
    return known;
  };
}
