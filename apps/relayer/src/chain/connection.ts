import { apiErrors } from "@agent-registry/protocol";
import { HttpError, type Logger } from "@agent-registry/service";
import { type Address, isAddressEqual } from "viem";
import { createLoop } from "../send/loop.ts";
import type { Chain } from "./create-chain.ts";
import { RpcFailure } from "./rpc-error.ts";
import { createSharedRead } from "./shared-read.ts";

export type Connection = ReturnType<typeof createConnection>;

type ConnectionOptions = {
  chain: Pick<Chain, "readChainId" | "readCode" | "readTrustedForwarder">;
  contracts: Record<"FORWARDER_ADDRESS" | "REGISTRY_ADDRESS", Address>;
  logger: Logger;
  retryMs?: number;
};

/** Finds out which chain this is and that the contracts are there; keeps asking until it is so. */
export function createConnection({ chain, contracts, logger, retryMs = 1_000 }: ConnectionOptions) {
  let chainId: number | undefined;
  let problem: string | null = "The RPC node has not answered yet";

  // Many may ask at the same moment; one question to the chain answers them all.
  const connect = createSharedRead(connectOnce);
  const loop = createLoop({ name: "connection", run: connect, intervalMs: retryMs, logger });

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

  /** A Registry would take another forwarder itself for the author of all it carries, and bind that for ever. */
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

    /** Asks at once where nothing is known yet: a request need not wait for our next try. */
    async getChainId(): Promise<number> {
      if (problem !== null) await connect();
      if (chainId === undefined || problem !== null) throw new HttpError(500, problem ?? "Not connected");
      return chainId;
    },
  };
}
