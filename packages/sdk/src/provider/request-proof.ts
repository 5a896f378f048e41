import type { Address, Hash, Hex } from "viem";
import type { ProofDomain, RequestFacts } from "./proof.ts";
import type { Refusal } from "./refusal.ts";

/** What an agent signed in one of the schemes, as far as the head of the request tells. */
export type RequestProof = {
  wallet: Address;
  nonce: string;
  /** Seconds since the epoch: the first and the last at which the proof holds. */
  holdsFrom: number;
  holdsUntil: number;
  signature: Hex;
  /** Else only a contract can take it for a signature. */
  mayBeOfKey: boolean;
  /** What must have been signed. */
  toHash: (signed: { domain: ProofDomain; request: Omit<RequestFacts, "host"> }) => Hash;
};

/** Reasons that show only after the head was read; each scheme has its own words for them. */
export type LateReason = "expired-proof" | "invalid-proof" | "replayed-proof";

/** What the head of a request brings along: one of the proofs must be right. */
export type FoundProofs = {
  proofs: readonly RequestProof[];
  /** What speaks against the body, if the head tells what it should be. */
  checkBody: (body: Uint8Array) => Promise<Refusal | undefined>;
  refuse: (reason: LateReason) => Refusal;
};

/** Whether a proof holds at this moment, in seconds since the epoch. */
export function isCurrent({
  proof,
  now,
}: {
  proof: Pick<RequestProof, "holdsFrom" | "holdsUntil">;
  now: number;
}): boolean {
  return now >= proof.holdsFrom && now <= proof.holdsUntil;
}
