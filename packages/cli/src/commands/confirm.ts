import type { Command } from "commander";
import { toErrorLine } from "../error-line.ts";
import { parseId } from "../parse-arguments.ts";
import type { CommandContext } from "../program.ts";
import { renderFields, renderWrite } from "../render.ts";

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
      // It is done by now, and must be told even where the register cannot be asked any more.
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

export function renderConsents(consents: { wallet: boolean; haftungsperson: boolean; parent: boolean }) {
  const given = Object.entries(consents).filter(([name, value]) => name !== "agentId" && value);
  const missing = Object.entries(consents).filter(([, value]) => value === false);
  const names = (entries: [string, unknown][]) => entries.map(([name]) => name).join(", ") || "none";
  return { agreed: names(given), "not agreed": names(missing) };
}
