import type { ChainIdentity } from "@agent-registry/protocol";
import {
  type Provider,
  readRegistry,
  toWalletProblem,
  type WalletSession,
} from "@agent-registry/sdk/browser-wallet";
import type { ChainInfo } from "../../shared/links/chain-info.ts";
import { isSameAddress } from "../../wallet/provider.ts";
import type { Standing } from "./signing-state.ts";

type Target = { chainId: number; chain: ChainInfo };

/** Asks the wallet to change to the register's chain. Returns what to show the person if it did not. */
export async function switchChain(provider: Provider, { chainId, chain }: Target): Promise<string | null> {
  const id = `0x${chainId.toString(16)}`;
  try {
    await provider.request({ method: "wallet_switchEthereumChain", params: [{ chainId: id }] });
    return null;
  } catch (error) {
    const problem = toWalletProblem(error);
    if (problem.kind === "rejected") return "You refused in the wallet. It is still on the other chain.";
    if (problem.kind === "busy") return "The wallet has another question open: answer it there first.";
    if (problem.kind !== "unknown-chain") return "The wallet did not switch. Switch it there, by hand.";
  }
  // The wallet gets only a node that is open to the public; the register's own may be private.
  if (chain.publicRpcUrl === null)
    return `The wallet does not know this chain. Add the one with the id ${chainId} there, with a node of your choice, and try again.`;
  try {
    await provider.request({ method: "wallet_addEthereumChain", params: [toAddition({ id, chain })] });
    return null;
  } catch {
    return `The wallet did not add the chain. Add ${chain.name} (id ${chainId}) there, and try again.`;
  }
}

function toAddition({ id, chain }: { id: string; chain: ChainInfo }) {
  return {
    chainId: id,
    chainName: chain.name,
    rpcUrls: [chain.publicRpcUrl],
    nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
    ...(chain.explorerUrl === null ? {} : { blockExplorerUrls: [chain.explorerUrl] }),
  };
}

type Register = { address: `0x${string}`; identity: ChainIdentity };

/**
 * Whether the contract takes the account for a regulator; the owner counts as one. Anyone may run a chain
 * under the id of another, and a transaction there would cost its sender and not reach the register, so the
 * first block is compared.
 */
export async function askStanding(
  session: WalletSession,
  { address, identity }: Register,
): Promise<Standing> {
  const [first, code] = await Promise.all([
    // Some nodes keep no old blocks; the contract must be there in any case.
    session.ask("eth_getBlockByNumber", ["0x0", false]).catch(() => null),
    session.ask("eth_getCode", [address, "latest"]),
  ]);
  const hash = (first as { hash?: string } | null)?.hash;
  if ((hash !== undefined && !isSameAddress(hash, identity.genesisHash)) || code === "0x")
    return "other-chain";
  const [isNamed, owner] = await Promise.all([
    readRegistry(session, {
      registry: address,
      question: { functionName: "isRegulator", args: [session.account] },
    }),
    readRegistry(session, { registry: address, question: { functionName: "owner", args: [] } }),
  ]);
  return isNamed === true || isSameAddress(String(owner), session.account) ? "regulator" : "ordinary";
}
