import { rm } from "node:fs/promises";
import path from "node:path";
import { CHAIN_ID } from "@agent-registry/protocol";
import {
  deployLocally,
  devAccounts,
  type LocalChain,
  populateRegister,
  startChain,
} from "@agent-registry/testkit";
import { toHex } from "viem";
import { ensureSigningKey } from "./folder.ts";
import type { StackOptions } from "./options.ts";
import { say } from "./say.ts";
import { type Stack, StackError, toServiceUrls } from "./stack.ts";

const POPULATION_DAYS = 90;
const DAY_MS = 86_400_000;
/** Between blocks without a transaction; each transaction has one at once. */
const BLOCK_SECONDS = 5;

/** A chain of our own, still empty. */
export async function startLocalChain({ isEmpty, ports, directory }: StackOptions): Promise<LocalChain> {
  // The chain starts anew each time; nothing that was kept of the last one is of use.
  await rm(toDataDir(directory), { recursive: true, force: true });
  const birth = Date.now() - (isEmpty ? 0 : POPULATION_DAYS * DAY_MS);
  const chain = await startChain({ port: ports.chain, initialDate: new Date(birth).toISOString() });
  say(`Local chain ${CHAIN_ID} at ${chain.rpcUrl}`);
  return chain;
}

/** Both contracts and, unless it is to be empty, a register to look at. */
export async function enterRegister(
  chain: LocalChain,
  { isEmpty, host, ports, directory }: StackOptions,
): Promise<Stack> {
  const deployment = await deployLocally(chain);
  say("Contracts deployed");
  if (!isEmpty) {
    let lastTenth = 0;
    await populateRegister({
      chain,
      deployment,
      onProgress(share) {
        const tenth = Math.floor(share * 4);
        if (tenth > lastTenth) say(`Entering agents of the last ${POPULATION_DAYS} days: ${tenth * 25} %`);
        lastTenth = tenth;
      },
    });
    // Entering them took some seconds of real time; let the chain's clock catch up with ours.
    await chain.test.setNextBlockTimestamp({ timestamp: BigInt(Math.floor(Date.now() / 1000)) });
    await chain.test.mine({ blocks: 1 });
  }
  // The chain makes blocks without transactions as well, as a public one does: proofs are of its newest
  // blocks.
  await chain.test.setIntervalMining({ interval: BLOCK_SECONDS });
  const key = devAccounts.relayer.getHdKey().privateKey;
  if (key === null) throw new StackError("The development account of the relayer has no key");
  return {
    isLocal: true,
    chainId: chain.chainId,
    rpcUrl: chain.rpcUrl,
    registryAddress: deployment.registryAddress,
    forwarderAddress: deployment.forwarderAddress,
    ...toServiceUrls({ host, ports }),
    relayerSigning: { RELAYER_KEY: toHex(key) },
    signingKeyFile: ensureSigningKey(directory),
    dataDir: toDataDir(directory),
  };
}

function toDataDir(directory: string): string {
  return path.join(directory, "data", "local-chain");
}
