import { findDomain } from "./find-domain.ts";

/** Up to where an address's host part ends, or where a sentence goes on. */
const FIRST_ADDRESS = /(?<![\p{L}\p{N}])https:\/\/([^\s/?#\\"'`<>()[\]{},;|“”„‘’‚«»]*)/iu;

/**
 * The domain that an agent says it belongs to: the host of the first `https://` address in its scope. It is the agent's
 * word alone until the domain says so, too. Null if that address has a user, another port or no host name.
 */
export function findClaimedDomain(operationalScope: string): string | null {
  const host = FIRST_ADDRESS.exec(operationalScope)?.[1];
  if (host === undefined) return null;
  // What ends a sentence is not part of the address.
  return findDomain(host.replace(/[.:!…]+$/u, "").replace(/:443$/, "")) ?? null;
}
