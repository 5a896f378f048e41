import {
  type ForwarderDomain,
  type ForwardRequest,
  forwardRequestTypes,
  minimalForwarderAbi,
} from "@agent-registry/protocol";
import {
  type Address,
  domainSeparator,
  getAbiItem,
  type Hex,
  size,
  stringToHex,
  toEventSelector,
  toFunctionSelector,
} from "viem";
import { keccak256 } from "../fast/crypto.ts";

const WORD_BYTES = 32;
const WORD_DIGITS = 2 * WORD_BYTES;

export type SignedForwardRequest = { request: ForwardRequest; signature: Hex };

type ForwarderCall = {
  data: Hex;
  gas: bigint;
  /** The size of the signed transaction around it, at most. */
  transactionBytes: number;
};

/**
 * A block has room for a transaction only if its whole gas limit fits, though most of it comes back, so
 * several batches of middle size fill a block better than a large one: two of these fit into 30 million. Also
 * under 2^24, the most that one transaction may ask for (EIP-7825).
 */
const MAX_BATCH_GAS = 14_900_000n;
/** This many attestations have room in 32 kB, which is what nodes count as one transaction of a sender. */
export const MAX_BATCH_REQUESTS = 60;
/** Nodes refuse transactions over 128 kB. */
const MAX_BATCH_BYTES = 96 * 1024;
/** For each request, besides its data. */
const PLANNED_BYTES = 500;

/** The first of the waiting requests that fit into one transaction: always at least one. */
export function planBatch<T extends SignedForwardRequest>(waiting: readonly T[]): T[] {
  const batch: T[] = [];
  let gas = BASE_GAS;
  let bytes = 0;
  for (const item of waiting) {
    const itemBytes = size(item.request.data) + PLANNED_BYTES;
    gas += toRequestGas(item.request) + BigInt(itemBytes) * GAS_PER_CALLDATA_BYTE;
    bytes += itemBytes;
    const isFull = batch.length >= MAX_BATCH_REQUESTS || gas > MAX_BATCH_GAS || bytes > MAX_BATCH_BYTES;
    if (batch.length > 0 && isFull) break;
    batch.push(item);
  }
  return batch;
}

/** What a transaction adds to the call's data: its envelope and signature. */
const ENVELOPE_BYTES = 200;
const BASE_GAS = 21_000n;
/** The dearer of the two prices of a byte of calldata: the floor of EIP-7623. */
const GAS_PER_CALLDATA_BYTE = 40n;
/**
 * What the forwarder does for one request besides the call: it recovers the signer (3,000), reads and
 * writes the nonce (22,100 at most), writes the event (1,900), keeps a reserve for the call (3,000),
 * and hashes and copies. Measured at 33,000 with an empty payload.
 */
const GAS_PER_REQUEST = 42_000n;
/** Hashing, copying and storing a word of payload; memory is not freed between the requests of a batch. */
const GAS_PER_WORD = 40n;

/** The call of the forwarder that carries these requests. */
export function toForwarderCall(items: readonly SignedForwardRequest[]): ForwarderCall {
  const data = encode(items);
  const gas = toGasLimit({ requests: items.map(({ request }) => request), data });
  return { data, gas, transactionBytes: size(data) + ENVELOPE_BYTES };
}

const [EXECUTE, EXECUTE_BATCH] = ["execute", "executeBatch"].map((name) =>
  toFunctionSelector(getAbiItem({ abi: minimalForwarderAbi, name: name as "execute" })),
);

/**
 * Alone, a request goes by `execute`, which is cheaper; several share one `executeBatch`. Every request is encoded up
 * to three times, so this writes the one form of these two calls that there is, instead of asking the ABI each time.
 */
function encode(items: readonly SignedForwardRequest[]): Hex {
  const [only] = items;
  if (only !== undefined && items.length === 1) {
    return `${EXECUTE}${toTuple([toRequestTuple(only.request), toBytes(only.signature)])}` as Hex;
  }
  const requests = toList(items.map(({ request }) => toRequestTuple(request)));
  const signatures = toList(items.map(({ signature }) => toBytes(signature)));
  return `${EXECUTE_BATCH}${toTuple([requests, signatures])}` as Hex;
}

