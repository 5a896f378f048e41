import { bytesToHex, type Hex, type LocalAccount } from "viem";
import { formatProof, type Proof, type ProofDomain, toProofTypedData } from "../provider/proof.ts";
import { chainId, registryAddress } from "./scripted-register.ts";

type Signed = {
  signer: LocalAccount;
  host: string;
  issuedAt: number;
  method?: string;
  path?: string;
  body?: string;
  nonce?: Hex;
  domain?: ProofDomain;
};

/** The header of a proof that was signed at the given time, as `signRequest` writes it. */
export async function craftProof({
  signer,
  host,
  issuedAt,
  method = "POST",
  path = "/jobs",
  body = "work",
  nonce = bytesToHex(crypto.getRandomValues(new Uint8Array(32))),
  domain = { chainId, registryAddress },
}: Signed): Promise<string> {
  const proof: Omit<Proof, "signature"> = { wallet: signer.address, host, issuedAt, nonce };
  const request = { method, path, body: new TextEncoder().encode(body) };
  const signature = await signer.signTypedData(toProofTypedData({ domain, proof, request }));
  return formatProof({ ...proof, signature });
}
