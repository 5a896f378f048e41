import type { Command } from "commander";
import { parseId } from "../arguments/parse-arguments.ts";
import { getRecord } from "../parties/get-record.ts";
import { readAfterWrite } from "../parties/read-after-write.ts";
import { requireProposed } from "../parties/require-proposed.ts";
import type { CommandContext } from "../session/command-context.ts";
import { askToProceed } from "../terminal/ask-to-proceed.ts";
import { renderFields, renderRecord, renderWrite } from "../terminal/render.ts";

export function addAcceptCommand({ program, open }: CommandContext): void {
  program
    .command("accept")
    .description("take over as the Haftungsperson of an agent that you were proposed for")
    .argument("<agentId>", "the agent", parseId)
    .option("--yes", "do not ask")
    .addHelpText(
      "after",
      `
Examples:
  $ agent-registry accept 7 --key-file ~/.agent-registry/person.key
  $ agent-registry accept 7 --yes

From then on you answer for the agent, and the one before you no longer does. Its status stays: a
suspended agent still waits for a regulator. To refuse, do nothing.`,
    )
    .action(async (agentId: number, { yes }: { yes?: boolean }, command: Command) => {
      const { console, writer } = open(command);
      const { registry, key } = await writer("agent");
      const record = await getRecord({ registry, agentId });
      const { address } = key.account;
      requireProposed({ record, address });
      const { agent } = record;
      const question = `You (${address}) would answer for agent ${agentId} instead of ${agent.haftungsperson}.`;
      const fields = { status: agent.status, ...renderRecord(agent) };
      await askToProceed({
        question,
        yes,
        preview: {
          console,
          lines: [`Agent ${agentId} is to have you as its Haftungsperson:`, ...renderFields(fields)],
        },
      });
      const result = await registry.acceptHaftungsperson({ agentId });
      const after = await readAfterWrite({ registry, agentId });
      console.print({
        json: {
          ...after.json,
          oldHaftungsperson: agent.haftungsperson,
          newHaftungsperson: address,
          ...result,
        },
        lines: [
          `You answer for agent ${agentId} now, instead of ${agent.haftungsperson}.`,
          ...renderFields({ ...after.fields, ...renderWrite(result) }),
        ],
      });
    });
}
