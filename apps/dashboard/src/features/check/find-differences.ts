import type { KyaResponse } from "@agent-registry/protocol";
import type { ProvenVerdict } from "@agent-registry/sdk";
import { formatExact } from "../../shared/time/format-time.ts";

/** Where the register's answer is not what the chain holds, as sentences; empty if it is. */
export function findDifferences(answer: KyaResponse, { agent, verdict }: ProvenVerdict): string[] {
  if (agent === null || answer.agent === null) {
    if (agent === answer.agent) return [];
    return [
      agent === null
        ? `The register says that the wallet is that of agent ${answer.agent?.agentId}; on the chain it is nobody’s.`
        : `The register says that the wallet is nobody’s; on the chain it is that of agent ${agent.agentId}.`,
    ];
  }
  const facts: [what: string, said: string, held: string][] = [
    ["the agent’s number", String(answer.agent.agentId), String(agent.agentId)],
    ["the status", answer.agent.status, agent.status],
    ["the Haftungsperson", answer.agent.haftungsperson, agent.haftungsperson],
    ["the last attestation", formatExact(answer.agent.lastAttestation), formatExact(agent.lastAttestation)],
    ["compliance", toWord(answer.isCompliant), toWord(verdict === "compliant")],
  ];
  return facts
    .filter(([, said, held]) => said.toLowerCase() !== held.toLowerCase())
    .map(([what, said, held]) => `About ${what} the register says ${said}; the chain holds ${held}.`);
}

const toWord = (isCompliant: boolean) => (isCompliant ? "compliant" : "not compliant");
