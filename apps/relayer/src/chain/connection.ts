import { apiErrors } from "@agent-registry/protocol";
import { type Clock, createLoop, HttpError, type Logger, singleFlight } from "@agent-registry/service";
import { type Address, isAddressEqual } from "viem";
import type { Chain } from "./create-chain.ts";
import { RpcFailure } from "./nodes.ts";
import { createRecentReads } from "./recent-reads.ts";

const RETRY_MS = 1_000;

export type Connection = ReturnType<typeof createConnection>;

type ConnectionOptions = {
  chain: Pick<Chain, "readChainId" | "readCode" | "readTrustedForwarder">;
  contracts: Record<"FORWARDER_ADDRESS" | "REGISTRY_ADDRESS", Address>;
  clock: Clock;
  logger: Logger;
};

/** Finds out which chain this is and whether the contracts are there; asks again until they are. */
export function createConnection({ chain, contracts, clock, logger }: ConnectionOptions) {
  let chainId: number | undefined;
  let problem: string | null = "The RPC node has not answered yet";

  // Many requests may ask at the same moment; one question to the chain answers them all.
  const connect = singleFlight(connectOnce);
  const recentTry = createRecentReads({ read: connect, clock });
  const loop = createLoop({ run: connect, intervalMs: RETRY_MS, log: { name: "connection", logger } });

  async function connectOnce(): Promise<void> {
    if (problem === null) return;
    const before = problem;
    problem = await findProblem();
    if (problem === null) logger.info({ chainId }, "connected to the chain");
    else if (problem !== before) logger.warn(problem);
  }

  async function findProblem(): Promise<string | null> {
    try {
      chainId = await chain.readChainId();
      for (const [name, address] of Object.entries(contracts)) {
        const code = await chain.readCode(address);
        if (code === undefined || code === "0x")
          return `${name} ${address} holds no contract on chain ${chainId}`;
      }
      return findDistrust(await chain.readTrustedForwarder(contracts.REGISTRY_ADDRESS));
    } catch (error) {
      if (!(error instanceof RpcFailure)) throw error;
      return apiErrors.rpcFailure(error.message);
    }
  }

  /** A Registry that does not trust our forwarder would record the forwarder as the author, and that is final. */
  function findDistrust(trusted: Address | null): string | null {
    const { REGISTRY_ADDRESS, FORWARDER_ADDRESS } = contracts;
    if (trusted === null) return `REGISTRY_ADDRESS ${REGISTRY_ADDRESS} is no Registry on chain ${chainId}`;
    if (isAddressEqual(trusted, FORWARDER_ADDRESS)) return null;
    return `The Registry trusts the forwarder ${trusted}, not FORWARDER_ADDRESS ${FORWARDER_ADDRESS}`;
  }

  return {
    start: () => loop.wake(),
    stop: () => loop.stop(),
    /** Why nothing can be relayed, or null. */
    problem: () => problem,

    /** Asks at once if nothing was tried for a second: a request need not wait for the next try. */
    async getChainId(): Promise<number> {
      if (problem !== null) await recentTry.get();
      if (chainId === undefined || problem !== null) throw new HttpError(500, problem ?? "Not connected");
      return chainId;
    },
  };
}
