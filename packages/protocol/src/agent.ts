/** The four states of an agent; the position of a name is its number in the contract. */
export const AGENT_STATUSES = ["Active", "Suspended", "Revoked", "Terminated"] as const;

export type AgentStatus = (typeof AGENT_STATUSES)[number];

/** The name of a status number as the contract gives it. */
export function toAgentStatus(statusNumber: number): AgentStatus {
  const status = AGENT_STATUSES[statusNumber];
  if (status === undefined) throw new RangeError(`The contract has no status ${statusNumber}`);
  return status;
}
