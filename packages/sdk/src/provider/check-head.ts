import { isCurrent, type Proof, parseProof } from "./proof.ts";
import { type Refusal, refuse } from "./refusal.ts";

type Options = { hosts: readonly string[]; maxBodyBytes: number; now: () => number };

/** What the head of a request holds: the proof, and the length of the body that would follow. */
export type RequestHead = { proofHeader: string | undefined; contentLength: string | undefined };

/**
 * What can be said about a request before its body is read: strangers must not make the provider take in
 * bodies that it will refuse.
 */
export function createHeadCheck({ hosts, maxBodyBytes, now }: Options) {
  const ownHosts = new Set(hosts.map((host) => host.toLowerCase()));

  return function checkHead(head: RequestHead): { proof: Proof } | { refusal: Refusal } {
    if (head.proofHeader === undefined) return { refusal: refuse("missing-proof") };
    const proof = parseProof(head.proofHeader);
    if (proof === undefined) return { refusal: refuse("malformed-proof") };
    if (!isCurrent({ proof, now: now() })) return { refusal: refuse("expired-proof") };
    if (!ownHosts.has(proof.host)) return { refusal: refuse("foreign-proof") };
    // A body that is longer than it says is found out while it is read.
    if (Number(head.contentLength) > maxBodyBytes) return { refusal: refuse("body-too-large") };
    return { proof };
  };
}
