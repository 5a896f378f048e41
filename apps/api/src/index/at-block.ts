import type { ChainIdentity } from "@agent-registry/protocol";
import type { Engine } from "@agent-registry/service";
import type { Kysely } from "kysely";
import type { Hex } from "viem";
import type { IndexSchema } from "./schema.ts";

export type IndexedBlock = { number: number; hash: Hex };

/** The index as it stands at one block: whatever a question reads from it is of that block. */
export type IndexAtBlock = {
  db: Kysely<IndexSchema>;
  engine: Engine;
  block: IndexedBlock & { timestamp: number };
  /** The last filing and the last agent up to the block. */
  lastSequence: number;
  lastAgentId: number;
  /** Undefined for an index that was filled without a chain. */
  chain: ChainIdentity | undefined;
  /** Refuses the answer if index and contract differ about one of these agents. */
  vouchFor(agentIds: Iterable<number>): void;
};

/**
 * How long the queries of a question take. A look-up reads a few rows by an index. A slow one may take seconds, and is
 * ended when its time is over. A long one reads the whole register in chunks.
 */
export type Pace = "look-up" | "slow" | "long";

export type OpenedIndex = { at: IndexAtBlock; close(): Promise<void> };

/** Opens the index at its newest block. Until it is closed it holds a connection: nothing but queries is awaited. */
export type OpenAtBlock = (pace: Pace) => Promise<OpenedIndex>;

export async function readAtBlock<T>(
  open: OpenAtBlock,
  pace: Pace,
  read: (at: IndexAtBlock) => Promise<T>,
): Promise<T> {
  const { at, close } = await open(pace);
  try {
    return await read(at);
  } finally {
    await close();
  }
}
