import type { Clock } from "@agent-registry/service";
import type { Address } from "viem";
import type { IndexReader } from "../index-store/index-reader.ts";
import type { IndexStatus } from "../index-store/index-status.ts";
import type { Responses } from "../responses/create-responses.ts";
import type { Freshness } from "../responses/freshness.ts";

/** What RPC nodes tell of a block beyond what the index holds. */
export type BlockFacts = {
  /** Whether no reorganisation takes this block back. */
  isSafe(block: number): Promise<boolean>;
  /** In seconds, of a block that the index no longer remembers. */
  getTime(block: number): Promise<number>;
};

/** What routes are made from; each takes what it needs. */
export type RouteDeps = {
  reader: IndexReader;
  status: () => IndexStatus;
  responses: Responses;
  freshness: Freshness;
  clock: Clock;
  blocks: BlockFacts;
  registryAddress: Address;
  /** Already masked. */
  rpcUrl: string;
};
