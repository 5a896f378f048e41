import { registryAbi } from "@agent-registry/protocol";
import { encodeEventTopics, encodeFunctionData, getAddress, zeroHash } from "viem";
import type { ChainReader } from "./chain-reader.ts";
import type { ChainLog } from "./node-answers.ts";
import { RpcError } from "./rpc-error.ts";

const [OWNERSHIP_TRANSFERRED] = encodeEventTopics({ abi: registryAbi, eventName: "OwnershipTransferred" });

/** The constructor's event: ownership passes from the zero address to the deployer, and only then. */
function isFirstOwner({ topics }: ChainLog): boolean {
  return topics[0] === OWNERSHIP_TRANSFERRED && topics[1] === zeroHash;
}

/**
 * The block in which the contract was deployed, by bisection over whether there is code. A node without old
 * states does not know, and some answer "no code" for a state that they have pruned. So the deployment's own
 * event must be in the block; otherwise the index starts at block 1, which takes longer and misses nothing.
 */
export async function findDeploymentBlock(options: { reader: ChainReader; head: number }): Promise<number> {
  const { reader } = options;
  let [low, high] = [1, options.head];
  try {
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (await reader.hasCode(middle)) high = middle;
      else low = middle + 1;
    }
    const logs = await reader.getLogs({ fromBlock: low, toBlock: low });
    if (logs.some(isFirstOwner)) return low;
  } catch (error) {
    // Only a refusal means that the node has no old states; a node that does not answer is asked again later.
    if (!(error instanceof RpcError) || (error.kind !== "refused" && error.kind !== "range")) throw error;
  }
  return 1;
}

const TOTAL_AGENTS = encodeFunctionData({ abi: registryAbi, functionName: "totalAgents" });
const ONE_WORD = /^0x[0-9a-f]{64}$/i;
/** How nodes put it that the code at an address has no such function. */
const REVERTED = /revert|invalid opcode|out of gas|stack underflow/i;

/**
 * Refuses an address at which another contract is, or none: its events would mean nothing to the index, and without any
 * it would pass for an empty register.
 */
export async function requireRegistry(reader: ChainReader, registryAddress: string): Promise<void> {
  if (!(await reader.hasCode("latest"))) {
    throw new RpcError("unavailable", "The chain has no contract at the registry's address");
  }
  if (await isRegistry(reader)) return;
  const chainId = await reader.getChainId();
  const message = `REGISTRY_ADDRESS ${getAddress(registryAddress)} is no Registry on chain ${chainId}`;
  throw new RpcError("unavailable", message);
}

async function isRegistry(reader: ChainReader): Promise<boolean> {
  try {
    return ONE_WORD.test(String(await reader.call(TOTAL_AGENTS)));
  } catch (error) {
    if (!(error instanceof RpcError) || error.kind !== "refused") throw error;
    // A node that refuses to run calls at all says nothing about the contract.
    return !REVERTED.test(error.said ?? "");
  }
}
