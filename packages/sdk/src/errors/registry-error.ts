import type { registryReverts } from "@agent-registry/protocol";
import type { Hash } from "viem";

/** A name as reasons are written: `agentNotFound` is `agent-not-found`. */
type ToReason<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `-${Lowercase<First>}`}${ToReason<Rest>}`
  : "";

/** What went wrong, for programs to branch on. */
export type RegistryErrorReason =
  // The contract refused.
  | ToReason<keyof typeof registryReverts>
  | "out-of-gas"
  | "reverted"
  // The relayer refused, or could not be asked.
  | "invalid-signature"
  | "wrong-target"
  | "value-transfer"
  | "ip-rate-limit"
  | "signer-rate-limit"
  | "budget-exhausted"
  | "relayer-balance-too-low"
  | "relayer-untrusted"
  | "relayer-unreachable"
  | "relayer-failed"
  // The query API.
  | "api-rate-limit"
  | "api-unreachable"
  | "api-failed"
  | "signs-nothing"
  | "not-final"
  // The chain.
  | "chain-unreachable"
  | "stale-block"
  | "wrong-chain"
  | "no-contract"
  | "proof-unavailable"
  | "insufficient-funds"
  | "outcome-unknown"
  // The caller.
  | "invalid-input"
  | "missing-configuration"
  | "missing-key";

export type RegistryErrorOptions = {
  reason: RegistryErrorReason;
  message: string;
  cause?: unknown;
  transactionHash?: Hash | undefined;
  requestId?: string | undefined;
};

/**
 * Every error this package throws on purpose: a machine-readable `reason`, and a sentence that says
 * what is wrong and what to do next.
 *
 * @example
 * try {
 *   await registry.attest({ agentId: 7 });
 * } catch (error) {
 *   if (error instanceof RegistryError && error.reason === "agent-not-active") stopWorking();
 *   else throw error;
 * }
 */
export class RegistryError extends Error {
  override readonly name = "RegistryError";
  readonly reason: RegistryErrorReason;
  /** Set if a transaction exists, whether or not it succeeded. */
  readonly transactionHash: Hash | undefined;
  /** Set if the query API or the relayer answered: under this id their operator finds the request in the log. */
  readonly requestId: string | undefined;

  constructor({ reason, message, cause, transactionHash, requestId }: RegistryErrorOptions) {
    super(message, cause === undefined ? undefined : { cause });
    this.reason = reason;
    this.transactionHash = transactionHash;
    this.requestId = requestId;
  }

  /** Whether the same call may succeed later, unchanged. */
  get isTemporary(): boolean {
    return TEMPORARY.has(this.reason);
  }
}

const TEMPORARY: ReadonlySet<RegistryErrorReason> = new Set([
  "ip-rate-limit",
  "signer-rate-limit",
  "budget-exhausted",
  "relayer-balance-too-low",
  "relayer-unreachable",
  "relayer-failed",
  "api-rate-limit",
  "api-unreachable",
  "api-failed",
  "not-final",
  "chain-unreachable",
  "stale-block",
  "outcome-unknown",
]);

export function invalidInput(message: string): RegistryError {
  return new RegistryError({ reason: "invalid-input", message });
}

export function missingConfiguration(message: string): RegistryError {
  return new RegistryError({ reason: "missing-configuration", message });
}
