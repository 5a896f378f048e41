import { ATTESTATION_VALIDITY_SECONDS } from "@agent-registry/protocol/limits";

const DAY_SECONDS = 86_400;
const LAPSING_FROM_SECONDS = 5 * DAY_SECONDS;

export type AttestationState = "current" | "lapsing" | "overdue";

/** Under five days current (green), five to seven lapsing (yellow), over seven overdue (red). */
export function toAttestationState(seconds: number): AttestationState {
  if (seconds < LAPSING_FROM_SECONDS) return "current";
  return seconds <= ATTESTATION_VALIDITY_SECONDS ? "lapsing" : "overdue";
}

/** How many of the seven days have begun. */
export function toAttestationDay(seconds: number): number {
  return Math.min(7, Math.floor(seconds / DAY_SECONDS) + 1);
}

/** The age now of an attestation that was this old when the API answered. */
export function toAgeSeconds({
  secondsSinceAttestation,
  asOfMs,
  nowMs,
}: {
  secondsSinceAttestation: number;
  asOfMs: number;
  nowMs: number;
}): number {
  return secondsSinceAttestation + Math.max(0, Math.floor((nowMs - asOfMs) / 1000));
}
