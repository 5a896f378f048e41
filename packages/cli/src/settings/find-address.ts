import { parseAddress } from "@agent-registry/sdk";
import type { Address } from "viem";

/** What was given as an address, with or without its chain; undefined if nothing was. */
export function findAddress(input: {
  value: string | undefined;
  /** The flag or the setting that it comes from, for the sentence if it is none. */
  name: string;
  chainId: number | undefined;
}): Address | undefined {
  const { value, ...rest } = input;
  return value === undefined ? undefined : parseAddress({ value, ...rest });
}
