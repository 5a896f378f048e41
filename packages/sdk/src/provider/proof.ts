import { type Address, getAddress, type Hex, isAddress, sha256 } from "viem";

/** The header in which a request carries its proof. */
export const PROOF_HEADER = "agent-proof";
/** How long a proof holds after it was signed. */
export const PROOF_LIFETIME_SECONDS = 60;
/** How far an agent's clock may be ahead of the provider's. */
export const MAX_CLOCK_SKEW_SECONDS = 10;

/** The parts of a request that a proof binds. */
export type RequestFacts = {
  method: string;
  /**
   * The name, and the port unless it is the scheme's default: `api.example.com`. With `http://` before it if the service
   * is not reached by https: `http://127.0.0.1:4000`.
   */
  host: string;
  /** With the query, as it stands in the request line. */
  path: string;
  body: Uint8Array;
};

/** What the agent signed, besides the request itself. */
export type Proof = {
  wallet: Address;
  host: string;
  /** Seconds since the epoch. */
  issuedAt: number;
  nonce: Hex;
  signature: Hex;
};

/** The register a proof is for: proofs of another chain or another Registry do not count. */
export type ProofDomain = { chainId: number; registryAddress: Address };

export const PROOF_TYPES = {
  AgentRequest: [
    { name: "wallet", type: "address" },
    { name: "method", type: "string" },
    { name: "host", type: "string" },
    { name: "path", type: "string" },
    { name: "bodyHash", type: "bytes32" },
    { name: "issuedAt", type: "uint64" },
    { name: "nonce", type: "bytes32" },
  ],
} as const;

/** The EIP-712 message that binds a proof to its request. */
export function toProofTypedData(input: {
  domain: ProofDomain;
  proof: Omit<Proof, "signature">;
  request: Pick<RequestFacts, "method" | "path" | "body">;
}) {
  const { domain, proof, request } = input;
  return {
    domain: {
      name: "AgentRegistry",
      version: "1",
      chainId: domain.chainId,
      verifyingContract: domain.registryAddress,
    },
    types: PROOF_TYPES,
    primaryType: "AgentRequest",
    message: {
      wallet: proof.wallet,
      method: request.method.toUpperCase(),
      host: proof.host,
      path: request.path,
      bodyHash: sha256(request.body),
      issuedAt: BigInt(proof.issuedAt),
      nonce: proof.nonce,
    },
  } as const;
}

export function formatProof({ wallet, host, issuedAt, nonce, signature }: Proof): string {
  return `v=1; wallet=${wallet}; host=${host}; issued=${issuedAt}; nonce=${nonce}; signature=${signature}`;
}

const HEADER =
  /^v=1; wallet=(0x[0-9a-fA-F]{40}); host=([a-z0-9.:[\]-]{1,255}); issued=(\d{1,12}); nonce=(0x[0-9a-f]{64}); signature=(0x[0-9a-f]{130})$/;

/** Undefined for anything but exactly what `formatProof` writes. */
export function parseProof(header: string): Proof | undefined {
  const match = HEADER.exec(header);
  if (match === null) return undefined;
  const [wallet, host, issued, nonce, signature] = match.slice(1) as [Hex, string, string, Hex, Hex];
  if (!isAddress(wallet)) return undefined;
  // One spelling only: in another spelling a used nonce would look new.
  return {
    wallet: getAddress(wallet),
    host,
    issuedAt: Number(issued),
    nonce,
    signature,
  };
}
