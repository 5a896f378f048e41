/** What can be wrong with a signed request, in the words of ERC-8128. */
export type FaultCode =
  | "signature_missing"
  | "no_acceptable_signature"
  | "signature_input_invalid"
  | "signature_too_large"
  | "invalid_keyid"
  | "unsupported_chain"
  | "unsupported_algorithm"
  | "unsupported_account"
  | "invalid_time"
  | "request_not_yet_valid"
  | "request_expired"
  | "request_validity_too_long"
  | "nonce_required"
  | "invalid_nonce"
  | "nonce_reused"
  | "insufficient_coverage"
  | "content_digest_required"
  | "bad_content_digest"
  | "bad_signature";

/** Thrown where a signed request cannot count. */
export class Fault extends Error {
  readonly code: FaultCode;

  constructor(code: FaultCode) {
    super(code);
    this.code = code;
  }
}
