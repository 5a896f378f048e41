import { type Address, type Hex, hexToBytes } from "viem";
import { MAX_VALIDITY_SECONDS } from "./candidate.ts";
import { toContentDigest } from "./content-digest.ts";
import { type RequestHead, toSignatureBase } from "./signature-base.ts";
import { encodeBase64 } from "./structured-fields.ts";

const LABEL = "request";

type HttpRequest = Omit<RequestHead, "header"> & { body: Uint8Array; contentType: string | undefined };

type Signer = { address: Address; chainId: number; signMessage: (message: string) => Promise<Hex> };

/** The headers by which a request is signed in the newest draft's dialect, for a minute from `created`. */
export async function signHttpRequest(input: {
  request: HttpRequest;
  signer: Signer;
  /** Seconds since the epoch. */
  created: number;
  nonce: string;
}): Promise<Record<string, string>> {
  const { request, signer, created, nonce } = input;
  const { body, contentType } = request;
  const content: Record<string, string> = {
    ...(body.length > 0 ? { "content-digest": toContentDigest(body) } : {}),
    ...(contentType === undefined ? {} : { "content-type": contentType }),
  };
  const components = ["@scheme", "@authority", "@method", "@path", "@query", ...Object.keys(content)];
  const keyId = `eip155:${signer.chainId}:${signer.address.toLowerCase()}`;
  const signatureParams = `(${components.map((name) => `"${name}"`).join(" ")});created=${created};expires=${created + MAX_VALIDITY_SECONDS};nonce="${nonce}";keyid="${keyId}";tag="erc8128"`;
  const base = toSignatureBase({
    components,
    signatureParams,
    request: { ...request, header: (name) => content[name] },
    dialect: "erc8128",
  });
  const signature = await signer.signMessage(base);
  const { "content-type": _contentType, ...digest } = content;
  return {
    ...digest,
    "signature-input": `${LABEL}=${signatureParams}`,
    signature: `${LABEL}=:${encodeBase64(hexToBytes(signature))}:`,
  };
}
