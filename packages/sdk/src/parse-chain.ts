import { CHAIN_ID, DEFAULT_RPC_URL } from "@agent-registry/protocol";
import { invalidInput } from "./errors/registry-error.ts";

/** Where a chain is reached, and which one must answer there. */
export type ChainTarget = { rpcUrl: string; chainId?: number };

const namedChains: Record<string, ChainTarget> = {
  "base-sepolia": { rpcUrl: DEFAULT_RPC_URL, chainId: CHAIN_ID },
  base: { rpcUrl: "https://mainnet.base.org", chainId: 8453 },
  local: { rpcUrl: "http://127.0.0.1:8545", chainId: CHAIN_ID },
};

/** Reads a chain's name, or the URL of an RPC node of any chain. `name` is the setting that it comes from. */
export function parseChain(value: string, name = "REGISTRY_CHAIN"): ChainTarget {
  const named = namedChains[value];
  if (named !== undefined) return named;
  if (/^https?:\/\/\S+$/.test(value) && URL.canParse(value)) return { rpcUrl: value };
  throw invalidInput(
    `${name} is "${value}", which is neither the URL of an RPC node (http:// or https://) nor one of ${Object.keys(namedChains).join(", ")}.`,
  );
}
