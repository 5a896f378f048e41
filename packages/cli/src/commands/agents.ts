import { AGENT_SORTS, SORT_ORDERS } from "@agent-registry/protocol";
import type { AgentsInput } from "@agent-registry/sdk";
import { type Command, Option } from "commander";
import { parseCount } from "../arguments/parse-arguments.ts";
import { statusOption } from "../arguments/status-option.ts";
import type { CommandContext } from "../session/command-context.ts";
import { renderAgents } from "../terminal/render-agents.ts";

export function addAgentsCommand({ program, open }: CommandContext): void {
  program
    .command("agents")
    .description("list the register (needs the query API)")
    .option("--page <number>", "from 1 on", parseCount)
    .option("--limit <number>", "agents a page, at most 100", parseCount)
    .addOption(statusOption())
    .option(
      "--search <text>",
      "id, whole words of the scope and the beginning of one, or the beginning of an address",
    )
    .addOption(new Option("--sort <field>", "order by").choices(AGENT_SORTS))
    .addOption(new Option("--order <order>", "direction").choices(SORT_ORDERS))
    .addHelpText(
      "after",
      `
Examples:
  $ agent-registry agents
  $ agent-registry agents --status suspended
  $ agent-registry agents --search power --sort registeredAt --order desc --limit 5`,
    )
    .action(async (_options: object, command: Command) => {
      const { console, reader } = open(command);
      const { page, limit, status, search, sort, order } = command.opts<AgentsInput>();
      const answer = await reader().listAgents({ page, limit, status, search, sort, order });
      console.print({ json: answer, lines: renderAgents(answer) });
    });
}
