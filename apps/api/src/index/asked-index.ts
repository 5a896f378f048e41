import type { Address } from "viem";
import type { IndexedBlock, OpenAtBlock } from "./at-block.ts";
import type { AsOf, EntryKey, Moment, WalletEntry, WalletStandings } from "./records.ts";

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
