import { DEFAULT_MAX_REQUEST_GAS } from "@agent-registry/protocol/limits";

/** A quarter more than the estimate, and at least `minGas`. */
export function toRequestGas(estimate: bigint, minGas: bigint): bigint {
  const generous = estimate + estimate / 4n;
  if (generous <= minGas) return minGas;
  // Relayers accept no more gas than this; without the margin the call may still fit.
  return generous <= DEFAULT_MAX_REQUEST_GAS || estimate > DEFAULT_MAX_REQUEST_GAS
    ? generous
    : DEFAULT_MAX_REQUEST_GAS;
}

/** By the chain's clock, which on a test chain may be far from this machine's. */
export function toDeadline(blockTimestamp: number, lifetimeSeconds: number): number {
  return Math.max(blockTimestamp, Math.floor(Date.now() / 1000)) + lifetimeSeconds;
}
