import { type Address, type Hex, hashTypedData } from "viem";

/** A call that its sender signed and a relayer pays for. */
export type ForwardRequest = {
  from: Address;
  to: Address;
  value: bigint;
  gas: bigint;
  nonce: bigint;
  /** Seconds since the epoch; 0 for no expiry. */
  deadline: number;
  data: Hex;
};

export type ForwarderDomain = {
  name: typeof FORWARDER_NAME;
  version: typeof FORWARDER_VERSION;
  chainId: number;
  verifyingContract: Address;
};

export const FORWARDER_NAME = "MinimalForwarder";
export const FORWARDER_VERSION = "1";

export const forwardRequestTypes = {
  ForwardRequest: [
    { name: "from", type: "address" },
    { name: "to", type: "address" },
    { name: "value", type: "uint256" },
    { name: "gas", type: "uint256" },
    { name: "nonce", type: "uint256" },
    { name: "deadline", type: "uint48" },
    { name: "data", type: "bytes" },
  ],
} as const;

export function toForwarderDomain(deployment: {
  chainId: number;
  forwarderAddress: Address;
}): ForwarderDomain {
  return {
    name: FORWARDER_NAME,
    version: FORWARDER_VERSION,
    chainId: deployment.chainId,
    verifyingContract: deployment.forwarderAddress,
  };
}

/** What a wallet is asked to sign: pass it to viem's `signTypedData`. */
export function toTypedData({ domain, request }: { domain: ForwarderDomain; request: ForwardRequest }) {
  return { domain, types: forwardRequestTypes, primaryType: "ForwardRequest", message: request } as const;
}

/** The EIP-712 digest, which identifies a request on every relayer and chain. */
export function hashForwardRequest(input: { domain: ForwarderDomain; request: ForwardRequest }): Hex {
  return hashTypedData(toTypedData(input));
}

/** The `request` part of a relay body on the wire: every number is a decimal string. */
export function toWireRequest(request: ForwardRequest) {
  return {
    from: request.from,
    to: request.to,
    value: request.value.toString(),
    gas: request.gas.toString(),
    nonce: request.nonce.toString(),
    deadline: request.deadline.toString(),
    data: request.data,
  };
}
