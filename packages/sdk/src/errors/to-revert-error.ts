import { registryReverts } from "@agent-registry/protocol";
import { RegistryError, type RegistryErrorOptions, type RegistryErrorReason } from "./registry-error.ts";

type Refusal = { reason: RegistryErrorReason; advice: string };

/** Each revert text of the contract, and what the caller can do about it. */
const refusals: Record<(typeof registryReverts)[keyof typeof registryReverts], Refusal> = {
  [registryReverts.onlyOwner]: { reason: "only-owner", advice: "Use the key of the registry's owner." },
  [registryReverts.onlyRegulator]: {
    reason: "only-regulator",
    advice: "Use the key of a regulator; the owner appoints them.",
  },
  [registryReverts.onlyPendingOwner]: {
    reason: "only-pending-owner",
    advice: "Only the address that ownership was offered to can accept it.",
  },
  [registryReverts.notAuthorized]: {
    reason: "not-authorized",
    advice:
      "Use the key of the agent's wallet, of its creator or of its Haftungsperson; a wallet that was released or replaced has no part in the record any more.",
  },
  [registryReverts.agentNotFound]: { reason: "agent-not-found", advice: "Check the agent's id." },
  [registryReverts.agentNotActive]: {
    reason: "agent-not-active",
    advice: "A suspended agent waits for a regulator; a revoked or terminated one stays that way.",
  },
  [registryReverts.parentNotFound]: { reason: "parent-not-found", advice: "Check the parent's id." },
  [registryReverts.parentNotActive]: {
    reason: "parent-not-active",
    advice: "Only an active agent can have new children.",
  },
  [registryReverts.maxGenerationDepth]: {
    reason: "max-generation-depth",
    advice: "Register the agent under an earlier ancestor.",
  },
  [registryReverts.walletTaken]: {
    reason: "wallet-taken",
    advice:
      "If the wallet never agreed to that record, its owner frees it with decline, or a regulator releases it; then only the wallet itself can register it. A wallet that has agreed, or that another one replaced, is never registered anew: use a new one for a new agent.",
  },
  [registryReverts.notSuspended]: {
    reason: "not-suspended",
    advice: "Revoked and terminated agents cannot come back.",
  },
  [registryReverts.unknownWallet]: { reason: "unknown-wallet", advice: "Register the wallet first." },
  [registryReverts.haftungspersonRequired]: {
    reason: "haftungsperson-required",
    advice:
      "Name the address of the person who answers for the agent. A child inherits its parent's only if the parent's wallet, creator or Haftungsperson registers it.",
  },
  [registryReverts.agentWalletRequired]: {
    reason: "agent-wallet-required",
    advice: "Name the agent's own wallet; the zero address is none.",
  },
  [registryReverts.scopeTooLong]: { reason: "scope-too-long", advice: "Keep it within 1,000 bytes." },
  [registryReverts.reasonTooLong]: { reason: "reason-too-long", advice: "Keep it within 1,000 bytes." },
  [registryReverts.amountTooLarge]: {
    reason: "amount-too-large",
    advice: "Split the amount over several reports.",
  },
  [registryReverts.invalidCurrency]: {
    reason: "invalid-currency",
    advice: "Use 1 to 31 bytes, such as EUR.",
  },
  [registryReverts.invalidCategory]: {
    reason: "invalid-category",
    advice: "Use 1 to 31 bytes, such as research.",
  },
  [registryReverts.invalidPeriod]: {
    reason: "invalid-period",
    advice: "The period must start before it ends, and end before now.",
  },
  [registryReverts.recordChanged]: {
    reason: "record-changed",
    advice: "It is no longer the record that was seen: read it again before you agree to it.",
  },
  [registryReverts.walletAlreadyReleased]: {
    reason: "wallet-already-released",
    advice:
      "The wallet is free of this record already: unless it has been since, it can register itself anew.",
  },
  [registryReverts.walletHasAgreed]: {
    reason: "wallet-has-agreed",
    advice: "A wallet that has agreed stays with its record: suspend or revoke the agent instead.",
  },
  [registryReverts.alreadyHaftungsperson]: {
    reason: "already-haftungsperson",
    advice: "Propose somebody else, or take the proposal back.",
  },
  [registryReverts.onlyProposedHaftungsperson]: {
    reason: "only-proposed-haftungsperson",
    advice:
      "Only the person who is proposed can accept: use that key, or have the agent's wallet, creator or Haftungsperson propose you first.",
  },
  [registryReverts.onlyHaftungsperson]: {
    reason: "only-haftungsperson",
    advice: "Use the key of the agent's Haftungsperson: it alone decides which wallet acts for the agent.",
  },
  [registryReverts.haftungspersonNotAgreed]: {
    reason: "haftungsperson-not-agreed",
    advice: "The Haftungsperson first agrees to answer for the agent (confirm).",
  },
  [registryReverts.alreadyAgentWallet]: {
    reason: "already-agent-wallet",
    advice: "Propose another wallet, or take the proposal back.",
  },
  [registryReverts.onlyProposedWallet]: {
    reason: "only-proposed-wallet",
    advice:
      "Only the wallet that is proposed can accept: use its key, or have the Haftungsperson propose it first.",
  },
  [registryReverts.onlyNotary]: {
    reason: "only-notary",
    advice: "Use the key of an accredited notary; the registry's owner accredits them.",
  },
  [registryReverts.personRequired]: {
    reason: "person-required",
    advice: "Name the person's address; the zero address is none.",
  },
  [registryReverts.notAuthorizedForCertificate]: {
    reason: "not-authorized-for-certificate",
    advice:
      "A notary certifies others, never itself. The person, the notary that certified it, or a regulator ends a certificate: use the key of one of them.",
  },
  [registryReverts.invalidKind]: { reason: "invalid-kind", advice: "A person is natural or legal." },
  [registryReverts.invalidLevel]: { reason: "invalid-level", advice: "Use low, substantial or high." },
  [registryReverts.invalidEnd]: {
    reason: "invalid-end",
    advice: "The end must lie ahead of the chain's clock, by five years at most.",
  },
  [registryReverts.noCertificate]: {
    reason: "no-certificate",
    advice:
      "That notary has certified nothing about this person, or it has been withdrawn: check both addresses.",
  },
  [registryReverts.certificateChanged]: {
    reason: "certificate-changed",
    advice: "It is no longer the certificate that was seen: read it again before you accept it.",
  },
  [registryReverts.noAgentsGiven]: { reason: "no-agents-given", advice: "Name at least one agent." },
};

