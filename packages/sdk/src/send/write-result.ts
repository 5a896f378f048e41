import type { Hash, Log } from "viem";

export type WriteResult = {
  transactionHash: Hash;
  blockNumber: number;
  gasUsed: bigint;
  paidBy: "relayer" | "account";
};

export type Written = WriteResult & { logs: Log[] };
