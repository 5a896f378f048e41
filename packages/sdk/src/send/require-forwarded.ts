import { minimalForwarderAbi } from "@agent-registry/protocol";
import { type Address, isAddressEqual, parseEventLogs, type TransactionReceipt } from "viem";
import { RegistryError } from "../errors/registry-error.ts";
import { expiryOf, type SignedRequest } from "./relayer-client.ts";

/**
 * Throws unless the forwarder's own event in this transaction says that the request was carried out.
 * A successful transaction is not enough: a relayer may name any, and one transaction may carry many
 * requests, of which some fail.
 */
export function requireForwarded(input: {
  receipt: TransactionReceipt;
  forwarder: Address;
  signed: SignedRequest;
}): void {
  const { receipt, forwarder, signed } = input;
  const { from, nonce } = signed.request;
  const outcomes = parseEventLogs({
    abi: minimalForwarderAbi,
    eventName: "RequestForwarded",
    logs: receipt.logs.filter(({ address }) => isAddressEqual(address, forwarder)),
  }).filter(({ args }) => isAddressEqual(args.from, from) && args.nonce === nonce);
  // A request that is in the batch twice succeeds once.
  if (outcomes.some(({ args }) => args.success)) return;

  const { transactionHash } = receipt;
  if (outcomes.length > 0) {
    throw new RegistryError({
      reason: "reverted",
      message: `The request failed in transaction ${transactionHash}: something changed after it was tried out. Nothing was written by it; look the agent up before you try again.`,
      transactionHash,
    });
  }
  throw new RegistryError({
    reason: "outcome-unknown",
    message: `The relayer names transaction ${transactionHash}, which does not hold the request. It may still be mined until ${expiryOf(signed)}: look the agent up before you try again.`,
    transactionHash,
  });
}
