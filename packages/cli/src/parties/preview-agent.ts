import type { AgentRecord } from "@agent-registry/sdk";
import type { Console } from "../terminal/console.ts";
import { renderFields } from "../terminal/render.ts";

/** Whose agent it is, for the question before something that cannot be undone. */
export function previewAgent({ console, agent }: { console: Console; agent: AgentRecord }) {
  const fields = {
    status: agent.status,
    scope: agent.operationalScope,
    wallet: agent.agentWallet,
    haftungsperson: agent.haftungsperson,
  };
  return { console, lines: [`Agent ${agent.agentId}:`, ...renderFields(fields)] };
}
