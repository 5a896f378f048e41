import type { AgentStatus } from "../agent.ts";
import { isCompliant, type Standing } from "../compliance.ts";

export type Verdict = "compliant" | "non-compliant" | "not-registered";

export type VerdictReason =
  | "active-and-attested"
  | "suspended"
  | "revoked"
  | "terminated"
  | "attestation-lapsed"
  | "not-registered";

const REASONS: Record<AgentStatus, VerdictReason> = {
  Active: "attestation-lapsed",
  Suspended: "suspended",
  Revoked: "revoked",
  Terminated: "terminated",
};

/** How a wallet's agent stands at a second, in the SDK's words; null if it has none. */
export function judgeStanding(
  standing: Standing | null,
  now: number,
): { verdict: Verdict; reason: VerdictReason } {
  if (standing === null) return { verdict: "not-registered", reason: "not-registered" };
  if (isCompliant(standing, now)) return { verdict: "compliant", reason: "active-and-attested" };
  return { verdict: "non-compliant", reason: REASONS[standing.status] };
}
