import type { Clock } from "@agent-registry/service";
import type { Address } from "viem";
import type { IndexReader } from "../index-store/index-reader.ts";
import type { IndexStatus } from "../index-store/index-status.ts";
import type { Responses } from "../responses/create-responses.ts";
import type { Freshness } from "../responses/freshness.ts";

/** What routes are made from; each takes what it needs. */
export type RouteDeps = {
  reader: IndexReader;
  status: () => IndexStatus;
  responses: Responses;
  freshness: Freshness;
  clock: Clock;
  registryAddress: Address;
  /** Already masked. */
  rpcUrl: string;
};
