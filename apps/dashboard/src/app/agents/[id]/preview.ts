import type { AgentResponse } from "@agent-registry/protocol";
import { toVisibleText } from "@agent-registry/protocol/visible-text";
import type { Metadata } from "next";
import { shortenHex } from "../../../shared/text/words.ts";

const MAX_SCOPE = 160;

/** What a shared link to an entry shows: the entry's state, what the agent does, and who answers for it. */
export function toPreview({ agent, compliance }: AgentResponse): Metadata {
  const title = `Agent ${agent.agentId}`;
  const isOverdue = compliance.isActive && !compliance.attestationCurrent;
  const state = isOverdue ? "Active, but its attestation is overdue" : agent.status;
  const scope = toVisibleText(agent.operationalScope);
  const shortScope = scope.length > MAX_SCOPE ? `${scope.slice(0, MAX_SCOPE)}…` : scope;
  const description = `${state}. ${shortScope} Haftungsperson: ${shortenHex(agent.haftungsperson)}.`;
  return {
    title,
    description,
    openGraph: {
      title: `${title} · Agent Registry`,
      description,
      type: "website",
      siteName: "Agent Registry",
    },
    twitter: { card: "summary", title: `${title} · Agent Registry`, description },
  };
}
