import type { Dialect } from "./erc8128/signature-base.ts";
import { findAgentProof } from "./find-agent-proof.ts";
import { type Accounts, findSignedRequest } from "./find-signed-request.ts";
import { createHostFinder } from "./hosts.ts";
import { PROOF_HEADER, type RequestFacts } from "./proof.ts";
import type { ProofScheme } from "./proof-scheme.ts";
import { type Refusal, refuse } from "./refusal.ts";
import { refuseSignature } from "./refuse-signature.ts";
import type { FoundProofs } from "./request-proof.ts";

type Options = {
  hosts: readonly string[];
  accept: readonly ProofScheme[];
  accounts: Accounts;
  maxBodyBytes: number;
  getChainId: () => Promise<number>;
  now: () => number;
};

/** What is known of a request before its body is read. */
export type IncomingHead = Pick<RequestFacts, "method" | "path"> & {
  /** By its name in lower case; repeated fields are combined by ", ". */
  header: (name: string) => string | undefined;
};

/**
 * What can be said about a request before its body is read: strangers must not make the provider take in
 * bodies that it will refuse.
 */
export function createHeadCheck({ hosts, accept, accounts, maxBodyBytes, getChainId, now }: Options) {
  const findOrigin = createHostFinder(hosts);
  const dialects = accept.filter((scheme): scheme is Dialect => scheme !== "agent-proof");
  const takesAgentProofs = accept.includes("agent-proof");

  /** A request that is signed by ERC-8128 stands or falls by that: whoever tampered with it cannot choose another scheme. */
  async function findProofs(request: IncomingHead): Promise<FoundProofs | { refusal: Refusal }> {
    const { header } = request;
    if (dialects.length > 0 && header("signature-input") !== undefined) {
      const origin = findOrigin(header("host"));
      return findSignedRequest({ request, origin, dialects, accounts, getChainId, now });
    }
    const value = takesAgentProofs ? header(PROOF_HEADER) : undefined;
    if (value === undefined) {
      const isSignatureTaken = dialects.length > 0;
      return { refusal: isSignatureTaken ? refuseSignature("signature_missing") : refuse("missing-proof") };
    }
    return findAgentProof({ value, isOwnHost: (host) => findOrigin(host) !== undefined, now: now() });
  }

  return async function checkHead(request: IncomingHead): Promise<FoundProofs | { refusal: Refusal }> {
    const found = await findProofs(request);
    if ("refusal" in found) return found;
    // A body that is longer than it says is found out while it is read.
    if (Number(request.header("content-length")) > maxBodyBytes) return { refusal: refuse("body-too-large") };
    return found;
  };
}
