import { registryReverts } from "@agent-registry/protocol";
import { RegistryError, type RegistryErrorOptions, type RegistryErrorReason } from "./registry-error.ts";

type Revert = keyof typeof registryReverts;

/** What the caller can do about each refusal of the contract. */
const ADVICE: Record<Revert, string> = {
  onlyOwner: "Use the key of the registry's owner.",
  onlyRegulator: "Use the key of a regulator; the owner appoints them.",
  onlyPendingOwner: "Only the address that ownership was offered to can accept it.",
  notAuthorized:
    "Use the key of the agent's wallet, of its creator or of its Haftungsperson; a wallet that was released or replaced has no part in the record any more.",
  agentNotFound: "Check the agent's id.",
  agentNotActive: "A suspended agent waits for a regulator; a revoked or terminated one stays that way.",
  parentNotFound: "Check the parent's id.",
  parentNotActive: "Only an active agent can have new children.",
  maxGenerationDepth: "Register the agent under an earlier ancestor.",
  walletTaken:
    "If the wallet never agreed to that record, its owner frees it with decline, or a regulator releases it; then only the wallet itself can register it. A wallet that has agreed, or that another one replaced, is never registered anew: use a new one for a new agent.",
  notSuspended: "Revoked and terminated agents cannot come back.",
  unknownWallet: "Register the wallet first.",
  haftungspersonRequired:
    "Name the address of the person who answers for the agent. A child inherits its parent's only if the parent's wallet, creator or Haftungsperson registers it.",
  agentWalletRequired: "Name the agent's own wallet; the zero address is none.",
  scopeTooLong: "Keep it within 1,000 bytes.",
  reasonTooLong: "Keep it within 1,000 bytes.",
  amountTooLarge: "Split the amount over several reports.",
  invalidCurrency: "Use 1 to 31 bytes, such as EUR.",
  invalidCategory: "Use 1 to 31 bytes, such as research.",
  invalidPeriod: "The period must start before it ends, and end before now.",
  recordChanged: "It is no longer the record that was seen: read it again before you agree to it.",
  walletAlreadyReleased:
    "The wallet is free of this record already: unless it has been since, it can register itself anew.",
  walletHasAgreed: "A wallet that has agreed stays with its record: suspend or revoke the agent instead.",
  alreadyHaftungsperson: "Propose somebody else, or take the proposal back.",
  onlyProposedHaftungsperson:
    "Only the person who is proposed can accept: use that key, or have the agent's wallet, creator or Haftungsperson propose you first.",
  onlyHaftungsperson:
    "Use the key of the agent's Haftungsperson: it alone decides which wallet acts for the agent.",
  haftungspersonNotAgreed: "The Haftungsperson first agrees to answer for the agent (confirm).",
  alreadyAgentWallet: "Propose another wallet, or take the proposal back.",
  onlyProposedWallet:
    "Only the wallet that is proposed can accept: use its key, or have the Haftungsperson propose it first.",
  onlyNotary: "Use the key of an accredited notary; the registry's owner accredits them.",
  personRequired: "Name the person's address; the zero address is none.",
  notAuthorizedForCertificate:
    "A notary certifies others, never itself. The person, the notary that certified it, or a regulator ends a certificate: use the key of one of them.",
  invalidKind: "A person is natural or legal.",
  invalidLevel: "Use low, substantial or high.",
  invalidEnd: "The end must lie ahead of the chain's clock, by five years at most.",
  noCertificate:
    "That notary has certified nothing about this person, or it has been withdrawn: check both addresses.",
  certificateChanged: "It is no longer the certificate that was seen: read it again before you accept it.",
  noAgentsGiven: "Name at least one agent.",
};

/** The name of a refusal as programs branch on it. */
const toReason = (name: Revert) =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`) as RegistryErrorReason;

const findRevert = (isIt: (name: Revert) => boolean) => (Object.keys(registryReverts) as Revert[]).find(isIt);

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
  const name = findRevert((known) => registryReverts[known] === revert);
  if (name === undefined) {
    return new RegistryError({
      reason: "reverted",
      message: `The contract refused: ${revert}.${isRead ? "" : " Nothing was written."}`,
      cause,
      requestId,
    });
  }
  return refused({ name, advice: ADVICE[name], cause, requestId, isRead });
}

/** What an action advises if the contract refuses for one of these reasons. */
export type Advice = Partial<Record<RegistryErrorReason, string>>;

/** For the `catch` of a write: the same error, with the action's own advice if it has any. */
export function throwWithAdvice({ error, advice }: { error: unknown; advice: Advice }): never {
  if (!(error instanceof RegistryError)) throw error;
  const { reason, transactionHash, requestId, cause } = error;
  const own = advice[reason];
  const name = findRevert((known) => toReason(known) === reason);
  if (own === undefined || name === undefined) throw error;
  throw refused({ name, advice: own, cause, transactionHash, requestId });
}

function refused({
  name,
  advice,
  isRead = false,
  ...rest
}: Omit<RegistryErrorOptions, "message" | "reason"> & { name: Revert; advice: string; isRead?: boolean }) {
  return new RegistryError({
    ...rest,
    reason: toReason(name),
    message: `The register refused: ${registryReverts[name]}. ${advice}${isRead ? "" : " Nothing was written."}`,
  });
}
