import type { Command } from "commander";
import { parseId } from "../arguments/parse-arguments.ts";
import { getEntry } from "../parties/get-record.ts";
import { previewAgent } from "../parties/preview-agent.ts";
import { getOwnAgentId } from "../session/get-own-agent-id.ts";
import type { CommandContext } from "../session/open-session.ts";
import { askToProceed } from "../terminal/ask-to-proceed.ts";
import { renderFields, renderWrite } from "../terminal/render.ts";

export function addTerminateCommand({ program, open }: CommandContext): void {
  program
    .command("terminate")
    .description("end an agent's registration, for good")
    .argument("[agentId]", "the key's own agent unless named", parseId)
    .option("--yes", "do not ask")
    .addHelpText(
      "after",
      `
Examples:
  $ agent-registry terminate
  $ agent-registry terminate 7 --yes

It cannot be undone, and a wallet that has agreed to its agent can never be registered again.`,
    )
    .action(async (named: number | undefined, options: { yes?: boolean }, command: Command) => {
      const { console, writer } = open(command);
      const { registry, key } = await writer("agent");
      const agentId = await getOwnAgentId({ registry, key, agentId: named });
      const { agent } = await getEntry({ registry, agentId });
      const preview = previewAgent({ console, agent });
      const question = `Terminating agent ${agentId} cannot be undone.`;
      await askToProceed({ question, yes: options.yes, preview });
      const result = await registry.terminate({ agentId });
      console.print({
        json: { agentId, ...result },
        lines: [`Agent ${agentId} is terminated.`, ...renderFields(renderWrite(result))],
      });
    });
}
