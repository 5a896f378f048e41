import { hashProof } from "./hash-proof.ts";
import { MAX_CLOCK_SKEW_SECONDS, PROOF_LIFETIME_SECONDS, type Proof, parseProof } from "./proof.ts";
import { type Refusal, refuse } from "./refusal.ts";
import { type FoundProofs, isCurrent, type RequestProof } from "./request-proof.ts";

/** The proof in an `agent-proof` header. */
export function findAgentProof(input: {
  value: string;
  isOwnHost: (host: string) => boolean;
  now: number;
}): FoundProofs | { refusal: Refusal } {
  const { value, isOwnHost, now } = input;
  const parsed = parseProof(value);
  if (parsed === undefined) return { refusal: refuse("malformed-proof") };
  const proof = toRequestProof(parsed);
  if (!isCurrent({ proof, now })) return { refusal: refuse("expired-proof") };
  if (!isOwnHost(parsed.host)) return { refusal: refuse("foreign-proof") };
  // The body is part of what is signed.
  return { proofs: [proof], checkBody: async () => undefined, refuse };
}

function toRequestProof(proof: Proof): RequestProof {
  return {
    wallet: proof.wallet,
    nonce: proof.nonce,
    holdsFrom: proof.issuedAt - MAX_CLOCK_SKEW_SECONDS,
    holdsUntil: proof.issuedAt + PROOF_LIFETIME_SECONDS,
    signature: proof.signature,
    mayBeOfKey: true,
    toHash: (signed) => hashProof({ ...signed, proof }),
  };
}
