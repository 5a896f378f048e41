import type { ChainIdentity } from "@agent-registry/protocol";
import type { Engine } from "@agent-registry/service";
import type { Kysely } from "kysely";
import type { Address } from "viem";
import type { AsOf, EntryKey, IndexedBlock, Moment, WalletEntry, WalletStandings } from "./records.ts";
import type { BlockRow, IndexSchema } from "./schema.ts";

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

/** The newest block: the checkpoint from which the index goes on. */
export function findNewestBlock(db: Kysely<IndexSchema>): Promise<BlockRow | undefined> {
  return db.selectFrom("blocks").selectAll().orderBy("number", "desc").limit(1).executeTakeFirst();
}

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

/**
 * The look-ups that come by the thousand, past the query builder: each is one prepared statement, which also
 * returns the block whose state it read. Addresses come in lower case: hashing a checksum costs more (about
 * 40 us) than the look-up. For the same reason they are stored as they are answered.
 */
export type PreparedLookUps = {
  /** The record that the wallet is bound to. */
  walletEntry(wallet: Address): Promise<{ block: IndexedBlock; found: WalletEntry | undefined }>;
  /** The same for many wallets at once, with what a policy asks for. */
  walletStandings(
    wallets: readonly Address[],
    options: { withAncestors: boolean },
  ): Promise<{ block: IndexedBlock; found: WalletStandings["byWallet"] }>;
  /**
   * The record that the wallet was bound to at a moment, or the agent's record at that moment. Takes as long for an
   * agent with many filings as for one with few.
   */
  asOf(key: EntryKey, moment: Moment): Promise<{ block: IndexedBlock; found: AsOf }>;
};

/** Refuses answers about agents whose records in index and contract differ. */
export type Vouching = {
  forAgents(agentIds: Iterable<number>): void;
  forWallet(wallet: string, what?: string): void;
  forAll(): void;
  /** The doubtful agents, so that an answer about all others can leave them out. */
  listIds(): number[];
};

/** The index as questions read it. */
export type AskedIndex = { open: OpenAtBlock; lookUps: PreparedLookUps; vouching: Vouching };
