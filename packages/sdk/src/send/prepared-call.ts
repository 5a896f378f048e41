import type { Account, Address, Hex } from "viem";

/** A call that passed simulation; what both ways of sending need. */
export type PreparedCall = {
  account: Account;
  /** The Registry, or the forwarder if the account forwards its own request. */
  to: Address;
  chainId: number;
  data: Hex;
  /** What the call itself needs, with a margin. */
  gas: bigint;
};
