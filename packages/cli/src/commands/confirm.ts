import type { Command } from "commander";
import { parseId } from "../arguments/parse-arguments.ts";
import type { CommandContext } from "../session/command-context.ts";
import { toErrorLine } from "../terminal/error-line.ts";
import { renderConsents, renderFields, renderWrite } from "../terminal/render.ts";

export function addConfirmCommand({ program, open }: CommandContext): void {
  program
    .command("confirm")
    .description("agree to the part that an agent's record gives you")
    .argument("<agentId>", "the agent", parseId)
    .addHelpText(
      "after",
      `
Examples:
  $ agent-registry confirm 7
  $ agent-registry confirm 7 --key-file keys/haftungsperson.key

Anyone may name you as Haftungsperson, wallet or parent; the record says whether you agreed.`,
    )
    .action(async (agentId: number, _options: object, command: Command) => {
      const { console, writer } = open(command);
      const { registry } = writer("agent");
      const result = await registry.confirm({ agentId });
      // The write is done, and must be reported even if the register can no longer be asked.
      const answer = await registry.getConsents({ agentId, source: "chain" }).then(
        (consents) => ({ json: consents, fields: renderConsents(consents) }),
        (error) => ({
          json: { agentId, consentsUnknown: toErrorLine(error) },
          fields: { agreed: `not known: ${toErrorLine(error)}` },
        }),
      );
      console.print({
        json: { ...answer.json, ...result },
        lines: [
          `Confirmed your part in agent ${agentId}.`,
          ...renderFields({ ...answer.fields, ...renderWrite(result) }),
        ],
      });
    });
}
