import type { AgentsResponse } from "@agent-registry/sdk";
import { renderTable } from "./render.ts";

const MAX_SCOPE_LENGTH = 48;

/** A page of agents, and where it lies among the others. */
export function renderAgents(answer: AgentsResponse): string[] {
  const rows = answer.data.map((agent) => [
    String(agent.agentId),
    agent.status,
    agent.agentWallet,
    agent.registeredAt.slice(0, 10),
    shorten(agent.operationalScope),
  ]);
  return [
    ...renderTable({ head: ["ID", "STATUS", "WALLET", "REGISTERED", "SCOPE"], rows }),
    `Page ${answer.page} of ${answer.totalPages}; ${answer.isTotalCapped ? "more than " : ""}${answer.total} agents.`,
  ];
}

/** A scope in a list. */
export function shorten(text: string): string {
  return text.length <= MAX_SCOPE_LENGTH ? text : `${text.slice(0, MAX_SCOPE_LENGTH - 1)}…`;
}
