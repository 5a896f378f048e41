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
    message: `The RPC node serves chain ${chainId}, not ${client.chainId}: check its address. Nothing was written.`,
  });
}