/** The members that have a size of their own stand after the others, which say where. */
function toRequestTuple({ from, to, value, gas, nonce, deadline, data }: ForwardRequest): string {
  const fixed = [from, to, value, gas, nonce, BigInt(deadline)].map(toWord);
  return [...fixed, toWord(BigInt((fixed.length + 1) * WORD_BYTES)), toBytes(data)].join("");
}

/** Parts that all have a size of their own: first where each begins, then the parts. */
function toTuple(parts: readonly string[]): string {
  let offset = parts.length * WORD_BYTES;
  const offsets = parts.map((part) => {
    const own = offset;
    offset += part.length / 2;
    return toWord(BigInt(own));
  });
  return [...offsets, ...parts].join("");
}

function toList(parts: readonly string[]): string {
  return toWord(BigInt(parts.length)) + toTuple(parts);
}

function toBytes(bytes: Hex): string {
  const digits = bytes.slice(2).toLowerCase();
  const padded = Math.ceil(digits.length / 2 / WORD_BYTES) * WORD_BYTES * 2;
  return toWord(BigInt(digits.length / 2)) + digits.padEnd(padded, "0");
}

/**
 * Gas that is enough whatever the calls do. A call gets its signed gas only if 64/63 of it is left at
 * that point, so the sum of all limits has to be there, even though most of it comes back.
 */
function toGasLimit({ requests, data }: { requests: readonly ForwardRequest[]; data: Hex }): bigint {
  let limit = BASE_GAS + BigInt(size(data)) * GAS_PER_CALLDATA_BYTE;
  let words = 0n;
  for (const request of requests) {
    words += BigInt(Math.ceil(size(request.data) / 32)) + 4n;
    limit += toRequestGas(request);
  }
  return limit + words * GAS_PER_WORD + (words * words) / 256n;
}

function toRequestGas({ gas }: ForwardRequest): bigint {
  return GAS_PER_REQUEST + (gas * 64n) / 63n + 1n;
}

type Log = { address: Address; topics: readonly Hex[]; data: Hex };

const REQUEST_FORWARDED = toEventSelector(getAbiItem({ abi: minimalForwarderAbi, name: "RequestForwarded" }));
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

const members = forwardRequestTypes.ForwardRequest.map(({ type, name }) => `${type} ${name}`);
const TYPE_HASH = keccak256(stringToHex(`ForwardRequest(${members.join(",")})`)).slice(2);

/**
 * `hashForwardRequest` for many requests of one domain: what is the same for all of them is hashed once, and nothing is
 * looked up by type. Requests must be well-formed, as the body's schema leaves them.
 */
export function createRequestDigest(domain: ForwarderDomain): (request: ForwardRequest) => Hex {
  const separator = domainSeparator({ domain }).slice(2);
  return ({ from, to, value, gas, nonce, deadline, data }) => {
    const words = [from, to, value, gas, nonce, BigInt(deadline)].map(toWord).join("");
    const struct = keccak256(`0x${TYPE_HASH}${words}${keccak256(data).slice(2)}`);
    return keccak256(`0x1901${separator}${struct.slice(2)}`);
  };
}

/** A number or an address as the 32 bytes that it has in ABI encoding, in hex without 0x. */
function toWord(value: bigint | Address): string {
  const digits = typeof value === "bigint" ? value.toString(16) : value.slice(2).toLowerCase();
  // A minus sign, or more than fits, would shift all that follows.
  if (digits.length > WORD_DIGITS || digits.startsWith("-")) throw new RangeError("No word of the ABI");
  return digits.padStart(WORD_DIGITS, "0");
}

/** For addresses that were validated before, unlike viem's `isAddressEqual`, which validates both each time. */
export function isSameAddress(one: Address, other: Address): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
