import type { KyaResponse } from "@agent-registry/protocol";
import type { ProvenVerdict, TrustedBlocks } from "@agent-registry/sdk";
import { findDifferences } from "./find-differences.ts";

export type CheckInput = {
  apiUrl: string;
  registry: string;
  /** The register's chain: on another chain, another owner's contract may be at the same address. */
  chainId: number | undefined;
  wallet: string;
  /** A node that the reader chose. Without one, the register itself says which blocks are the chain's. */
  nodeUrl: string | null;
};

export type CheckOutcome =
  | { kind: "proven"; proven: ProvenVerdict; differences: string[] }
  | { kind: "refused"; reason: string; message: string };

const REGISTER_ALONE: TrustedBlocks = { kind: "the register alone", isCanonical: async () => true };

/** Fetches a proof and verifies it in this browser, with the code that agents and providers use. */
export async function runCheck(
  { apiUrl, registry, chainId, wallet, nodeUrl }: CheckInput,
  readAnswer: () => Promise<KyaResponse>,
): Promise<CheckOutcome> {
  // Loaded with the first check: a visitor who only reads the page does not need it.
  const [sdk, { http }] = await Promise.all([import("@agent-registry/sdk"), import("viem")]);
  try {
    const client = sdk.createRegistryClient({
      apiUrl,
      registryAddress: registry as `0x${string}`,
      ...(chainId !== undefined && { chainId }),
    });
    const trust = nodeUrl === null ? REGISTER_ALONE : sdk.rpcQuorum([http(nodeUrl)], { chainId });
    const proof = await sdk.fetchKyaProof(client, { wallet, source: "api" });
    const proven = await sdk.verifyKya(client, { wallet, proof, trust });
    return { kind: "proven", proven, differences: findDifferences(await readAnswer(), proven) };
  } catch (error) {
    if (error instanceof sdk.UntrustedProof || error instanceof sdk.RegistryError)
      return { kind: "refused", reason: error.reason, message: error.message };
    const message = error instanceof Error ? error.message : "The check failed.";
    return { kind: "refused", reason: "unexpected", message };
  }
}
