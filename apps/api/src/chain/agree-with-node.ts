import type { BlockRow } from "../index-store/schema.ts";
import type { BlockHeader, ChainReader } from "./chain-reader.ts";
import { findDeploymentBlock } from "./deployment-block.ts";
import { findAncestor } from "./find-ancestor.ts";
import type { FollowOptions, Pass } from "./follow-chain.ts";
import { RpcError } from "./rpc-error.ts";

/**
 * Brings the index onto the chain that the node follows, before anything is read: nothing to do as a
 * rule, an undo after a reorganisation, a new start where the chain is another one. Returns the block
 * from which to go on, or `lagging` for a node that is merely behind.
 */
export function createAgreement(options: FollowOptions) {
  const { registryAddress, board, metrics, logger, clock, lagPatienceMs } = options;
  let laggingSinceMs: number | null = null;

  return async function agree(step: Pass & { head: BlockHeader }): Promise<BlockRow | "lagging"> {
    const { reader, writer, head } = step;
    const [identity, checkpoint] = await Promise.all([writer.findIdentity(), writer.findCheckpoint()]);
    const isOurs =
      identity?.registryAddress === registryAddress &&
      (options.startBlock === undefined || identity.startBlock === options.startBlock);
    if (checkpoint === undefined || !isOurs)
      return startOver(step, "The index is empty or of another register");

    if (head.number >= checkpoint.number) {
      laggingSinceMs = null;
      const theirs = head.number === checkpoint.number ? head : await reader.getBlock(checkpoint.number);
      return theirs.hash === checkpoint.hash ? checkpoint : rejoin(step);
    }

    const known = await writer.getKnownBlocks();
    const below = known.find((block) => block.number <= head.number);
    if (below === undefined) {
      if ((await reader.getBlock(0)).hash !== identity.genesisHash) return rejoin(step);
      throw new RpcError("unavailable", `The node is at block ${head.number}, far behind the index`);
    }
    const theirs = below.number === head.number ? head : await reader.getBlock(below.number);
    if (theirs.hash !== below.hash) return rejoin(step);
    // Its blocks are ours, only fewer. A node that is behind catches up; one that does not has dropped
    // the rest, and so must we.
    laggingSinceMs ??= clock.now();
    if (clock.now() - laggingSinceMs < lagPatienceMs) return "lagging";
    return rejoin(step);
  };

  /** Back to the newest block that both have. */
  async function rejoin(step: Pass & { head: BlockHeader }): Promise<BlockRow> {
    const { reader, writer } = step;
    const known = await writer.getKnownBlocks();
    const ancestor = await findAncestor({ reader, known });
    const newest = known[0];
    if (newest === undefined || ancestor === undefined) return startOver(step, "The chain was reset");
    laggingSinceMs = null;
    await writer.undoTo(ancestor);
    metrics.reorgs.inc();
    const depth = newest.number - ancestor.number;
    logger.warn({ depth, block: ancestor.number, rpc: reader.name }, "The chain was reorganised");
    return ancestor;
  }

  async function startOver(step: Pass & { head: BlockHeader }, reason: string): Promise<BlockRow> {
    const { reader, writer, head } = step;
    const checkpoint = await writer.findCheckpoint();
    const identity = await writer.findIdentity();
    const isSameRegister = identity?.registryAddress === registryAddress;
    // One node on a wrong network must not cost us the index.
    if (checkpoint !== undefined && isSameRegister && (await step.isKnownElsewhere(checkpoint))) {
      throw new RpcError("untrue", "The node follows another chain than the others");
    }
    board.startedOver();
    if (checkpoint !== undefined) {
      metrics.rebuilds.inc();
      logger.warn({ reason, rpc: reader.name }, "The index is built anew");
      // At once, and not when the new start is found: what it holds is of a dead chain.
      await writer.clear();
    }
    if (!(await reader.hasCode("latest"))) {
      throw new RpcError("unavailable", "The chain has no contract at the registry's address");
    }
    const startBlock = Math.max(
      1,
      options.startBlock ?? (await findDeploymentBlock({ reader, head: head.number })),
    );
    const start = await describeStart(reader, startBlock);
    await writer.startOver({
      identity: { ...start, registryAddress, startBlock: options.startBlock ?? startBlock },
      anchor: start.anchor,
    });
    return { ...start.anchor, last_sequence: 0, last_agent_id: 0 };
  }
}

async function describeStart(reader: ChainReader, startBlock: number) {
  const [chainId, genesis, anchor] = await Promise.all([
    reader.getChainId(),
    reader.getBlock(0),
    reader.getBlock(startBlock - 1),
  ]);
  return { chainId, genesisHash: genesis.hash, anchor: { number: anchor.number, hash: anchor.hash } };
}
