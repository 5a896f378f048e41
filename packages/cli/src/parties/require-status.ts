import { type AgentRecord, type AgentStatus, RegistryError } from "@agent-registry/sdk";
import type { EntryReader } from "./get-record.ts";
import { getEntry } from "./get-record.ts";

/** What a regulator does, from which statuses, and what the agent is afterwards. */
const ACTIONS = {
  suspend: { from: ["Active"], to: "Suspended", refusal: "agent-not-active" },
  revoke: { from: ["Active", "Suspended"], to: "Revoked", refusal: "agent-not-active" },
  reactivate: { from: ["Suspended"], to: "Active", refusal: "not-suspended" },
} as const satisfies Record<
  string,
  { from: AgentStatus[]; to: AgentStatus; refusal: "agent-not-active" | "not-suspended" }
>;

/**
 * The agent that a regulator is about to act on. Throws before anything is signed if its status does not allow that, in
 * words for a regulator.
 */
export async function requireStatus(input: {
  registry: EntryReader;
  agentId: number;
  action: keyof typeof ACTIONS;
}): Promise<AgentRecord> {
  const { agentId, action } = input;
  const { from, to, refusal } = ACTIONS[action];
  const { agent } = await getEntry(input);
  const { status } = agent;
  if ((from as readonly AgentStatus[]).includes(status)) return agent;
  const word = status.toLowerCase();
  const isFinal = status === "Revoked" || status === "Terminated";
  const message = `Agent ${agentId} is ${word}${status === to ? " already" : ""}${isFinal ? ", and stays so for good" : ""}. Nothing was written.`;
  throw new RegistryError({ reason: refusal, message });
}
