import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  type ChainOptions,
  deployLocally,
  devAccounts,
  startChain,
  waitUntil,
} from "@agent-registry/testkit";
import { bytesToHex } from "viem";
import { startService } from "./start-service.ts";

export type Stack = Awaited<ReturnType<typeof startStack>>;

/** A chain, the contracts and both services, all real, and the file that describes them. */
export async function startStack(options: ChainOptions = {}) {
  const chain = await startChain(options);
  const deployment = await deployLocally(chain);
  const folder = mkdtempSync(path.join(tmpdir(), "agent-registry-"));
  const { registryAddress, forwarderAddress } = deployment;
  const shared = { RPC_URL: chain.rpcUrl, REGISTRY_ADDRESS: registryAddress };

  const startApi = (port = 0) =>
    startService({
      name: "api",
      env: {
        ...shared,
        PORT: String(port),
        DATA_DIR: path.join(folder, "api"),
        POLL_INTERVAL_MS: "100",
        RATE_LIMIT_PER_MINUTE: "100000",
      },
    });
  const startRelayer = (port = 0) =>
    startService({
      name: "relayer",
      env: {
        ...shared,
        RELAYER_PORT: String(port),
        FORWARDER_ADDRESS: forwarderAddress,
        RELAYER_KEY: bytesToHex(devAccounts.relayer.getHdKey().privateKey ?? new Uint8Array()),
        DATA_DIR: path.join(folder, "relayer"),
        DAILY_GAS_BUDGET: "100",
        FLOOD_LIMIT_PER_MINUTE: "100000",
        RATE_LIMIT_PER_IP: "100000",
        RATE_LIMIT_PER_SIGNER: "100000",
      },
    });
  const [api, relayer] = await Promise.all([startApi(), startRelayer()]);
  const settings = {
    chainId: chain.chainId,
    rpcUrl: chain.rpcUrl,
    registryAddress,
    forwarderAddress,
    apiUrl: api.url,
    relayerUrl: relayer.url,
    dashboardUrl: "http://127.0.0.1:3002",
  };
  // Commands that run in this folder find the stack as they do after `npm start`.
  mkdirSync(path.join(folder, ".local"));
  writeFileSync(path.join(folder, ".local", "stack.json"), JSON.stringify(settings));

  return {
    chain,
    deployment,
    settings,
    folder,
    api,
    relayer,
    startRelayer,
    async stop(): Promise<void> {
      await Promise.all([api.stop(), relayer.kill()]);
      await chain.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

let shared: Promise<Stack> | undefined;

/**
 * The stack that the test files of a process share, since starting one takes longer than most of their tests: for
 * files that use accounts of their own and leave clock and services alone. It ends with the process.
 */
export function useStack(): Promise<Stack> {
  shared ??= startStack().then((stack) => {
    for (const part of [stack.chain, stack.api, stack.relayer]) part.unref();
    process.once("exit", () => rmSync(stack.folder, { recursive: true, force: true }));
    return stack;
  });
  return shared;
}

/** Waits until the query API knows what stands in a block. */
export async function untilIndexed({ stack, blockNumber }: { stack: Stack; blockNumber: number }) {
  await waitUntil(async () => {
    const answer = await fetch(`${stack.settings.apiUrl}/ready`);
    const { indexedBlock } = (await answer.json()) as { indexedBlock: number | null };
    return (indexedBlock ?? 0) >= blockNumber;
  }, "the index has followed the chain");
}
