import type { ChainIdentity } from "@agent-registry/protocol";
import { DEFAULT_RPC_URL } from "@agent-registry/protocol/limits";

export type ChainInfo = {
  name: string;
  explorerUrl: string | null;
  /** A node that is open to the public; null if we know of none. */
  publicRpcUrl: string | null;
};

/** Public chains by id. A private chain may have the same id, but not the same first block. */
const PUBLIC_CHAINS: Record<number, ChainInfo & { genesisHash: string }> = {
  1: {
    name: "Ethereum",
    explorerUrl: "https://etherscan.io",
    publicRpcUrl: null,
    genesisHash: "0xd4e56740f876aef8c010b86a40d5f56745a118d0906a34e69aec8c0db1cb8fa3",
  },
  11155111: {
    name: "Sepolia",
    explorerUrl: "https://sepolia.etherscan.io",
    publicRpcUrl: null,
    genesisHash: "0x25a5cc106eea7138acab33231d7160d69cb777ee0c2c553fcddf5138993e6dd9",
  },
  8453: {
    name: "Base",
    explorerUrl: "https://basescan.org",
    publicRpcUrl: "https://mainnet.base.org",
    genesisHash: "0xf712aa9241cc24369b143cf6dce85f0902a9731e70d66818a3a5845b296c73dd",
  },
  84532: {
    name: "Base Sepolia",
    explorerUrl: "https://sepolia.basescan.org",
    publicRpcUrl: DEFAULT_RPC_URL,
    genesisHash: "0x0dcc9e089e30b90ddfc55be9a37dd15bc551aeee999d2e2b51414c54eaf934e4",
  },
};

/** The id that development nodes give to the chains that they make up. */
const LOCAL_CHAIN_ID = 31_337;

/**
 * What the chain is called, and where its transactions can be looked up: in the configured explorer, or in the one of
 * a public chain. Nothing is concluded from the address of the RPC node, which may serve any chain.
 */
export function toChainInfo({
  identity,
  explorerUrl,
}: {
  /** Undefined if the API does not say. */
  identity: ChainIdentity | undefined;
  /** As configured; null if it is not. */
  explorerUrl: string | null;
}): ChainInfo {
  const unknown = { explorerUrl, publicRpcUrl: null };
  if (identity === undefined) return { ...unknown, name: "Unknown chain" };
  const { chainId, genesisHash } = identity;
  const known = PUBLIC_CHAINS[chainId];
  if (known?.genesisHash === genesisHash) {
    const { name, publicRpcUrl } = known;
    return { name, publicRpcUrl, explorerUrl: explorerUrl ?? known.explorerUrl };
  }
  if (known !== undefined) return { ...unknown, name: `Private chain ${chainId}` };
  return { ...unknown, name: chainId === LOCAL_CHAIN_ID ? "Local chain" : `Chain ${chainId}` };
}
