import type { Policy } from "@agent-registry/protocol";
import type { Address } from "viem";
import { parsePolicy } from "../actions/parse-arguments.ts";
import type { RegistryClient } from "../client/registry-client.ts";
import { invalidInput } from "../errors/registry-error.ts";
import type { OfflineKya } from "../offline/create-offline-kya.ts";
import type { Source } from "../reading/source.ts";
import { systemNow } from "../system-now.ts";
import type { Admission } from "./admission.ts";
import { createRegisterCheck } from "./ask-register.ts";
import { createHeadCheck, type RequestHead } from "./check-head.ts";
import { createOfflineCheck } from "./check-offline.ts";
import type { AdmissionDecision, WalletDecision } from "./decision.ts";
import { createDomainReader, isSigned, type RecoverAddress } from "./is-signed.ts";
import { createMemoryNonceStore, type NonceStore, type NonceTaking } from "./nonce-store.ts";
import { isCurrent, type RequestFacts } from "./proof.ts";
import { type RefusalReason, refuse } from "./refusal.ts";
import { requirePositive } from "./require-positive.ts";
import { createNonceTaker } from "./take-nonce.ts";

const DEFAULT_MAX_BODY_BYTES = 1024 * 1024;
export const DEFAULT_STRANGERS_PER_SECOND = 50;

export type AdmissionOptions = {
  registry: { client: RegistryClient };
  /**
   * The names under which agents reach this service, with the port unless it is the scheme's default.
   * The Host header of a request is no substitute: an attacker who replays a request made for
   * another service sends that service's name along.
   */
  hosts: readonly string[];
  /**
   * Whom to ask about a wallet; the chain unless only an API is configured. Or what `createOfflineKya` made: then nobody
   * is asked, and agents bring a binding along.
   */
  source?: Source | OfflineKya;
  /** With an offline source: whom to ask about agents that it cannot decide about. Without it, those are refused. */
  fallback?: Source;
  /**
   * What is asked for beyond compliance; the wallet's and the Haftungsperson's agreement unless told otherwise. An offline
   * source has its own `requireConsents` instead, since lists tell nothing else.
   */
  policy?: Policy;
  /** A quicker one than viem's, which takes most of the time of a request; for example by `tiny-secp256k1`. */
  recoverAddress?: RecoverAddress;
  /** Where used proofs are remembered; in memory unless given, which is right for a single process only. */
  nonceStore?: NonceStore;
  /** Bodies are read to the end before they are checked. */
  maxBodyBytes?: number;
  /** How many wallets that are not known to be admitted are looked up in a second (50); others get 429. */
  strangersPerSecond?: number;
  /**
   * Told of every decision, before the request goes on; `keepEvidence` makes one that writes them down. If it fails, an
   * agent that would be served is refused: what is not kept cannot be shown later.
   */
  onDecision?: (decision: AdmissionDecision) => void | Promise<void>;
  /** Seconds since the epoch. */
  now?: () => number;
};

/** A request as an adapter hands it over: its body is read only once its head has passed. */
type IncomingRequest = RequestHead &
  Pick<RequestFacts, "method" | "path"> & {
    /** The register's statement of who the agent is, if the request brings one along. */
    binding?: string | undefined;
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
  const checkHead = createHeadCheck({ hosts: options.hosts, maxBodyBytes, now });
  const getDomain = createDomainReader(client);
  const decideAboutWallet = createWalletCheck(options, {
    policy,
    strangersPerSecond,
    nowMs: () => now() * 1000,
  });
  const takeNonce = createNonceTaker(options.nonceStore ?? createMemoryNonceStore({ now }));

  async function decide({ readBody, method, path, binding, ...head }: IncomingRequest): Promise<Decided> {
    const checked = checkHead(head);
    if ("refusal" in checked) return checked;
    const { proof } = checked;
    const { wallet } = proof;
    const body = await readBody(maxBodyBytes);
    if (body === undefined) return { wallet, refusal: refuse("body-too-large") };

    let decision: WalletDecision;
    try {
      const domain = await getDomain();
      const signed = { domain, proof, request: { method, path, body }, recover: options.recoverAddress };
      if (!(await isSigned(signed))) return { wallet, refusal: refuse("invalid-proof") };
      decision = await decideAboutWallet(wallet, binding);
    } catch {
      // While the register is out of reach, every agent is refused.
      return { wallet, refusal: refuse("register-unavailable") };
    }
    if ("refusal" in decision) return { wallet, ...decision };

    const { basis } = decision;
    // Checked again, since asking the register took time and the store forgets nonces of expired proofs.
    if (!isCurrent({ proof, now: now() })) return { wallet, basis, refusal: refuse("expired-proof") };
    // Last, so that only compliant agents can fill the store.
    const taking = await takeNonce(proof);
    return taking === "taken"
      ? { wallet, ...decision }
      : { wallet, basis, refusal: refuse(nonceRefusals[taking]) };
  }

  return async function admit(request) {
    const decided = await decide(request);
    const admission = "refusal" in decided ? { refusal: decided.refusal } : { agent: decided.agent };
    try {
      await options.onDecision?.(toDecision(request, { ...decided, decidedAt: now() }));
    } catch {
      if ("agent" in admission) return { refusal: refuse("decision-not-kept") };
    }
    return admission;
  };
}

type Decided = WalletDecision & { wallet?: Address };

function toDecision(
  { method, path, proofHeader }: IncomingRequest,
  { wallet, basis, decidedAt, ...decided }: Decided & { decidedAt: number },
): AdmissionDecision {
  const facts = { decidedAt, method, path, wallet, proof: proofHeader, basis };
  return "refusal" in decided
    ? { ...facts, admitted: false, agent: undefined, reason: decided.refusal.reason }
    : { ...facts, admitted: true, agent: decided.agent, reason: undefined };
}

type Limits = { policy: Policy; strangersPerSecond: number; nowMs: () => number };

/** Whether a wallet is admitted, whoever made the request: by a question, or offline. */
function createWalletCheck(
  { registry, source, fallback, policy: given }: AdmissionOptions,
  limits: Limits,
): (wallet: Address, binding: string | undefined) => Promise<WalletDecision> {
  const { client } = registry;
  if (typeof source !== "object") {
    if (fallback !== undefined)
      throw invalidInput("fallback is for an offline source: give source what createOfflineKya made.");
    return createRegisterCheck({ client, source, ...limits });
  }
  if (given !== undefined)
    throw invalidInput(
      "An offline source decides by its own requireConsents, since lists tell nothing else: leave policy out.",
    );
  const policy = { consents: source.requireConsents };
  const askRegister = fallback && createRegisterCheck({ client, source: fallback, ...limits, policy });
  return createOfflineCheck({ offline: source, askRegister });
}
