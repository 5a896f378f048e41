import { bytesToHex, sha256 } from "viem";
import { Fault, type FaultCode } from "./fault.ts";
import { decodeBase64, encodeBase64, parseByteSequences } from "./structured-fields.ts";

/** The value of Content-Digest (RFC 9530) for a body. */
export function toContentDigest(body: Uint8Array): string {
  return `sha-256=:${encodeBase64(sha256(body, "bytes"))}:`;
}

/** Whether the body is the field's. Every digest of a known kind must fit, and one must be known. */
export async function checkContentDigest(input: {
  field: string | undefined;
  body: Uint8Array;
}): Promise<FaultCode | undefined> {
  const { field, body } = input;
  if (field === undefined) return body.length > 0 ? "content_digest_required" : undefined;
  try {
    const digests = parseByteSequences(field);
    const short = digests.get("sha-256");
    const long = digests.get("sha-512");
    if (short === undefined && long === undefined) return "bad_content_digest";
    if (short !== undefined && bytesToHex(decodeBase64(short)) !== sha256(body)) return "bad_content_digest";
    if (long !== undefined && bytesToHex(decodeBase64(long)) !== (await sha512(body)))
      return "bad_content_digest";
    return undefined;
  } catch (error) {
    if (error instanceof Fault) return "bad_content_digest";
    throw error;
  }
}

async function sha512(body: Uint8Array): Promise<string> {
  return bytesToHex(new Uint8Array(await crypto.subtle.digest("SHA-512", new Uint8Array(body))));
}
