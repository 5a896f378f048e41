import { registryAbi } from "@agent-registry/protocol";
import { encodeEventTopics, zeroHash } from "viem";
import type { ChainReader } from "./chain-reader.ts";
import { RpcError } from "./rpc-error.ts";
import type { ChainLog } from "./validate-logs.ts";

const [OWNERSHIP_TRANSFERRED] = encodeEventTopics({ abi: registryAbi, eventName: "OwnershipTransferred" });

/** The constructor's event: from nobody to the deployer. Nothing else can cause it again. */
function isFirstOwner({ topics }: ChainLog): boolean {
  return topics[0] === OWNERSHIP_TRANSFERRED && topics[1] === zeroHash;
}

/**
 * The block in which the contract was deployed, by bisection over whether there is code. A node that
 * keeps no old states cannot tell, and one that answers "no code" for a state it has pruned would
 * mislead us: so the deployment's own event must be there, or the search starts at the first block,
 * which takes longer and misses nothing.
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
    // Only the node's own refusal means "no archive"; a node that is away is asked again later.
    if (!(error instanceof RpcError) || (error.kind !== "refused" && error.kind !== "range")) throw error;
  }
  return 1;
}
