import { AGENT_SORTS, PEOPLE_ROLES, type PersonRole, SORT_ORDERS } from "@agent-registry/protocol";
import type { PersonInput } from "@agent-registry/sdk";
import { type Command, Option } from "commander";
import { parseCount } from "../arguments/parse-arguments.ts";
import { statusOption } from "../arguments/status-option.ts";
import type { CommandContext } from "../session/command-context.ts";
import { renderAgents } from "../terminal/render-agents.ts";
import { renderPerson } from "../terminal/render-person.ts";

type Options = Omit<PersonInput, "address"> & { role: PersonRole };

export function addPersonCommand({ program, open }: CommandContext): void {
  program
    .command("person")
    .description("show whom an address answers for (needs the query API)")
    .argument("<address>", "the person's address")
    .addOption(
      new Option("--role <role>", "as whom: the agents it answers for, or those it registered")
        .choices(PEOPLE_ROLES)
        .default("haftungsperson"),
    )
    .option("--page <number>", "from 1 on", parseCount)
    .option("--limit <number>", "agents a page, at most 100", parseCount)
    .addOption(statusOption())
    .addOption(new Option("--sort <field>", "order by").choices(AGENT_SORTS))
    .addOption(new Option("--order <order>", "direction").choices(SORT_ORDERS))
    .addHelpText(
      "after",
      `
Examples:
  $ agent-registry person 0x90F79bf6EB2c4f870365E785982E1f101E93b906
  $ agent-registry person 0x90F79bf6EB2c4f870365E785982E1f101E93b906 --role creator
  $ agent-registry person 0x90F79bf6EB2c4f870365E785982E1f101E93b906 --json | jq .summary`,
    )
    .action(async (address: string, _options: object, command: Command) => {
      const { console, reader } = open(command);
      const { role, page, limit, status, sort, order } = command.opts<Options>();
      const input = { address, page, limit, status, sort, order };
      const registry = reader();
      const answer =
        role === "creator" ? await registry.getCreator(input) : await registry.getHaftungsperson(input);
      console.print({
        json: answer,
        lines: [...renderPerson({ role, answer }), "", ...renderAgents(answer)],
      });
    });
}
