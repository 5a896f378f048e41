import { type Clock, createLoop, type Logger } from "@agent-registry/service";
import type { Address, Hex } from "viem";
import type { Chain } from "../chain/create-chain.ts";
import type { MinedBlock, TransactionStore } from "../ledger/transaction-store.ts";
import { createGracePeriods, defaultTiming, type Timing } from "./watcher.ts";

/** As long as the index can undo blocks. A time, since the same depth is seconds on one chain and an hour on another. */
const WATCHED_MS = 10 * 60_000;
/** What a look may ask a node at most; the rest waits for the next look. */
const MAX_BLOCKS_A_LOOK = 20;

type ReorganisationDeps = {
  chain: Pick<Chain, "readBlockHash">;
  clock: Clock;
  wallet: Address;
  transactions: Pick<TransactionStore, "findMinedBlocks" | "revive">;
  timing: Partial<Timing>;
  /** Transactions are live again. */
  onRevived: () => void;
  logger: Logger;
};

/**
 * Watches whether the blocks that hold our transactions stay part of the chain. Each block is asked for once;
 * after that the newest one vouches for all below it, so that a look usually costs a single call.
 */
export function createReorganisations(deps: ReorganisationDeps) {
  const { chain, clock, wallet, transactions, logger } = deps;
  const timing = { ...defaultTiming, ...deps.timing };
  const gracePeriods = createGracePeriods({ clock });
  /** The hashes of blocks that were seen in the chain, all in one branch of it. */
  const seen = new Set<Hex>();
  const intervalMs = timing.reorganisationPollMs;
  const loop = createLoop({ run: look, intervalMs, log: { name: "the watch for reorganisations", logger } });

  async function look(): Promise<void> {
    const since = clock.now() - WATCHED_MS;
    const blocks = await transactions.findMinedBlocks({ wallet, since });
    const hashes = blocks.map(({ hash }) => hash);
    gracePeriods.keepOnly(hashes);
    for (const hash of seen) if (!hashes.includes(hash)) seen.delete(hash);

    const lost: MinedBlock[] = [];
    let isVouchedFor = false;
    const unseen = blocks.filter(({ hash }) => !seen.has(hash));
    const others = blocks.filter(({ hash }) => seen.has(hash));
    for (const block of [...unseen, ...others].slice(0, MAX_BLOCKS_A_LOOK)) {
      if (isVouchedFor) break;
      const place = await findPlace(block);
      if (place === "lost") lost.push(block);
      // Everything seen that is older is in the same branch.
      isVouchedFor = seen.has(block.hash) && place === "in-chain";
      if (place === "in-chain") seen.add(block.hash);
    }
    for (const { hash, number } of lost) {
      seen.delete(hash);
      const count = await transactions.revive({ wallet, since, blockHash: hash });
      logger.warn(
        { block: number, blockHash: hash, transactions: count },
        "a reorganisation took a block away",
      );
    }
    if (lost.length > 0) deps.onRevived();
  }

  async function findPlace({ number, hash }: MinedBlock): Promise<"in-chain" | "lost" | "unknown"> {
    const found = await chain.readBlockHash(number);
    if (found === hash) {
      gracePeriods.reset(hash);
      return "in-chain";
    }
    if (found !== null) return "lost";
    // The node may only be behind; but a chain can become shorter, too.
    // Stryker disable next-line StringLiteral: A place is only compared with the two other words.
    return gracePeriods.isOver(hash, timing.lostMs) ? "lost" : "unknown";
  }

  return { start: () => loop.wake(), stop: () => loop.stop() };
}
