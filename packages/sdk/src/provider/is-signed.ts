import { type Address, type Hash, type Hex, recoverAddress } from "viem";
import { getChainId } from "../client/get-chain-id.ts";
import { type RegistryClient, requireRegistryAddress } from "../client/registry-client.ts";
import type { ProofDomain } from "./proof.ts";

/** Who made a signature over a hash; throws if nobody can have made it. */
export type RecoverAddress = (hash: Hash, signature: Hex) => Address | Promise<Address>;

/** A signature, and what it is said to be of. */
export type SignedHash = { wallet: Address; hash: Hash; signature: Hex };

/** Whether the wallet's own key signed. */
export async function isSigned(
  input: SignedHash & { recover?: RecoverAddress | undefined },
): Promise<boolean> {
  const { wallet, recover = (hash, signature) => recoverAddress({ hash, signature }) } = input;
  try {
    const signer = await recover(input.hash, input.signature);
    return signer.toLowerCase() === wallet.toLowerCase();
  } catch {
    // The bytes are not a signature.
    return false;
  }
}

/**
 * The register that proofs have to be made for. The node is asked for the chain's id at most once at a time,
 * since strangers can make the provider want to know it.
 */
export function createDomainReader(client: RegistryClient): () => Promise<ProofDomain> {
  const registryAddress: Address = requireRegistryAddress(client);
  let known: Promise<ProofDomain> | undefined;

  async function read(): Promise<ProofDomain> {
    try {
      return { chainId: client.chainId ?? (await getChainId(client)), registryAddress };
    } catch (error) {
      known = undefined;
      throw error;
    }
  }

  return () => {
    known ??= read();
    return known;
  };
}
