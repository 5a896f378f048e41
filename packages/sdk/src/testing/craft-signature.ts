import type { Address, LocalAccount } from "viem";
import { signHttpRequest } from "../provider/erc8128/sign-http-request.ts";
import { parseHost } from "../provider/hosts.ts";
import { chainId } from "./scripted-register.ts";

type Signed = {
  signer: Pick<LocalAccount, "address" | "signMessage">;
  /** With `http://` before it unless it is reached by https. */
  host: string;
  issuedAt: number;
  method?: string;
  path?: string;
  body?: string;
  contentType?: string | undefined;
  nonce?: string;
  onChain?: number;
  /** If it is not the signer's own. */
  wallet?: Address;
};

/** The headers of a request that was signed by ERC-8128 at the given time, as `signRequest` writes them. */
export async function craftSignature({
  signer,
  host,
  issuedAt,
  method = "POST",
  path = "/jobs",
  body = "work",
  contentType = "text/plain",
  nonce = crypto.randomUUID(),
  onChain = chainId,
  wallet = signer.address,
}: Signed): Promise<Record<string, string>> {
  const headers = await signHttpRequest({
    request: { method, path, body: new TextEncoder().encode(body), contentType, ...parseHost(host) },
    signer: {
      address: wallet,
      chainId: onChain,
      signMessage: (message) => signer.signMessage({ message }),
    },
    created: issuedAt,
    nonce,
  });
  return { ...headers, "content-type": contentType };
}
