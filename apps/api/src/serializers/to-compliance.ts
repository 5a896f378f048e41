import { type Compliance, isAttestationCurrent, secondsSinceAttestation } from "@agent-registry/protocol";
import type { IndexedAgent } from "../index-store/records.ts";

type Standing = Pick<IndexedAgent, "status" | "lastAttestation" | "childCount">;

/** How an agent stands at this second. */
export function toCompliance(agent: Standing, now: number): Compliance {
  return {
    isActive: agent.status === "Active",
    attestationCurrent: isAttestationCurrent(agent, now),
    secondsSinceAttestation: secondsSinceAttestation(agent, now),
    childCount: agent.childCount,
    status: agent.status,
  };
}
