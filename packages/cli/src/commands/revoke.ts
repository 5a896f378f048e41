import type { Command } from "commander";
import { parseId, parseText } from "../arguments/parse-arguments.ts";
import { previewAgent } from "../parties/preview-agent.ts";
import { requireStatus } from "../parties/require-status.ts";
import type { CommandContext } from "../session/open-session.ts";
import { askToProceed } from "../terminal/ask-to-proceed.ts";
import { renderFields, renderWrite } from "../terminal/render.ts";

export function addRevokeCommand({ program, open }: CommandContext): void {
  program
    .command("revoke")
    .description("for regulators: revoke an active or suspended agent, for good")
    .argument("<agentId>", "the agent", parseId)
    .requiredOption("--reason <text>", "why; it is public, and stays", parseText)
    .option("--yes", "do not ask")
    .addHelpText(
      "after",
      `
Examples:
  $ REGULATOR_KEY_FILE=~/.agent-registry/other.key agent-registry revoke 7 --reason "Repeated false reports" --yes

It cannot be undone: to stop an agent for a time, suspend it.`,
    )
    .action(async (agentId: number, options: { reason: string; yes?: boolean }, command: Command) => {
      const { console, writer } = open(command);
      const { registry } = await writer("regulator");
      const agent = await requireStatus({ registry, agentId, action: "revoke" });
      const { reason, yes } = options;
      const preview = previewAgent({ console, agent });
      await askToProceed({ question: `Revoking agent ${agentId} cannot be undone.`, yes, preview });
      const result = await registry.revoke({ agentId, reason });
      console.print({
        json: { agentId, status: "Revoked", reason, ...result },
        lines: [`Agent ${agentId} is revoked.`, ...renderFields({ reason, ...renderWrite(result) })],
      });
    });
}
