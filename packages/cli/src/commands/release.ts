import type { Command } from "commander";
import { parseId } from "../arguments/parse-arguments.ts";
import { getEntry } from "../parties/get-record.ts";
import { previewAgent } from "../parties/preview-agent.ts";
import { readAfterWrite } from "../parties/read-after-write.ts";
import type { CommandContext } from "../session/open-session.ts";
import { askToProceed } from "../terminal/ask-to-proceed.ts";
import { renderFields, renderWrite } from "../terminal/render.ts";

export function addReleaseCommand({ program, open }: CommandContext): void {
  program
    .command("release")
    .description("for regulators: free a wallet that never agreed to its entry")
    .argument("<agentId>", "the agent", parseId)
    .option("--yes", "do not ask")
    .addHelpText(
      "after",
      `
Examples:
  $ REGULATOR_KEY_FILE=~/.agent-registry/other.key agent-registry release 7 --yes

The wallet may then register itself anew. An active or suspended agent is terminated by it, a revoked one
stays revoked; the record keeps its number and its history. It cannot be undone. A wallet that has
agreed is never released: suspend or revoke its agent.`,
    )
    .action(async (agentId: number, { yes }: { yes?: boolean }, command: Command) => {
      const { console, writer } = open(command);
      const { registry } = await writer("regulator");
      const { agent } = await getEntry({ registry, agentId });
      const preview = previewAgent({ console, agent });
      const question = `Releasing the wallet of agent ${agentId} cannot be undone.`;
      await askToProceed({ question, yes, preview });
      const result = await registry.releaseWallet({ agentId });
      const after = await readAfterWrite({ registry, agentId });
      console.print({
        json: { ...after.json, ...result },
        lines: [
          `The wallet of agent ${agentId} is released and may register itself anew.`,
          ...renderFields({ ...after.fields, ...renderWrite(result) }),
        ],
      });
    });
}
