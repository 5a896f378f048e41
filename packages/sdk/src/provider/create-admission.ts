import { type Address, recoverTypedDataAddress } from "viem";
import { type KyaAgent, type KyaVerdict, kya } from "../actions/kya.ts";
import { getChainId } from "../client/get-chain-id.ts";
import { type RegistryClient, requireRegistryAddress } from "../client/registry-client.ts";
import type { Source } from "../reading/source.ts";
import { type AdmissionPolicy, applyPolicy } from "./admission-policy.ts";
import { createMemoryNonceStore, type NonceStore } from "./nonce-store.ts";
import {
  PROOF_LIFETIME_SECONDS,
  type Proof,
  type ProofDomain,
  parseProof,
  type RequestFacts,
  toProofTypedData,
} from "./proof.ts";
import { type Refusal, refuse, refuseWallet } from "./refusal.ts";
import { createVerdictCache } from "./verdict-cache.ts";

/** How far an agent's clock may be ahead of ours. */
const MAX_CLOCK_SKEW_SECONDS = 10;
/**
 * How long a nonce is remembered beyond its proof's life: a shared store takes time to answer, and
 * the processes that share it have clocks of their own.
 */
const NONCE_MARGIN_SECONDS = 15;

export type AdmissionOptions = {
  registry: { client: RegistryClient };
  /**
   * The names under which agents reach this service, with the port unless it is the scheme's default.
   * The Host header of a request is no substitute: an attacker who replays a request made for
   * another service sends that service's name along.
   */
  hosts: readonly string[];
  /** Whom to ask about a wallet; the chain unless only an API is configured. */
  source?: Source;
  /** Whose agreement is asked for; the wallet's and the Haftungsperson's unless told otherwise. */
  policy?: AdmissionPolicy;
  nonceStore?: NonceStore;
  /** Bodies are read to the end before they are checked. */
  maxBodyBytes?: number;
  /** Seconds since the epoch. */
  now?: () => number;
};

/** An agent that proved who it is, is compliant, and has the agreement that the policy asks for. */
export type AdmittedAgent = KyaAgent;

export type Admission = { agent: AdmittedAgent } | { refusal: Refusal };

type Admit = (input: {
  header: string | undefined;
  request: Omit<RequestFacts, "host">;
}) => Promise<Admission>;

/**
 * Decides about each request: which agent it names, whether that agent signed it, whether it is compliant, and
 * whether those whom its record names have agreed to it.
 */
export function createAdmission(options: AdmissionOptions): Admit {
  const { client } = options.registry;
  const { policy = {}, now = () => Math.floor(Date.now() / 1000) } = options;
  const hosts = new Set(options.hosts.map((host) => host.toLowerCase()));
  const nonceStore = options.nonceStore ?? createMemoryNonceStore({ now });
  const getVerdict = createVerdictCache({
    check: (wallet) => kya(client, { wallet, source: options.source }),
    isRefused: (verdict) => "objection" in applyPolicy({ verdict, policy }),
    now: () => now() * 1000,
  });
  const getDomain = createDomainReader(client);

  return async function admit({ header, request }) {
    if (header === undefined) return { refusal: refuse("missing-proof") };
    const proof = parseProof(header);
    if (proof === undefined) return { refusal: refuse("malformed-proof") };
    if (!isCurrent({ proof, now: now() })) return { refusal: refuse("expired-proof") };
    if (!hosts.has(proof.host)) return { refusal: refuse("foreign-proof") };

    let verdict: KyaVerdict;
    try {
      const domain = await getDomain();
      if (!(await isSigned({ domain, proof, request }))) return { refusal: refuse("invalid-proof") };
      verdict = await getVerdict(proof.wallet);
    } catch {
      // While the register is out of reach, every agent is refused.
      return { refusal: refuse("register-unavailable") };
    }
    const decision = applyPolicy({ verdict, policy });
    if ("objection" in decision) return { refusal: refuseWallet({ verdict, ...decision }) };

    // Checked again, since asking the register took time and the store forgets nonces of expired proofs.
    if (!isCurrent({ proof, now: now() })) return { refusal: refuse("expired-proof") };
    // Last, so that only compliant agents can fill the store.
    const { wallet, nonce, issuedAt } = proof;
    const expiresAt = issuedAt + PROOF_LIFETIME_SECONDS + NONCE_MARGIN_SECONDS;
    const use = await nonceStore.take({ wallet, nonce, expiresAt });
    if (use === "taken") return { agent: decision.agent };
    return { refusal: refuse(use === "used" ? "replayed-proof" : "too-many-requests") };
  };
}

function isCurrent({ proof, now }: { proof: Proof; now: number }): boolean {
  const age = now - proof.issuedAt;
  return age <= PROOF_LIFETIME_SECONDS && age >= -MAX_CLOCK_SKEW_SECONDS;
}

async function isSigned(input: {
  domain: ProofDomain;
  proof: Proof;
  request: Omit<RequestFacts, "host">;
}): Promise<boolean> {
  const { proof } = input;
  try {
    const signer = await recoverTypedDataAddress({ ...toProofTypedData(input), signature: proof.signature });
    return signer.toLowerCase() === proof.wallet.toLowerCase();
  } catch {
    // The bytes are not a signature.
    return false;
  }
}

function createDomainReader(client: RegistryClient): () => Promise<ProofDomain> {
  const registryAddress: Address = requireRegistryAddress(client);
  let known: ProofDomain | undefined;
  return async () => {
    known ??= { chainId: client.chainId ?? (await getChainId(client)), registryAddress };
    return known;
  };
}
