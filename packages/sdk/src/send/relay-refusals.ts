import { relayErrors } from "@agent-registry/protocol";
import { RegistryError, type RegistryErrorReason } from "../errors.ts";
import { toRevertError } from "../revert-reasons.ts";

const REVERT_PREFIX = relayErrors.contractReverted("");

/**
 * The relayer's answer as a typed refusal: certain, nothing was sent. Undefined where the answer
 * leaves open what became of the request.
 */
export function toRelayRefusal({
  status,
  error,
}: {
  status: number;
  error: string | undefined;
}): RegistryError | undefined {
  if (error?.startsWith(REVERT_PREFIX)) return toRevertError({ revert: error.slice(REVERT_PREFIX.length) });
  const reason = findReason({ status, error });
  if (reason === undefined) return undefined;
  return new RegistryError({
    reason,
    message: `The relayer refused (${status}): ${withStop(error ?? "without a reason")} ${advice(reason)}Nothing was written.`,
  });
}

function findReason({
  status,
  error,
}: {
  status: number;
  error: string | undefined;
}): RegistryErrorReason | undefined {
  if (error === relayErrors.wrongTarget) return "wrong-target";
  if (error === relayErrors.valueTransfer) return "value-transfer";
  if (error === relayErrors.budgetExhausted) return "budget-exhausted";
  if (error === relayErrors.balanceTooLow) return "relayer-balance-too-low";
  if (status === 429) return error?.startsWith("Signer") ? "signer-rate-limit" : "ip-rate-limit";
  if (status === 401) return "invalid-signature";
  // A proxy's 408 is not the relayer's word.
  return status >= 400 && status < 500 && status !== 408 ? "relayer-failed" : undefined;
}

function advice(reason: RegistryErrorReason): string {
  if (reason === "signer-rate-limit" || reason === "ip-rate-limit") {
    return "Wait for the hour to pass, or write directly with funds of your own. ";
  }
  return reason === "budget-exhausted" ? "Or write directly with funds of your own. " : "";
}

function withStop(sentence: string): string {
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
