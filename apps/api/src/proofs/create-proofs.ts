import { apiErrors } from "@agent-registry/protocol";
import { collectKyaProof, type KyaProof, ProofUnavailable } from "@agent-registry/protocol/proof";
import { HttpError, type Logger } from "@agent-registry/service";
import { type Address, getAddress } from "viem";
import { parseQuantity } from "../chain/node-answers.ts";
import { RpcError } from "../chain/rpc-error.ts";
import type { RpcNode } from "../chain/rpc-node.ts";

export type Proofs = ReturnType<typeof createProofs>;

type ProofsDeps = { nodes: readonly RpcNode[]; registryAddress: Address; logger: Logger; now?: () => number };

/** A node that gives no proofs is asked for one again after this time: its operator may have changed that. */
const ASK_AGAIN_AFTER_MS = 600_000;

/** Has the register's nodes prove what the contract holds: the first one that can, in their order. */
export function createProofs({ nodes, registryAddress, logger, now = () => performance.now() }: ProofsDeps) {
  const registry = getAddress(registryAddress);
  const withoutProofsUntilMs = new Map<RpcNode, number>();
  let chainId: number | undefined;

  async function collectFrom(
    node: RpcNode,
    wallet: Address,
    notaries: readonly Address[],
  ): Promise<KyaProof> {
    const request = (method: string, params: unknown[]) => node.request(method, params);
    chainId ??= parseQuantity(await request("eth_chainId", []), "the chain id");
    return collectKyaProof({ request, chainId, registry, wallet: getAddress(wallet), notaries });
  }

  /** The failure, unless it is that this node gives no proofs at all. */
  function findFailure(node: RpcNode, error: unknown): Error | undefined {
    if (!(error instanceof RpcError || error instanceof ProofUnavailable)) throw error;
    const said = error instanceof RpcError ? error.said : undefined;
    logger.warn({ rpc: node.name, reason: error.message, said }, "An RPC node could not prove an entry");
    if (error instanceof RpcError || error.kind !== "unsupported") return error;
    withoutProofsUntilMs.set(node, now() + ASK_AGAIN_AFTER_MS);
    return undefined;
  }

  return {
    /**
     * What the chain's own storage says of a wallet at the newest block, and what these notaries have certified about the
     * Haftungsperson. It was checked before it is given.
     */
    async collect(wallet: Address, notaries: readonly Address[]): Promise<KyaProof> {
      let failure: Error | undefined;
      for (const node of nodes) {
        if (now() < (withoutProofsUntilMs.get(node) ?? 0)) continue;
        try {
          return await collectFrom(node, wallet, notaries);
        } catch (error) {
          failure = findFailure(node, error) ?? failure;
        }
      }
      if (failure === undefined) throw new HttpError(501, apiErrors.noProofs);
      throw new HttpError(500, apiErrors.rpcFailure(failure.message), { cause: failure });
    },
  };
}
