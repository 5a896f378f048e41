import { AGENT_SORTS, AGENT_STATUSES, type AgentStatus, SORT_ORDERS } from "@agent-registry/protocol";
import { type Command, InvalidArgumentError, Option } from "commander";
import { parseCount } from "./parse-arguments.ts";

/** For a list of agents: which page of it, and which agents in which order. */
export function addListOptions(command: Command): Command {
  return command
    .option("--page <number>", "from 1 on", parseCount)
    .option("--limit <number>", "agents a page, at most 100", parseCount)
    .addOption(new Option("--status <status>", "only these").choices(AGENT_STATUSES).argParser(parseStatus))
    .addOption(new Option("--sort <field>", "order by").choices(AGENT_SORTS))
    .addOption(new Option("--order <order>", "direction").choices(SORT_ORDERS));
}

/** Upper or lower case does not matter: users need not know the register's spelling. */
function parseStatus(value: string): AgentStatus {
  const status = AGENT_STATUSES.find((name) => name.toLowerCase() === value.toLowerCase());
  if (status !== undefined) return status;
  throw new InvalidArgumentError(`Allowed choices are ${AGENT_STATUSES.join(", ")}.`);
}

export function sourceOption(): Option {
  return new Option(
    "--source <source>",
    "ask the chain, or the query API (up to a minute old); the chain unless only an API is known",
  ).choices(["chain", "api"]);
}
