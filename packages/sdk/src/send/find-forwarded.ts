import { minimalForwarderAbi } from "@agent-registry/protocol";
import { type Address, type Hash, isAddressEqual, parseEventLogs, type TransactionReceipt } from "viem";
import { getContractEvents, getTransaction, readContract } from "viem/actions";
import type { RegistryClient } from "../client/registry-client.ts";
import { RegistryError } from "../errors/registry-error.ts";
import { expiryOf, type SignedRequest } from "./relayer-client.ts";

/** `spent`: the nonce is used, and the log does not (yet) say by which request. */
type Forwarded = { kind: "mined"; hash: Hash } | { kind: "replaced" | "spent" | "pending" | "unknown" };

/**
 * What the chain knows of a signed request whose answer was lost. A used nonce is not enough, since
 * another request of the same signer may have used it: the transaction must carry this signature.
 */
export async function findForwarded(input: {
  client: RegistryClient;
  forwarder: Address;
  signed: SignedRequest;
  fromBlock: bigint;
}): Promise<Forwarded> {
  const { client, forwarder, signed, fromBlock } = input;
  const { request, signature } = signed;
  try {
    const nonce = await readContract(client.reader, {
      address: forwarder,
      abi: minimalForwarderAbi,
      functionName: "getNonce",
      args: [request.from],
    });
    if (nonce <= request.nonce) return { kind: "pending" };
    const events = await getContractEvents(client.reader, {
      address: forwarder,
      abi: minimalForwarderAbi,
      eventName: "RequestForwarded",
      args: { from: request.from },
      fromBlock,
      strict: true,
    });
    const event = events.find(({ args }) => args.nonce === request.nonce && args.success);
    if (event === undefined) return { kind: "spent" };
    const transaction = await getTransaction(client.reader, { hash: event.transactionHash });
    return transaction.input.includes(signature.slice(2).toLowerCase())
      ? { kind: "mined", hash: event.transactionHash }
      : { kind: "replaced" };
  } catch {
    // The chain is out of reach as well.
    return { kind: "unknown" };
  }
}

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
