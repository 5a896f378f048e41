import {
  concat,
  domainSeparator,
  type Hash,
  type Hex,
  keccak256,
  numberToHex,
  pad,
  sha256,
  stringToHex,
} from "viem";
import { PROOF_TYPES, type Proof, type ProofDomain, type RequestFacts, toProofTypedData } from "./proof.ts";

const TYPE_HASH = keccak256(
  stringToHex(
    `AgentRequest(${PROOF_TYPES.AgentRequest.map(({ type, name }) => `${type} ${name}`).join(",")})`,
  ),
);

/** Most providers have one. */
const separators = new WeakMap<ProofDomain, Hash>();

/**
 * The EIP-712 hash of `toProofTypedData`, in a third of the time that viem takes: what is the same for all requests of a
 * register is hashed once. Providers do this for every request, before they know whether it is worth anything.
 */
export function hashProof(input: {
  domain: ProofDomain;
  proof: Omit<Proof, "signature">;
  request: Pick<RequestFacts, "method" | "path" | "body">;
}): Hash {
  const { domain, proof, request } = input;
  let separator = separators.get(domain);
  if (separator === undefined) {
    separator = domainSeparator({ domain: toProofTypedData(input).domain });
    separators.set(domain, separator);
  }
  const struct = keccak256(
    concat([
      TYPE_HASH,
      pad(proof.wallet),
      hashText(request.method.toUpperCase()),
      hashText(proof.host),
      hashText(request.path),
      sha256(request.body),
      numberToHex(proof.issuedAt, { size: 32 }),
      proof.nonce,
    ]),
  );
  return keccak256(concat(["0x1901", separator, struct]));
}

const hashText = (text: string): Hex => keccak256(stringToHex(text));
