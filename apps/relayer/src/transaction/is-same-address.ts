import type { Address } from "viem";

/** For addresses that were validated before, unlike viem's `isAddressEqual`, which validates both each time. */
export function isSameAddress(one: Address, other: Address): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
