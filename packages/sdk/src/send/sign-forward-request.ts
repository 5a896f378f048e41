import { type ForwarderDomain, type ForwardRequest, toTypedData } from "@agent-registry/protocol";
import type { Address, Hex } from "viem";
import { getBlock, signTypedData } from "viem/actions";
import { type RegistryClient, requireAccount } from "../client/registry-client.ts";
import { throwChainError } from "../errors/to-chain-error.ts";
import type { SignedRequest } from "./relayer-client.ts";
import { toDeadline } from "./request-rules.ts";

/** A signed request that got lost expires after this long, so that it is not sent much later. */
const REQUEST_LIFETIME_SECONDS = 60 * 60;
/** No request that this package signs lives longer. It never signs a deadline of 0, which is for ever. */
export const MAX_REQUEST_LIFETIME_SECONDS = 2 * REQUEST_LIFETIME_SECONDS;

/** Signs a call to the Registry that the forwarder carries out in the account's name. */
export async function signForwardRequest(input: {
  client: RegistryClient;
  domain: ForwarderDomain;
  call: { to: Address; data: Hex; gas: bigint; nonce: bigint };
}): Promise<SignedRequest> {
  const { client, domain, call } = input;
  const { account, wallet } = requireAccount(client);
  const request: ForwardRequest = {
    from: account.address,
    to: call.to,
    value: 0n,
    gas: call.gas,
    nonce: call.nonce,
    deadline: toDeadline(await getNextBlockTime(client), REQUEST_LIFETIME_SECONDS + randomSeconds()),
    data: call.data,
  };
  // If a wallet behind the transport holds the key, signing can fail as any RPC call can.
  const signature = await signTypedData(wallet, { account, ...toTypedData({ domain, request }) }).catch(
    throwChainError,
  );
  return { request, signature };
}

/**
 * Signatures are deterministic: two processes that file the same thing in the same second would make
 * one request, and one filing would be lost.
 */
function randomSeconds(): number {
  return Math.floor(Math.random() * REQUEST_LIFETIME_SECONDS);
}

async function getNextBlockTime({ reader }: RegistryClient): Promise<number> {
  const block = await getBlock(reader, { blockTag: "pending" })
    .catch(() => getBlock(reader))
    .catch(throwChainError);
  return Number(block.timestamp);
}
