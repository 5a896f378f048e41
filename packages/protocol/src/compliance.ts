import type { AgentStatus } from "./agent.ts";
import { ATTESTATION_VALIDITY_SECONDS } from "./limits.ts";

/** What the rules need to know of an agent. Times are whole seconds since the epoch. */
export type Standing = { status: AgentStatus; lastAttestation: number };

/** Never negative: an attestation in a block ahead of our clock is zero seconds old. */
export function secondsSinceAttestation(agent: Pick<Standing, "lastAttestation">, now: number): number {
  return Math.max(0, now - agent.lastAttestation);
}

/** The last second at which the attestation is current. */
export function attestedUntil({ lastAttestation }: Pick<Standing, "lastAttestation">): number {
  return lastAttestation + ATTESTATION_VALIDITY_SECONDS;
}

/** Exactly seven days is still current. */
export function isAttestationCurrent(agent: Pick<Standing, "lastAttestation">, now: number): boolean {
  return secondsSinceAttestation(agent, now) <= ATTESTATION_VALIDITY_SECONDS;
}

/** Active, with a current attestation. */
export function isCompliant(agent: Standing, now: number): boolean {
  return agent.status === "Active" && isAttestationCurrent(agent, now);
}

/** The share of compliant agents in percent with one decimal place, as the API shows it. */
export function toComplianceRate({ compliant, total }: { compliant: number; total: number }): string {
  if (total === 0) return "0.0";
  // Whole numbers throughout: 28.75 as a binary fraction may lie below itself, and would be rounded down.
  const tenths = Math.floor((2000 * compliant + total) / (2 * total));
  return `${Math.floor(tenths / 10)}.${tenths % 10}`;
}
