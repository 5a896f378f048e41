import type { AgentStatus, AgentsInput } from "@agent-registry/sdk";
import { type Command, Option } from "commander";
import { parseCount } from "../parse-arguments.ts";
import type { CommandContext } from "../program.ts";
import { renderTable } from "../render.ts";

const MAX_SCOPE_LENGTH = 48;

export function addAgentsCommand({ program, open }: CommandContext): void {
  const statuses: AgentStatus[] = ["Active", "Suspended", "Revoked", "Terminated"];
  program
    .command("agents")
    .description("list the register (needs the query API)")
    .option("--page <number>", "from 1 on", parseCount)
    .option("--limit <number>", "agents a page, at most 100", parseCount)
    .addOption(new Option("--status <status>", "only these").choices(statuses))
    .option("--search <text>", "in id, wallet, creator, Haftungsperson and scope")
    .addOption(
      new Option("--sort <field>", "order by").choices(["agentId", "registeredAt", "lastAttestation"]),
    )
    .addOption(new Option("--order <order>", "direction").choices(["asc", "desc"]))
    .addHelpText(
      "after",
      `
Examples:
  $ agent-registry agents
  $ agent-registry agents --status Suspended
  $ agent-registry agents --search power --sort registeredAt --order desc --limit 5`,
    )
    .action(async (_options: object, command: Command) => {
      const { console, reader } = open(command);
      const { page, limit, status, search, sort, order } = command.opts<AgentsInput>();
      const answer = await reader().listAgents({ page, limit, status, search, sort, order });
      const rows = answer.data.map((agent) => [
        String(agent.agentId),
        agent.status,
        agent.agentWallet,
        agent.registeredAt.slice(0, 10),
        shorten(agent.operationalScope),
      ]);
      console.print({
        json: answer,
        lines: [
          ...renderTable({ head: ["ID", "STATUS", "WALLET", "REGISTERED", "SCOPE"], rows }),
          `Page ${answer.page} of ${answer.totalPages}; ${answer.total} agents.`,
        ],
      });
    });
}

function shorten(text: string): string {
  return text.length <= MAX_SCOPE_LENGTH ? text : `${text.slice(0, MAX_SCOPE_LENGTH - 1)}…`;
}
