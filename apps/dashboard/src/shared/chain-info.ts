export type ChainInfo = { name: string; explorerUrl: string | null };

const LOCAL_HOST = /^(localhost|0\.0\.0\.0|\[::1\]|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|[^.]+$)/;
const EXPLORER_URL = "https://sepolia.basescan.org";

/**
 * What the API's `chain` (the address of its RPC node) says of the chain. The register runs on one public
 * network; a node at a local address runs a local chain, whose transactions no explorer knows.
 */
export function toChainInfo(rpc: string): ChainInfo {
  if (!URL.canParse(rpc)) return { name: "Unknown chain", explorerUrl: null };
  if (LOCAL_HOST.test(new URL(rpc).hostname)) return { name: "Local chain", explorerUrl: null };
  return { name: "Base Sepolia", explorerUrl: EXPLORER_URL };
}
