import type { AgentStatus } from "@agent-registry/protocol";
import type { Address, Hash, Hex } from "viem";

export type IndexedBlock = { number: number; hash: Hex };

/** An agent as the index holds it. Times are whole seconds since the epoch, addresses checksummed. */
export type IndexedAgent = {
  agentId: number;
  creator: Address;
  haftungsperson: Address;
  agentWallet: Address;
  constitutionHash: Hex;
  capabilityHash: Hex;
  operationalScope: string;
  parentAgentId: number;
  generation: number;
  selfModifying: boolean;
  registeredAt: number;
  lastAttestation: number;
  lastRevenueReport: number;
  status: AgentStatus;
  childCount: number;
};

/** What a KYA check says of an agent: reading all columns would take twice as long. */
export type WalletEntry = Pick<
  IndexedAgent,
  | "agentId"
  | "creator"
  | "haftungsperson"
  | "agentWallet"
  | "operationalScope"
  | "registeredAt"
  | "lastAttestation"
  | "status"
>;

export type Consents = { wallet: boolean; haftungsperson: boolean; parent: boolean };

export type Refusals = Omit<Consents, "wallet">;

/** What a decision by policy needs of the record that a wallet is bound to. */
export type WalletStanding = Pick<
  IndexedAgent,
  | "agentId"
  | "agentWallet"
  | "haftungsperson"
  | "status"
  | "registeredAt"
  | "lastAttestation"
  | "selfModifying"
  | "parentAgentId"
> & {
  consents: Consents;
  refusals: Refusals;
  /** From the parent up to the root, if they were asked for. */
  ancestors?: (Pick<IndexedAgent, "agentId" | "status" | "parentAgentId"> & {
    consents: Consents;
    refusals: Refusals;
  })[];
};

/** Records as they all stand at one block. */
export type WalletStandings = {
  block: IndexedBlock;
  /** By wallet in lower case; those that are not bound to a record are not among them. */
  byWallet: Map<string, WalletStanding>;
};

/** Which record is asked for: the one that a wallet, in lower case, is bound to, or an agent's. */
export type EntryKey = { wallet: Address } | { agentId: number };

/** A moment of the past: the end of a second, or of a block. */
export type Moment = { time: number } | { block: number };

/** A record as it stood at a moment. When revenue was last reported is not part of it. */
export type PastRecord = Omit<IndexedAgent, "lastRevenueReport" | "childCount"> & {
  /** Of the scope's bytes, if the text does not give them. */
  scopeHash: Hash | undefined;
  isWalletReleased: boolean;
  consents: Consents;
  refusals: Refusals;
};

/** What the index knows of a moment, and the record at that moment if there was one. */
export type AsOf = {
  /** The index's newest block. After it nothing is known. */
  head: { number: number; hash: Hash; timestamp: number };
  /** Of all agents' filings the last one up to the moment. */
  lastFiling: { blockNumber: number; blockHash: Hash; timestamp: number } | undefined;
  /** Its number; 0 if there was none. */
  lastSequence: number;
  /** The time of the block that was asked for, if the index remembers it. */
  blockTime: number | undefined;
  /** The hash of that block, likewise. */
  blockHash: Hash | undefined;
  /** A block after the time that was asked for. If it is final, so is the answer. */
  laterBlock: number | undefined;
  record: PastRecord | undefined;
};
