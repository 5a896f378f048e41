import { relayErrors } from "@agent-registry/protocol";
import type { Refusal } from "../refusal.ts";
import type { NonceView } from "./relay-check.ts";

/** Step 2: a nonce that another request in flight holds is as good as spent: a second one would be mined only to fail. */
export function nonceFree({ digest, nonceHolder }: NonceView): Refusal | null {
  if (nonceHolder === undefined || nonceHolder === digest) return null;
  return { status: 401, error: relayErrors.invalidSignature };
}
