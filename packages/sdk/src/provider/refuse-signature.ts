import type { FaultCode } from "./erc8128/fault.ts";
import type { Refusal, RefusalReason } from "./refusal.ts";

/** The answer to each fault of a request signed by ERC-8128. Only what cannot be read at all gets 400. */
const refusals: Record<FaultCode, [Refusal["status"], RefusalReason, string]> = {
  signature_missing: [
    401,
    "missing-proof",
    "This service is for registered agents: sign the request (Signature-Input and Signature headers, ERC-8128)",
  ],
  no_acceptable_signature: [
    401,
    "missing-proof",
    'None of the signatures is one that this service takes: sign by ERC-8128, with tag="erc8128"',
  ],
  signature_input_invalid: [
    400,
    "malformed-proof",
    "The Signature-Input and Signature headers cannot be read, or do not belong to each other",
  ],
  signature_too_large: [
    400,
    "malformed-proof",
    "The headers of the signature are too long, or hold too much",
  ],
  invalid_keyid: [
    401,
    "malformed-proof",
    "The signature's keyid must be eip155:<chain id>:<wallet in lower case>",
  ],
  unsupported_chain: [401, "foreign-proof", "The signature is for another chain than this register's"],
  unsupported_algorithm: [401, "malformed-proof", "The signature must not name an algorithm (alg)"],
  unsupported_account: [401, "invalid-proof", "This service takes signatures of keys only, not of contracts"],
  invalid_time: [
    401,
    "malformed-proof",
    "The signature must say when it was created and when it expires, which is later",
  ],
  request_not_yet_valid: [
    401,
    "expired-proof",
    "The signature is from the future: check the clock and sign the request again",
  ],
  request_expired: [
    401,
    "expired-proof",
    "The signature has expired: check the clock and sign the request again",
  ],
  request_validity_too_long: [
    401,
    "malformed-proof",
    "The signature holds for too long: let it expire after at most 60 seconds",
  ],
  nonce_required: [401, "malformed-proof", "The signature needs a nonce"],
  invalid_nonce: [401, "malformed-proof", "The signature's nonce must be a string of 1 to 128 characters"],
  nonce_reused: [401, "replayed-proof", "The signature's nonce was used before: sign each request anew"],
  insufficient_coverage: [
    401,
    "malformed-proof",
    "The signature must cover @scheme, @authority, @method, @path, @query, and content-digest and content-type if they are sent",
  ],
  content_digest_required: [
    401,
    "malformed-proof",
    "Requests with a body need a Content-Digest header that the signature covers",
  ],
  bad_content_digest: [401, "invalid-proof", "The body is not the one that Content-Digest tells of"],
  bad_signature: [401, "invalid-proof", "The signature does not fit this request or this wallet"],
};

export function refuseSignature(code: FaultCode): Refusal {
  const [status, reason, error] = refusals[code];
  return { status, reason, error, code };
}
