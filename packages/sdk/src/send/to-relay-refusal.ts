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

/** What each of the relayer's texts is to programs. Those of a revert name the contract's own reason, and are read above. */
const REASONS = {
  missingParts: "relayer-failed",
  invalidSignature: "invalid-signature",
  wrongTarget: "wrong-target",
  valueTransfer: "value-transfer",
  ipRate: "ip-rate-limit",
  signerRate: "signer-rate-limit",
  budgetExhausted: "budget-exhausted",
  balanceTooLow: "relayer-balance-too-low",
  notJson: "relayer-failed",
  originNotAllowed: "relayer-failed",
  flood: "ip-rate-limit",
} as const satisfies Record<
  Exclude<keyof typeof relayErrors, "contractReverted" | "outOfGas">,
  RegistryErrorReason
>;
type KnownText = keyof typeof REASONS;

function findReason({ status, error }: Answer): RegistryErrorReason | undefined {
  const known = (Object.keys(REASONS) as KnownText[]).find((name) => error?.startsWith(toStart(name)));
  if (known !== undefined) return REASONS[known];
  // In the words of another version of the relayer, or of a proxy before it.
  if (status === 429) return "ip-rate-limit";
  if (status === 401) return "invalid-signature";
  // A 408 comes from a proxy, not from the relayer.
  return status >= 400 && status < 500 && status !== 408 ? "relayer-failed" : undefined;
}

/** The text up to the number in it, if it has one. */
function toStart(name: KnownText): string {
  const text = relayErrors[name];
  return typeof text === "string" ? text : (text(0).split("0")[0] ?? "");
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
