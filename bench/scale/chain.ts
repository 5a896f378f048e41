import { toBlockHash, toBlockTime } from "../synthetic-logs.ts";

/** The chain that large registers are made up on. */
export const CHAIN = { toBlockHash, toBlockTime };
export const CHAIN_ID = 84_532;
export const REGISTRY_ADDRESS = "0x00000000000000000000000000000000000a9e57";
export const EVENTS_A_BLOCK = 1_000;

export type LargeOptions = {
  agents: number;
  /** Of each agent. */
  filings: number;
  lastBlock: number;
};
