import type { AgentsInput } from "@agent-registry/sdk";
import type { Command } from "commander";
import { addListOptions } from "../arguments/list-options.ts";
import type { CommandContext } from "../session/open-session.ts";
import { renderAgents } from "../terminal/render-agents.ts";

export function addAgentsCommand({ program, open }: CommandContext): void {
  addListOptions(program.command("agents"))
    .description("list the register (needs the query API)")
    .option(
      "--search <text>",
      "id, whole words of the scope and the beginning of one, or the beginning of an address",
    )
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
