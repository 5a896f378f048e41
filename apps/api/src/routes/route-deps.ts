import type { Clock } from "@agent-registry/service";
import type { Address } from "viem";
import type { Answers } from "../answers/create-answers.ts";
import type { Freshness } from "../answers/freshness.ts";
import type { IndexReader, IndexStatus } from "../index-store/index-store.ts";

/** What routes are made from; each takes what it needs. */
export type RouteDeps = {
  reader: IndexReader;
  status: () => IndexStatus;
  answers: Answers;
  freshness: Freshness;
  clock: Clock;
  registryAddress: Address;
  /** Already masked. */
  rpcUrl: string;
};
