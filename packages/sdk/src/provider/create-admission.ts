import type { Policy } from "@agent-registry/protocol";
import type { Address } from "viem";
import { parsePolicy } from "../actions/parse-arguments.ts";
import { createChainIdReader } from "../client/get-chain-id.ts";
import { type RegistryClient, requireRegistryAddress } from "../client/registry-client.ts";
import { invalidInput } from "../errors/registry-error.ts";
import type { OfflineKya } from "../offline/create-offline-kya.ts";
import type { Source } from "../reading/source.ts";
import { systemNow } from "../system-now.ts";
import { createRegisterCheck, getStrangersPerSecond } from "./ask-register.ts";
import { type Accounts, createHeadCheck, type IncomingHead, type RequestProof } from "./check-head.ts";
import { BINDING_HEADER, createOfflineCheck } from "./check-offline.ts";
import { createSignatureCheck, type RecoverAddress } from "./check-signature.ts";
import type { Admission, AdmissionDecision, WalletDecision } from "./decision.ts";
import { toAcceptSignature } from "./erc8128/candidate.ts";
import { SIGNATURE_DIALECTS, type SignatureDialect } from "./erc8128/signature-base.ts";
import { createMemoryNonceStore, type NonceStore, type NonceTaking } from "./nonce-store.ts";
import { createProblemReport, describeCause, proofBeforeStart, type ReportProblem } from "./problems.ts";
import { createQuestionLimit, TooManyQuestions } from "./question-limit.ts";
import { type OtherReason, type Refusal, refuse } from "./refusal.ts";
import { refuseSignature } from "./refuse-signature.ts";
import { requirePositive } from "./require-positive.ts";
import { createNonceTaker } from "./take-nonce.ts";

const DEFAULT_MAX_BODY_BYTES = 1024 * 1024;

export type AdmissionOptions = {
  registry: { client: RegistryClient };
  /**
   * The names under which agents reach this service, with the port unless it is the scheme's default, and with `http://`
   * before them if it is not reached by https: `api.example.com`, `http://127.0.0.1:4000`. The Host header of a request
   * is no substitute: an attacker who replays a request made for another service sends that service's name along.
   */
  hosts: readonly string[];
  /** In which dialects of ERC-8128 agents may sign; in both unless given. */
  accept?: readonly SignatureDialect[];
  /**
   * Whose signatures count: those of keys (`eoa-only`, unless given), or also those of wallets that are contracts
   * (`universal`), for which the register's node is asked at each request: about strangers, `strangersPerSecond` times a
   * second at most.
   */
  accounts?: Accounts;
  /**
   * Whom to ask about a wallet; the chain unless only an API is configured. Or what `createOfflineKya` made:
   * then no request is made, and agents bring a binding along.
   */
  source?: Source | OfflineKya;
  /** With an offline source: whom to ask about agents that it cannot decide about. Without it, those are refused. */
  fallback?: Source;
  /**
   * What is asked for beyond compliance; by default the agreement of the wallet, and of a Haftungsperson
   * other than the wallet. An offline source has its own `requireConsents`, `selfLiable` and `certified`
   * instead, since it knows nothing else.
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
   * Called with every decision, before the request goes on; `keepEvidence` makes one that writes them down.
   * If it fails, an agent that would be served is refused: what is not kept cannot be shown later.
   */
  onDecision?: (decision: AdmissionDecision) => void | Promise<void>;
  /**
   * Called if requests are refused for what the operator may be able to mend: a host that is not among `hosts`, a binding of
   * another register, a register or an issuer that does not answer, a store that fails. Each reason once a minute at most;
   * a warning on the console unless given.
   */
  onProblem?: ReportProblem;
  /** Seconds since the epoch. */
  now?: () => number;
};

/** A request as an adapter hands it over: its body is read only once its head has passed. */
type IncomingRequest = IncomingHead & {
  /** Undefined if there is more than that. */
  readBody: (maxBytes: number) => Promise<Uint8Array | undefined>;
};

