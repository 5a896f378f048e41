import { registryReverts } from "@agent-registry/protocol";
import { RegistryError, type RegistryErrorReason } from "./registry-error.ts";

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
    advice: "Use the key of the agent's wallet, of its creator or of its Haftungsperson.",
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
    advice: "A wallet belongs to its agent for ever: use a new one for a new agent.",
  },
  [registryReverts.notSuspended]: {
    reason: "not-suspended",
    advice: "Revoked and terminated agents cannot come back.",
  },
  [registryReverts.unknownWallet]: { reason: "unknown-wallet", advice: "Register the wallet first." },
  [registryReverts.haftungspersonRequired]: {
    reason: "haftungsperson-required",
    advice: "Name the address of the person who answers for the agent.",
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
};

/** The typed error for a revert text, the Registry's own or any other. */
export function toRevertError({ revert, cause }: { revert: string; cause?: unknown }): RegistryError {
  const refusal = (refusals as Record<string, Refusal>)[revert];
  if (refusal === undefined) {
    return new RegistryError({
      reason: "reverted",
      message: `The contract refused: ${revert}. Nothing was written.`,
      cause,
    });
  }
  return new RegistryError({
    reason: refusal.reason,
    message: `The register refused: ${revert}. ${refusal.advice} Nothing was written.`,
    cause,
  });
}
