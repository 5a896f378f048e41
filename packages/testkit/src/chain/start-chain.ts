import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { CHAIN_ID } from "@agent-registry/protocol";
import { createPublicClient, createTestClient, createWalletClient, defineChain, http } from "viem";
import { type DevAccount, devAccounts } from "./dev-accounts.ts";

export type ChainOptions = {
  /** A free one if none is given. */
  port?: number;
  chainId?: number;
  /** ISO 8601: when the chain's clock starts. Now, if none is given. */
  initialDate?: string;
  /** Mines a block at this interval; if none is given, one at once for each transaction. */
  blockTimeMs?: number;
  /** How much gas a block may use, if another limit than usual is wanted. */
  blockGasLimit?: number;
  /** As on chains with several blocks a second, whose timestamps are whole seconds. */
  allowBlocksWithSameTimestamp?: boolean;
};

export type LocalChain = Awaited<ReturnType<typeof startChain>>;

/** Starts a local OP-type chain in a process of its own, with the development accounts funded. */
export async function startChain(options: ChainOptions = {}) {
  const chainId = options.chainId ?? CHAIN_ID;
  const child = fork(
    fileURLToPath(new URL("./chain-process.ts", import.meta.url)),
    [JSON.stringify({ ...options, chainId })],
    // None of the parent's own flags: with Node's test runner in the same process they would start tests.
    { execArgv: [], stdio: ["ignore", "ignore", "inherit", "ipc"] },
  );
  const rpcUrl = await waitForAddress(child);
  const clients = createClients({ rpcUrl, chainId });

  return {
    rpcUrl,
    chainId,
    process: child,
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

    async stop(): Promise<void> {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, "exit");
      child.kill("SIGKILL");
      await exited;
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

async function waitForAddress(child: ChildProcess): Promise<string> {
  const ended = once(child, "exit").then(([code]) => {
    throw new Error(`The local chain ended before it was up (exit code ${code})`);
  });
  const [message] = await Promise.race([once(child, "message"), ended]);
  // Without a handler the chain's later exit, which is wanted, would be an unhandled rejection.
  ended.catch(() => {});
  if ("error" in message) throw new Error(message.error);
  return message.rpcUrl;
}
