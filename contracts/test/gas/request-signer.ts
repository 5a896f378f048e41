import { SUGGESTED_GAS } from "@agent-registry/protocol";
import { type SignedRequest, signedRequest } from "@agent-registry/testkit";
import type { Address } from "viem";
import type { Call } from "./operations.ts";

export type RequestSigner = ReturnType<typeof createRequestSigner>;

/** 2030-01-01: real requests carry a deadline, and its bytes cost gas too. */
const DEADLINE = 1_893_456_000;

/** Signs calls as requests and counts each signer's nonces from 0. */
export function createRequestSigner(deployment: {
  chainId: number;
  forwarderAddress: Address;
  registryAddress: Address;
}) {
  const nonces = new Map<Address, bigint>();

  return {
    async sign({ sender, data, gas = SUGGESTED_GAS.register }: Call): Promise<SignedRequest> {
      const nonce = nonces.get(sender.address) ?? 0n;
      nonces.set(sender.address, nonce + 1n);
      return signedRequest({
        signer: sender,
        deployment,
        overrides: { data, nonce, gas, deadline: DEADLINE },
      });
    },
  };
}
