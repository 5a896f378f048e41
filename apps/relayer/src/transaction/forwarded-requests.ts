import { type ForwardRequest, minimalForwarderAbi } from "@agent-registry/protocol";
import { type Address, getAbiItem, type Hex, toEventSelector } from "viem";
import { isSameAddress } from "./is-same-address.ts";

type Log = { address: Address; topics: readonly Hex[]; data: Hex };

const REQUEST_FORWARDED = toEventSelector(getAbiItem({ abi: minimalForwarderAbi, name: "RequestForwarded" }));
const WORD_DIGITS = 64;
/** The nonce, and whether the call succeeded. */
const DATA_LENGTH = 2 + 2 * WORD_DIGITS;

/**
 * The keys of the requests that succeeded, by the forwarder's events. Each request has one, so they are read by their
 * places: viem would look for the event, and hash its signature, for each of them.
 */
export function readSucceeded(options: { logs: readonly Log[]; forwarderAddress: Address }): Set<string> {
  const { logs, forwarderAddress } = options;
  const succeeded = new Set<string>();
  for (const { address, topics, data } of logs) {
    const [event, from] = topics;
    const isForwarded = event === REQUEST_FORWARDED && isSameAddress(address, forwarderAddress);
    if (!isForwarded || from === undefined || data.length !== DATA_LENGTH) continue;
    const nonce = BigInt(data.slice(0, 2 + WORD_DIGITS));
    const isSuccess = BigInt(`0x${data.slice(2 + WORD_DIGITS)}`) === 1n;
    if (isSuccess) succeeded.add(toRequestKey({ from: `0x${from.slice(-40)}`, nonce }));
  }
  return succeeded;
}

/** A signer spends each nonce once. */
export function toRequestKey({ from, nonce }: Pick<ForwardRequest, "from" | "nonce">): string {
  return `${from.toLowerCase()}:${nonce}`;
}
