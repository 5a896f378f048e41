import { minimalForwarderAbi } from "@agent-registry/protocol";
import type { Address, Hash } from "viem";
import { getContractEvents, getTransaction, readContract } from "viem/actions";
import type { RegistryClient } from "../client/registry-client.ts";
import type { SignedRequest } from "./relayer-client.ts";

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
