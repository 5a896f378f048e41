import { type Header, REQUIRED_COMPONENTS } from "./candidate.ts";

/**
 * The Accept-Signature header (RFC 9421, 5.1): what a signature of this request has to cover, in the newest draft's
 * dialect. The signer adds its `keyid` and a nonce of its own.
 */
export function toAcceptSignature(header: Header): string {
  const components = [
    ...REQUIRED_COMPONENTS.erc8128,
    ...(hasBody(header) ? ["content-digest"] : []),
    ...(header("content-type") === undefined ? [] : ["content-type"]),
  ];
  return `request=(${components.map((name) => `"${name}"`).join(" ")});created;expires;tag="erc8128"`;
}

/** As far as the head shows: not every request says how long its body is. */
function hasBody(header: Header): boolean {
  const length = header("content-length");
  if (length !== undefined) return Number(length) > 0;
  return ["content-digest", "transfer-encoding", "content-type"].some((name) => header(name) !== undefined);
}
