import { PEOPLE_ROLES, type PersonRole } from "@agent-registry/protocol";
import type { AgentsInput, PersonInput } from "@agent-registry/sdk";
import { type Command, Option } from "commander";
import { addListOptions } from "../arguments/list-options.ts";
import type { CommandContext } from "../session/open-session.ts";
import { renderAgents, renderPerson } from "../terminal/render-agents.ts";

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

type Options = Omit<PersonInput, "address"> & { role: PersonRole };

export function addPersonCommand({ program, open }: CommandContext): void {
  addListOptions(program.command("person"))
    .description("show whom an address answers for (needs the query API)")
    .argument("<address>", "the person's address")
    .addOption(
      new Option("--role <role>", "as whom: the agents it answers for, or those it registered")
        .choices(PEOPLE_ROLES)
        .default("haftungsperson"),
    )
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
