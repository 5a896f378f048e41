import type { Command } from "commander";
import { parseId, parseText } from "../arguments/parse-arguments.ts";
import { requireStatus } from "../parties/require-status.ts";
import type { CommandContext } from "../session/open-session.ts";
import { renderFields, renderWrite } from "../terminal/render.ts";

export function addSuspendCommand({ program, open }: CommandContext): void {
  program
    .command("suspend")
    .description("for regulators: suspend an active agent")
    .argument("<agentId>", "the agent", parseId)
    .requiredOption("--reason <text>", "why; it is public, and stays", parseText)
    .addHelpText(
      "after",
      `
Examples:
  $ REGULATOR_KEY_FILE=~/.agent-registry/other.key agent-registry suspend 7 --reason "No answer to our inquiry of 3 March"`,
    )
    .action(async (agentId: number, { reason }: { reason: string }, command: Command) => {
      const { console, writer } = open(command);
      const { registry } = await writer("regulator");
      await requireStatus({ registry, agentId, action: "suspend" });
      const result = await registry.suspend({ agentId, reason });
      console.print({
        json: { agentId, status: "Suspended", reason, ...result },
        lines: [`Agent ${agentId} is suspended.`, ...renderFields({ reason, ...renderWrite(result) })],
      });
    });
}
