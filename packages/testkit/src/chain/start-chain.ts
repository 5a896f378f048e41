import { CHAIN_ID } from "@agent-registry/protocol";
import { createPublicClient, createTestClient, createWalletClient, defineChain, http } from "viem";
import { type ChainOptions, getChainHost } from "./chain-host.ts";
import { type DevAccount, devAccounts } from "./dev-accounts.ts";

export type LocalChain = Awaited<ReturnType<typeof startChain>>;

/** Starts a local OP-type chain outside of this process, with the development accounts funded. */
export async function startChain(options: ChainOptions = {}) {
  const chainId = options.chainId ?? CHAIN_ID;
  const host = getChainHost();
  const rpcUrl = await host.start({ ...options, chainId });
  const clients = createClients({ rpcUrl, chainId });
  let stopped: Promise<void> | undefined;

  return {
    rpcUrl,
    chainId,
    process: host.child,
    ...clients,

    /** Moves the chain's clock forward and mines a block at the new time. */
    async travel(seconds: number): Promise<void> {
      await clients.test.increaseTime({ seconds });
      await clients.test.mine({ blocks: 1 });
    },

    /** The newest block's time in seconds since the epoch. */
    async now(): Promise<number> {
      return Number((await clients.reader.getBlock()).timestamp);
    },

    /** This process may end while the chain runs, and the chain with it. */
    unref: () => host.unref(),

    stop(): Promise<void> {
      stopped ??= host.stop(rpcUrl);
      return stopped;
    },
  };
}

/** A reader, test commands, and a wallet for any account. */
function createClients({ rpcUrl, chainId }: { rpcUrl: string; chainId: number }) {
  const chain = defineChain({
    id: chainId,
    name: "Local chain",
    nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  });
  const transport = http(rpcUrl, { retryCount: 0 });
  const shared = { chain, transport, pollingInterval: 20, cacheTime: 0 } as const;
  return {
    chain,
    reader: createPublicClient(shared),
    test: createTestClient({ ...shared, mode: "hardhat" }),
    wallet: (account: DevAccount = devAccounts.owner) => createWalletClient({ ...shared, account }),
  };
}
