import { CLI_COMMAND, OBJECTIONS, type Objection } from "@agent-registry/protocol";
import { toObjectionSentence } from "@agent-registry/protocol/objection-text";
import type { KyaVerdict } from "../actions/kya-finding.ts";
import { MAX_SECONDS_AHEAD } from "./erc8128/candidate.ts";
import type { FaultCode } from "./erc8128/fault.ts";

/** What is wrong with the signature of a request; `refuseSignature` has a sentence for each fault. */
type SignatureReason =
  | "missing-proof"
  | "malformed-proof"
  | "expired-proof"
  | "invalid-proof"
  | "replayed-proof";

export type RefusalReason =
  | SignatureReason
  | "foreign-proof"
  | "missing-binding"
  | "invalid-binding"
  | "expired-binding"
  | Objection
  | "revoked-or-terminated"
  | "not-vouched-for"
  | "not-in-list"
  | "body-too-large"
  | "too-many-requests"
  | "proof-before-start"
  | "nonce-store-unavailable"
  | "decision-not-kept"
  | "register-unavailable";

export type Refusal = {
  status: 400 | 401 | 403 | 413 | 429 | 503;
  reason: RefusalReason;
  error: string;
  /** What is wrong with a signature, in the words of ERC-8128. */
  code?: FaultCode;
  /** The WWW-Authenticate header: how to prove who is asking. */
  challenge?: string;
  /** The Accept-Signature header: what a signature of the request must cover. */
  acceptSignature?: string;
};

/** Every other reason than a fault of the signature. */
export type OtherReason = Exclude<RefusalReason, SignatureReason>;

const ATTEST = "attest again";
const HAND_OVER = `${CLI_COMMAND} handover <id> --to the address of somebody who does, who then accepts it`;

/** What the agent, `<id>`, can do about an objection, if it can do something. */
const remedies: Partial<Record<Objection, string>> = {
  "not-registered": "register it first",
  "wallet-retired": "sign with the agent's present wallet",
  "attestation-lapsed": ATTEST,
  "wallet-not-agreed": `${CLI_COMMAND} confirm <id> with the wallet's key, or decline <id> if a stranger entered it`,
  "haftungsperson-is-the-wallet": HAND_OVER,
  "haftungsperson-not-agreed": `${CLI_COMMAND} confirm <id> with the Haftungsperson's key`,
  "haftungsperson-refused": HAND_OVER,
  "parent-not-agreed": `${CLI_COMMAND} confirm <id> with the key of the parent's wallet, creator or Haftungsperson`,
  "parent-refused": "register a new agent, with a new wallet, under no parent or under one that agrees",
  "haftungsperson-not-certified": `a notary that this service takes states that (${CLI_COMMAND} certify), and the Haftungsperson accepts it (${CLI_COMMAND} accept-certificate)`,
  "certificate-ended": `the notary states it anew (${CLI_COMMAND} certify), and the Haftungsperson accepts it (${CLI_COMMAND} accept-certificate)`,
  "attestation-too-old": ATTEST,
  "registered-too-recently": "try again later",
};

/** Each answer says what is wrong, and what can be done about it. */
const refusals: Record<Exclude<OtherReason, Objection>, [Refusal["status"], string]> = {
  "foreign-proof": [401, "The proof was made for another service"],
  "missing-binding": [
    401,
    "This service decides offline: send the register's statement of who you are along (agent-binding header; createAgentFetch does)",
  ],
  "invalid-binding": [
    401,
    "The agent-binding header is not this wallet's, or was not signed by a register that this service believes: fetch it anew",
  ],
  "expired-binding": [401, "The agent-binding header has expired: fetch it anew, at least once a day"],
  "revoked-or-terminated": [403, "The agent is revoked or terminated"],
  "not-vouched-for": [
    403,
    "The register's list does not vouch for the agent: its last attestation is older than 7 days, or will be within minutes (attest again, and come back in ten minutes), or its parties or its wallet have changed within the last day (come back a day later)",
  ],
  "not-in-list": [
    403,
    "The agent is not in the register's list yet, which is renewed every few minutes: come back then",
  ],
  "body-too-large": [413, "The body is too large"],
  "too-many-requests": [429, "Too many requests at once: try again in a minute"],
  "proof-before-start": [
    503,
    "The proof may be older than this service's memory of used proofs: sign the request again in a few seconds (Retry-After)",
  ],
  "nonce-store-unavailable": [
    503,
    "Whether the proof was used before cannot be told at the moment: sign the request again and try later",
  ],
  "decision-not-kept": [
    503,
    "This service keeps a record of whom it serves, and cannot write it at the moment: try again later",
  ],
  "register-unavailable": [503, "The register cannot be asked at the moment: try again later"],
};

export function refuse(reason: OtherReason): Refusal {
  const [status, error] = isObjection(reason) ? [403 as const, toError(reason)] : refusals[reason];
  return { status, reason, error };
}

const isObjection = (reason: OtherReason): reason is Objection =>
  (OBJECTIONS as readonly OtherReason[]).includes(reason);

function toError(objection: Objection): string {
  const text = toObjectionSentence(objection, { the: "the agent's" });
  const remedy = remedies[objection];
  return remedy === undefined ? text : `${text}: ${remedy}`;
}

/** The same, with the agent's own number in the advice. */
export function refuseAgent(reason: OtherReason, agentId: number | undefined): Refusal {
  const refusal = refuse(reason);
  return { ...refusal, error: refusal.error.replaceAll("<id>", String(agentId ?? "<id>")) };
}

/** The refusal of a wallet that is not admissible, by its first objection, in words that fit its record. */
export function refuseWallet(verdict: KyaVerdict): Refusal {
  if (verdict.verdict === "not-registered" && verdict.retiredFrom !== undefined)
    return refuseAgent("wallet-retired", verdict.retiredFrom);
  const objection = verdict.objections[0] ?? "not-registered";
  const refusal = refuseAgent(objection, verdict.agent?.agentId);
  const wasDeclined = objection === "suspended" && verdict.refusals?.haftungsperson === true;
  const why = wasDeclined ? ": its Haftungsperson has declined to answer for it" : "";
  return { ...refusal, error: `${refusal.error}${why}` };
}

const retryAfterSeconds: Partial<Record<RefusalReason, number>> = {
  "too-many-requests": 60,
  // From then on, a proof that is signed by a right clock is newer than any that was taken before the start.
  "proof-before-start": MAX_SECONDS_AHEAD + 1,
  "nonce-store-unavailable": 10,
  "decision-not-kept": 10,
  "register-unavailable": 10,
};

export function refusalHeaders({ reason, challenge, acceptSignature }: Refusal): Record<string, string> {
  const retryAfter = retryAfterSeconds[reason];
  return {
    "content-type": "application/json",
    ...(challenge === undefined ? {} : { "www-authenticate": challenge }),
    ...(acceptSignature === undefined ? {} : { "accept-signature": acceptSignature }),
    ...(retryAfter === undefined ? {} : { "retry-after": String(retryAfter) }),
  };
}

export function toRefusalResponse(refusal: Refusal): Response {
  const { status, error, reason } = refusal;
  return new Response(JSON.stringify({ error, reason }), { status, headers: refusalHeaders(refusal) });
}
