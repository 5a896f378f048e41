import { type Address, checksumAddress } from "viem";

/** Saves hashing: the same creators and Haftungspersonen come again and again. */
const MAX_REMEMBERED = 20_000;
const remembered = new Map<string, Address>();

/** The checksummed form of a lower-case address. */
export function toChecksumAddress(address: string): Address {
  let checksummed = remembered.get(address);
  if (checksummed === undefined) {
    checksummed = checksumAddress(address as Address);
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    remembered.set(address, checksummed);
  }
  return checksummed;
}
