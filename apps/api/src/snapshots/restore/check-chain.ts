import type { ChainReader } from "../../chain/chain-reader.ts";
import { SnapshotError, type SnapshotHeader } from "../format.ts";

type Facts = { chainId: number; genesisHash: string; blockHash: string };

/** The chain must have the snapshot's block, by the word of every node that answers. */
export async function checkChain(readers: ChainReader[], header: SnapshotHeader): Promise<void> {
  const answers = await Promise.allSettled(
    readers.map(async (reader): Promise<Facts> => {
      const [chainId, genesis, block] = await Promise.all([
        reader.getChainId(),
        reader.getBlock(0),
        reader.getBlock(header.block.number),
      ]);
      return { chainId, genesisHash: genesis.hash, blockHash: block.hash };
    }),
  );
  const facts = answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
  if (facts.length === 0) {
    const reasons = answers.flatMap((answer) =>
      answer.status === "rejected" ? [toReason(answer.reason)] : [],
    );
    throw new SnapshotError(`No RPC node has told of the snapshot's block: ${reasons.join("; ")}`);
  }
  for (const { chainId, genesisHash, blockHash } of facts) {
    if (chainId !== header.chainId || genesisHash !== header.genesisHash)
      throw new SnapshotError(`The snapshot is of chain ${header.chainId}, and not of that of RPC_URL`);
    if (blockHash !== header.block.hash)
      throw new SnapshotError(`Block ${header.block.number} of the chain is not that of the snapshot`);
  }
}

function toReason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