const nonceRefusals: Record<Exclude<NonceTaking, "taken" | "used"> | "unavailable", OtherReason> = {
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
  const maxBodyBytes = requirePositive(options, { name: "maxBodyBytes", byDefault: DEFAULT_MAX_BODY_BYTES });
  const strangersPerSecond = getStrangersPerSecond(options);
  const accept = parseAccept(options.accept);
  const { hosts, accounts = "eoa-only" } = options;
  // An error at the start, not at the first request.
  requireRegistryAddress(client);
  const askChainId = createChainIdReader(client);
  const getChainId = async () => client.chainId ?? askChainId();
  const nowMs = () => now() * 1000;
  const report = createProblemReport({ onProblem: options.onProblem, nowMs });
  const checkHead = createHeadCheck({ hosts, accept, accounts, maxBodyBytes, getChainId, report, now });
  const limit = createQuestionLimit({ strangersPerSecond, nowMs });
  const isSigned = createSignatureCheck({
    client,
    accounts,
    limit,
    askChainId,
    recover: options.recoverAddress,
  });
  const decideAboutWallet = createWalletCheck(options, { policy, strangersPerSecond, report, nowMs });
  const takeNonce = createNonceTaker(options.nonceStore ?? createMemoryNonceStore({ now }), (cause) =>
    report({
      reason: "nonce-store-unavailable",
      message: `The nonce store fails: ${describeCause(cause)}`,
      cause,
    }),
  );

  /** While the register is out of reach, every agent is refused; so is one beyond the limit of questions. */
  function refuseUnchecked(cause: unknown): { refusal: Refusal } {
    if (cause instanceof TooManyQuestions) return { refusal: refuse("too-many-requests") };
    const reason = "register-unavailable";
    report({ reason, message: `The register cannot be asked: ${describeCause(cause)}`, cause });
    return { refusal: refuse(reason) };
  }

  /** The first proof that the wallet which it names has signed. */
  async function findSigned(proofs: readonly RequestProof[]): Promise<RequestProof | undefined> {
    for (const proof of proofs) if (await isSigned(proof)) return proof;
    return undefined;
  }

  async function decide({ readBody, method, path, header }: IncomingRequest): Promise<Decided> {
    const found = await checkHead({ method, path, header }).catch(refuseUnchecked);
    if ("refusal" in found) return found;
    const claimed = { wallet: found.proofs[0]?.wallet };
    const body = await readBody(maxBodyBytes);
    if (body === undefined) return { ...claimed, refusal: refuse("body-too-large") };
    const fault = await found.checkBody(body);
    if (fault !== undefined) return { ...claimed, refusal: fault };

    const proof = await findSigned(found.proofs).catch(refuseUnchecked);
    if (proof === undefined) return { ...claimed, refusal: refuseSignature("bad_signature") };
    if ("refusal" in proof) return { ...claimed, ...proof };
    const { wallet } = proof;
    const decision = await decideAboutWallet(wallet, header(BINDING_HEADER)).catch(refuseUnchecked);
    if ("refusal" in decision) return { wallet, ...decision };

    const { basis } = decision;
    // Checked again, since asking the register took time and the store forgets nonces of expired proofs.
    if (!isCurrent(proof, now())) return { wallet, basis, refusal: refuseSignature("request_expired") };
    // Last, so that only compliant agents can fill the store.
    const taking = await takeNonce(proof);
    if (taking === "taken") {
      limit.remember(wallet);
      return { wallet, ...decision };
    }
    if (taking === "used") return { wallet, basis, refusal: refuseSignature("nonce_reused") };
    if (taking === "unknown") report(proofBeforeStart({ hasStore: options.nonceStore !== undefined }));
    return { wallet, basis, refusal: refuse(nonceRefusals[taking]) };
  }

  /** Those who did not prove who they are learn how they can. */
  function withChallenge(refusal: Refusal, header: IncomingHead["header"]): Refusal {
    const { status, code } = refusal;
    if (status !== 400 && status !== 401) return refusal;
    const challenge = code === undefined ? "ERC8128" : `ERC8128 error="${code}"`;
    const challenged = { ...refusal, challenge };
    return status === 401 && code !== undefined && accept.includes("erc8128")
      ? { ...challenged, acceptSignature: toAcceptSignature(header) }
      : challenged;
  }

  return async function admit(request) {
    const decided = await decide(request);
    const admission =
      "refusal" in decided
        ? { refusal: withChallenge(decided.refusal, request.header) }
        : { agent: decided.agent };
    try {
      await options.onDecision?.(
        toDecision(request, { ...decided, proof: toProofText(request.header), decidedAt: now() }),
      );
    } catch (cause) {
      const reason = "decision-not-kept";
      report({ reason, message: `onDecision failed: ${describeCause(cause)}`, cause });
      if ("agent" in admission) return { refusal: refuse(reason) };
    }
    return admission;
  };
}

/** Whether a proof holds at this moment, in seconds since the epoch. */
function isCurrent({ holdsFrom, holdsUntil }: RequestProof, now: number): boolean {
  return now >= holdsFrom && now <= holdsUntil;
}

type Decided = WalletDecision & { wallet?: Address | undefined };

function toDecision(
  { method, path }: IncomingRequest,
  { wallet, basis, proof, decidedAt, ...decided }: Decided & Pick<AdmissionDecision, "proof" | "decidedAt">,
): AdmissionDecision {
  const facts = { decidedAt, method, path, wallet, proof, basis };
  return "refusal" in decided
    ? { ...facts, admitted: false, agent: undefined, reason: decided.refusal.reason }
    : { ...facts, admitted: true, agent: decided.agent, reason: undefined };
}

/** The fields that a signature is made of, or covers. */
const SIGNED_FIELDS = ["host", "content-type", "content-digest", "signature-input", "signature"];

function toProofText(header: IncomingHead["header"]): string | undefined {
  if (header("signature-input") === undefined) return undefined;
  return SIGNED_FIELDS.filter((name) => header(name) !== undefined)
    .map((name) => `${name}: ${header(name)}`)
    .join("\n");
}

function parseAccept(accept: readonly SignatureDialect[] = SIGNATURE_DIALECTS) {
  if (accept.length > 0 && accept.every((dialect) => SIGNATURE_DIALECTS.includes(dialect))) return accept;
  throw invalidInput(
    `accept names one or more of ${SIGNATURE_DIALECTS.join(", ")}, not ${accept.join(", ")}.`,
  );
}

type Limits = {
  policy: Policy;
  strangersPerSecond: number;
  report: ReportProblem;
  nowMs: () => number;
};

/** Whether a wallet is admitted, regardless of who made the request: by a question, or offline. */
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
      "An offline source decides by its own requireConsents, selfLiable and certified, since it tells nothing else: leave policy out.",
    );
  const { requireConsents: consents, selfLiable, certified } = source;
  const policy = { consents, selfLiable, certified };
  const askRegister = fallback && createRegisterCheck({ client, source: fallback, ...limits, policy });
  return createOfflineCheck({ offline: source, askRegister, report: limits.report });
}
