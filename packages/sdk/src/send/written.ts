import type { Hash, Log, TransactionReceipt } from "viem";
import { waitForTransactionReceipt } from "viem/actions";
import type { RegistryClient } from "../client/registry-client.ts";
import { RegistryError } from "../errors/registry-error.ts";

export type WriteResult = {
  transactionHash: Hash;
  blockNumber: number;
  gasUsed: bigint;
  paidBy: "relayer" | "account";
};

export type Written = WriteResult & { logs: Log[] };

/** The receipt of a transaction that was mined and succeeded. */
export async function waitForReceipt(input: {
  client: RegistryClient;
  hash: Hash;
}): Promise<TransactionReceipt> {
  const { client, hash } = input;
  const receipt = await waitForTransactionReceipt(client.reader, {
    hash,
    timeout: client.confirmationTimeoutMs,
    pollingInterval: 250,
  }).catch((cause) => {
    throw outcomeUnknown({ hash, cause });
  });
  if (receipt.status === "success") return receipt;
  throw new RegistryError({
    reason: "reverted",
    message: `Transaction ${hash} was mined but the register refused it: something changed after it was tried out. Nothing was written.`,
    transactionHash: hash,
  });
}

export function outcomeUnknown({ hash, cause }: { hash: Hash; cause: unknown }): RegistryError {
  return new RegistryError({
    reason: "outcome-unknown",
    message: `Transaction ${hash} was sent, but the chain has not confirmed it. It may still be mined: look it up before you send it again.`,
    transactionHash: hash,
    cause,
  });
}
