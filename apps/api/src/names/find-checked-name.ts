import { type Address, isAddressEqual } from "viem";
import { normalize } from "viem/ens";
import type { NameSource } from "./name-source.ts";

/** As long as a name in the DNS may be. */
const MAX_NAME_LENGTH = 255;

/** The name that an address claims, if it is written as it must be and stands for that address. */
export async function findCheckedName(input: {
  source: NameSource;
  address: Address;
  signal: AbortSignal;
}): Promise<string | undefined> {
  const { source, address, signal } = input;
  const name = await source.findName(address, signal);
  if (name === undefined || !isNormal(name)) return undefined;
  const owner = await source.findAddress(name, signal);
  return owner !== undefined && isAddressEqual(owner, address) ? name : undefined;
}

/** Whether it is in its normal form (ENSIP-15): in another one it could look like somebody else's name. */
function isNormal(name: string): boolean {
  if (name === "" || name.length > MAX_NAME_LENGTH) return false;
  try {
    return normalize(name) === name;
  } catch {
    return false;
  }
}