/** The typed error for a revert text, the Registry's own or any other. */
export function toRevertError({
  revert,
  cause,
  requestId,
  isRead = false,
}: {
  revert: string;
  cause?: unknown;
  requestId?: string | undefined;
  /** Whether the call would have changed nothing anyway. */
  isRead?: boolean;
}): RegistryError {
  const refusal = (refusals as Record<string, Refusal>)[revert];
  if (refusal === undefined) {
    return new RegistryError({
      reason: "reverted",
      message: `The contract refused: ${revert}.${isRead ? "" : " Nothing was written."}`,
      cause,
      requestId,
    });
  }
  return refused({ reason: refusal.reason, revert, advice: refusal.advice, cause, requestId, isRead });
}

/** What an action advises if the contract refuses for one of these reasons. */
export type Advice = Partial<Record<RegistryErrorReason, string>>;

/** For the `catch` of a write: the same error, with the action's own advice if it has any. */
export function throwWithAdvice({ error, advice }: { error: unknown; advice: Advice }): never {
  if (!(error instanceof RegistryError)) throw error;
  const { reason, transactionHash, requestId, cause } = error;
  const own = advice[reason];
  const revert = Object.entries(refusals).find(([, refusal]) => refusal.reason === reason)?.[0];
  if (own === undefined || revert === undefined) throw error;
  throw refused({ reason, revert, advice: own, cause, transactionHash, requestId });
}

function refused({
  revert,
  advice,
  isRead = false,
  ...rest
}: Omit<RegistryErrorOptions, "message"> & { revert: string; advice: string; isRead?: boolean }) {
  return new RegistryError({
    ...rest,
    message: `The register refused: ${revert}. ${advice}${isRead ? "" : " Nothing was written."}`,
  });
}
