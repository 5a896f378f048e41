import type { NameResponse } from "@agent-registry/protocol";
import type { Address, Hex } from "viem";
import { RpcError } from "../chain/rpc-error.ts";

/** A system of names, each direction of which has to be asked: anybody may claim any name as its own. */
export type NameSource = {
  source: NonNullable<NameResponse["source"]>;
  /** The name that an address claims. */
  findName(address: Address, signal: AbortSignal): Promise<string | undefined>;
  /** The address that a name stands for, by the word of whoever holds the name. */
  findAddress(name: string, signal: AbortSignal): Promise<Address | undefined>;
};

/** What strangers' contracts answer may be anything; what cannot be read is no answer. */
export function decodeOrUndefined<T>(decode: () => T): T | undefined {
  try {
    return decode();
  } catch {
    return undefined;
  }
}

/** For contracts that every node of the right chain knows. */
export function requireContract(answer: Hex | undefined, contract: string): Hex | undefined {
  if (answer !== "0x") return answer;
  throw new RpcError("untrue", `eth_call: this node's chain has no ${contract}`);
}
