import type { Command } from "commander";
import { parseId } from "../arguments/parse-arguments.ts";
import { requireStatus } from "../parties/require-status.ts";
import type { CommandContext } from "../session/open-session.ts";
import { renderFields, renderWrite } from "../terminal/render.ts";

export function addReactivateCommand({ program, open }: CommandContext): void {
  program
    .command("reactivate")
    .description("for regulators: end an agent's suspension")
    .argument("<agentId>", "the agent", parseId)
    .addHelpText(
      "after",
      `
Examples:
  $ REGULATOR_KEY_FILE=~/.agent-registry/other.key agent-registry reactivate 7

Its attestation does not come back with it: the agent attests again itself.`,
    )
    .action(async (agentId: number, _options: object, command: Command) => {
      const { console, writer } = open(command);
      const { registry } = await writer("regulator");
      await requireStatus({ registry, agentId, action: "reactivate" });
      const result = await registry.reactivate({ agentId });
      console.print({
        json: { agentId, status: "Active", ...result },
        lines: [`Agent ${agentId} is active again.`, ...renderFields(renderWrite(result))],
      });
    });
}
