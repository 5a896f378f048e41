import type { Policy } from "@agent-registry/protocol";
import { type KyaAgent, type KyaVerdict, kya } from "../actions/kya.ts";
import { parsePolicy } from "../actions/parse-arguments.ts";
import type { RegistryClient } from "../client/registry-client.ts";
import type { Source } from "../reading/source.ts";
import { createHeadCheck, type RequestHead } from "./check-head.ts";
import { createDomainReader, isSigned } from "./is-signed.ts";
import { createMemoryNonceStore, type NonceStore, type NonceTaking, systemNow } from "./nonce-store.ts";
import { isCurrent, type RequestFacts } from "./proof.ts";
import { type Refusal, type RefusalReason, refuse, refuseWallet } from "./refusal.ts";
import { requirePositive } from "./require-positive.ts";
import { createNonceTaker } from "./take-nonce.ts";
import { createTokenBucket } from "./token-bucket.ts";
import { createVerdictCache } from "./verdict-cache.ts";

const DEFAULT_MAX_BODY_BYTES = 1024 * 1024;
const DEFAULT_STRANGERS_PER_SECOND = 50;

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
  /** What is asked for beyond compliance; the wallet's and the Haftungsperson's agreement unless told otherwise. */
  policy?: Policy;
  /** Where used proofs are remembered; in memory unless given, which is right for a single process only. */
  nonceStore?: NonceStore;
  /** Bodies are read to the end before they are checked. */
  maxBodyBytes?: number;
  /** How many wallets that are not known to be admitted are looked up in a second (50); others get 429. */
  strangersPerSecond?: number;
  /** Seconds since the epoch. */
  now?: () => number;
};

/** An agent that proved who it is, is compliant, and has what the policy asks for. */
export type AdmittedAgent = KyaAgent;

export type Admission = { agent: AdmittedAgent } | { refusal: Refusal };

/** A request as an adapter hands it over: its body is read only once its head has passed. */
type IncomingRequest = RequestHead &
  Pick<RequestFacts, "method" | "path"> & {
    /** Undefined if there is more than that. */
    readBody: (maxBytes: number) => Promise<Uint8Array | undefined>;
  };

const nonceRefusals: Record<Exclude<NonceTaking, "taken"> | "unavailable", RefusalReason> = {
  used: "replayed-proof",
  full: "too-many-requests",
  unknown: "proof-before-start",
  unavailable: "nonce-store-unavailable",
};

/**
 * Decides about each request: which agent it names, whether that agent signed it, whether it is compliant, and
 * whether it has what the policy asks for.
 */
export function createAdmission(options: AdmissionOptions): (request: IncomingRequest) => Promise<Admission> {
  const { client } = options.registry;
  const { now = systemNow } = options;
  const policy = parsePolicy(options.policy);
  const maxBodyBytes = requirePositive({
    value: options.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES,
    name: "maxBodyBytes",
  });
  const strangersPerSecond = requirePositive({
    value: options.strangersPerSecond ?? DEFAULT_STRANGERS_PER_SECOND,
    name: "strangersPerSecond",
  });
  const nowMs = () => now() * 1000;
  const checkHead = createHeadCheck({ hosts: options.hosts, maxBodyBytes, now });
  const getDomain = createDomainReader(client);
  const findVerdict = createVerdictCache({
    check: (wallet) => kya(client, { wallet, source: options.source, policy }),
    maxAttestationAgeSeconds: policy.maxAttestationAgeSeconds,
    mayAskAboutStranger: createTokenBucket({ perSecond: strangersPerSecond, now: nowMs }),
    now: nowMs,
  });
  const takeNonce = createNonceTaker(options.nonceStore ?? createMemoryNonceStore({ now }));

  return async function admit({ readBody, method, path, ...head }) {
    const checked = checkHead(head);
    if ("refusal" in checked) return checked;
    const { proof } = checked;
    const body = await readBody(maxBodyBytes);
    if (body === undefined) return { refusal: refuse("body-too-large") };

    let verdict: KyaVerdict | undefined;
    try {
      const domain = await getDomain();
      const request = { method, path, body };
      if (!(await isSigned({ domain, proof, request }))) return { refusal: refuse("invalid-proof") };
      verdict = await findVerdict(proof.wallet);
    } catch {
      // While the register is out of reach, every agent is refused.
      return { refusal: refuse("register-unavailable") };
    }
    if (verdict === undefined) return { refusal: refuse("too-many-requests") };
    const { agent } = verdict;
    if (agent === null || !verdict.admissible) return { refusal: refuseWallet(verdict) };

    // Checked again, since asking the register took time and the store forgets nonces of expired proofs.
    if (!isCurrent({ proof, now: now() })) return { refusal: refuse("expired-proof") };
    // Last, so that only compliant agents can fill the store.
    const taking = await takeNonce(proof);
    return taking === "taken" ? { agent } : { refusal: refuse(nonceRefusals[taking]) };
  };
}
