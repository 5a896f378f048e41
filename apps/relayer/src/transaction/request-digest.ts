import { type ForwarderDomain, type ForwardRequest, forwardRequestTypes } from "@agent-registry/protocol";
import { domainSeparator, type Hex, stringToHex } from "viem";
import { toWord } from "./abi-word.ts";
import { keccak256 } from "../fast/keccak256.ts";

const members = forwardRequestTypes.ForwardRequest.map(({ type, name }) => `${type} ${name}`);
const TYPE_HASH = keccak256(stringToHex(`ForwardRequest(${members.join(",")})`)).slice(2);

/**
 * `hashForwardRequest` for many requests of one domain: what is the same for all of them is hashed once, and nothing is
 * looked up by type. Requests must be well-formed, as the body's schema leaves them.
 */
export function createRequestDigest(domain: ForwarderDomain): (request: ForwardRequest) => Hex {
  const separator = domainSeparator({ domain }).slice(2);
  return ({ from, to, value, gas, nonce, deadline, data }) => {
    const words = [from, to, value, gas, nonce, BigInt(deadline)].map(toWord).join("");
    const struct = keccak256(`0x${TYPE_HASH}${words}${keccak256(data).slice(2)}`);
    return keccak256(`0x1901${separator}${struct.slice(2)}`);
  };
}
