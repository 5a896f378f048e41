import type { Address, Hex } from "viem";
import type { Refusal } from "./refusal.ts";

/** The parts of a request that a signature binds. */
export type RequestFacts = {
  method: string;
  /**
   * The name, and the port unless it is the scheme's default: `api.example.com`. With `http://` before it if the service
   * is not reached by https: `http://127.0.0.1:4000`.
   */
  host: string;
  /** With the query, as it stands in the request line. */
  path: string;
  body: Uint8Array;
};

/** What an agent signed, as far as the head of the request shows. */
export type RequestProof = {
  wallet: Address;
  nonce: string;
  /** Seconds since the epoch: the first and the last at which the proof holds. */
  holdsFrom: number;
  holdsUntil: number;
  /** The text that must have been signed. */
  message: string;
  signature: Hex;
  /** False if only a contract can take it for a signature. */
  mayBeOfKey: boolean;
};

/** What the head of a request brings along: one of the proofs must be right. */
export type FoundProofs = {
  proofs: readonly RequestProof[];
  /** What speaks against the body, if the head says what it should be. */
  checkBody: (body: Uint8Array) => Promise<Refusal | undefined>;
};
