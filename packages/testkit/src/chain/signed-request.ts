import {
  type ForwardRequest,
  hashForwardRequest,
  registryAbi,
  SUGGESTED_GAS,
  toForwarderDomain,
  toTypedData,
} from "@agent-registry/protocol";
import { type Address, encodeFunctionData, type Hex, type LocalAccount } from "viem";

export type SignedRequest = { request: ForwardRequest; signature: Hex; digest: Hex };

type SignedRequestOptions = {
  signer: LocalAccount;
  deployment: { chainId: number; forwarderAddress: Address; registryAddress: Address };
  /** Any field may be wrong on purpose; the request is signed with it. */
  overrides?: Partial<ForwardRequest>;
};

/** A valid request, signed: an attestation of agent 1 unless other data is given. */
export async function signedRequest({
  signer,
  deployment,
  overrides = {},
}: SignedRequestOptions): Promise<SignedRequest> {
  const request: ForwardRequest = {
    from: signer.address,
    to: deployment.registryAddress,
    value: 0n,
    gas: SUGGESTED_GAS.other,
    nonce: 0n,
    deadline: 0,
    data: encodeFunctionData({ abi: registryAbi, functionName: "attestCompliance", args: [1n] }),
    ...overrides,
  };
  const domain = toForwarderDomain(deployment);
  const signature = await signer.signTypedData(toTypedData({ domain, request }));
  return { request, signature, digest: hashForwardRequest({ domain, request }) };
}
