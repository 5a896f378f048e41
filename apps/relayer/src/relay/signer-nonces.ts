import type { Clock } from "@agent-registry/service";
import { type Address, getAddress } from "viem";
import type { Chain } from "../chain/create-chain.ts";
import { createRecentReads } from "../chain/recent-reads.ts";

type SignerNoncesDeps = {
  chain: Pick<Chain, "readForwarderNonce">;
  clock: Clock;
  /** Another text after each request of the signer, whichever process took it. */
  readActivity: (signer: Address) => Promise<string>;
};

export type SignerNonces = ReturnType<typeof createSignerNonces>;

/** The nonces that signers have to use next. A second old at most, and never older than a request of the signer. */
export function createSignerNonces({ chain, clock, readActivity }: SignerNoncesDeps) {
  const recent = createRecentReads({ read: (key) => chain.readForwarderNonce(getAddress(key)), clock });
  return {
    read: async (signer: Address): Promise<bigint> => recent.get(signer, await readActivity(signer)),
    /** A request of the signer was answered: the chain may know another nonce now. */
    forget: (signer: Address) => recent.forget(signer),
  };
}
