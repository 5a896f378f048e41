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

export type PublicUrls = { api: string; dashboard: string };

/** What routes are made from; each takes what it needs. */
export type RouteDeps = {
  reader: IndexReader;
  status: () => IndexStatus;
  responses: Responses;
  freshness: Freshness;
  clock: Clock;
  blocks: BlockFacts;
  registryAddress: Address;
  /** Where the public reaches this register, without a slash at the end. */
  publicUrls: PublicUrls;
  /** Already masked. */
  rpcUrl: string;
};
