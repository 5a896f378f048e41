import { type Address, getAddress, isAddress } from "viem";

const ADDRESS_LENGTH = 42;

/** An address in its usual spelling; undefined if the value is none, or is mistyped. */
export function toAddress(value: unknown): Address | undefined {
  // The length comes first: viem remembers what it is asked about, and strangers send texts of any length.
  if (typeof value !== "string" || value.length !== ADDRESS_LENGTH || !isAddress(value)) return undefined;
  return getAddress(value);
}
