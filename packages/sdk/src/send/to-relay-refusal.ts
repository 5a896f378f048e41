import { relayErrors } from "@agent-registry/protocol";
import { RegistryError, type RegistryErrorReason } from "../errors/registry-error.ts";
import { toRevertError } from "../errors/to-revert-error.ts";

const REVERT_PREFIX = relayErrors.contractReverted("");
const OUT_OF_GAS = `${REVERT_PREFIX}out of gas`;

type Answer = { status: number; error: string | undefined; requestId?: string | undefined };

/**
 * The relayer's answer as a typed refusal, if it is certain that nothing was sent. Undefined if the
 * request may still be sent.
 */
export function toRelayRefusal({ status, error, requestId }: Answer): RegistryError | undefined {
  if (error?.startsWith(OUT_OF_GAS)) {
    return new RegistryError({
      reason: "out-of-gas",
      message: `The call ran ${error.slice(REVERT_PREFIX.length)}. Sign the request anew, with more gas. Nothing was written.`,
      requestId,
    });
  }
  if (error?.startsWith(REVERT_PREFIX)) {
    return toRevertError({ revert: error.slice(REVERT_PREFIX.length), requestId });
  }
  const reason = findReason({ status, error });
  if (reason === undefined) return undefined;
  return new RegistryError({
    reason,
    message: `The relayer refused (${status}): ${withStop(error ?? "without a reason")} ${advice({ reason, error })}Nothing was written.`,
    requestId,
  });
}

function findReason({ status, error }: Answer): RegistryErrorReason | undefined {
  if (error === relayErrors.wrongTarget) return "wrong-target";
  if (error === relayErrors.valueTransfer) return "value-transfer";
  if (error === relayErrors.budgetExhausted) return "budget-exhausted";
  if (error === relayErrors.balanceTooLow) return "relayer-balance-too-low";
  if (status === 429) return error?.startsWith("Signer") ? "signer-rate-limit" : "ip-rate-limit";
  if (status === 401) return "invalid-signature";
  // A 408 comes from a proxy, not from the relayer.
  return status >= 400 && status < 500 && status !== 408 ? "relayer-failed" : undefined;
}

function advice({ reason, error }: { reason: RegistryErrorReason; error: string | undefined }): string {
  if (reason === "signer-rate-limit" || reason === "ip-rate-limit") {
    const wait = error?.endsWith("/minute)") ? "Wait for a minute" : "Wait for the hour to pass";
    return `${wait}, or write directly with funds of your own. `;
  }
  return reason === "budget-exhausted" ? "Or write directly with funds of your own. " : "";
}

function withStop(sentence: string): string {
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
