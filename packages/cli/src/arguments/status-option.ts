import { AGENT_STATUSES, type AgentStatus } from "@agent-registry/protocol";
import { InvalidArgumentError, Option } from "commander";

/** For lists. Upper or lower case does not matter: users need not know the register's spelling. */
export function statusOption(): Option {
  return new Option("--status <status>", "only these").choices(AGENT_STATUSES).argParser(parseStatus);
}

function parseStatus(value: string): AgentStatus {
  const status = AGENT_STATUSES.find((name) => name.toLowerCase() === value.toLowerCase());
  if (status !== undefined) return status;
  throw new InvalidArgumentError(`Allowed choices are ${AGENT_STATUSES.join(", ")}.`);
}
