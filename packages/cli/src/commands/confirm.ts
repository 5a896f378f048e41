import { type AgentRecord, hashConstitution } from "@agent-registry/sdk";
import type { Command } from "commander";
import { parseId, parseTextFile } from "../arguments/parse-arguments.ts";
import { getRecord } from "../parties/get-record.ts";
import { getParts, nameParts } from "../parties/parts.ts";
import { readAfterWrite } from "../parties/read-after-write.ts";
import type { CommandContext } from "../session/open-session.ts";
import { askToProceed } from "../terminal/ask-to-proceed.ts";
import { invalidInput } from "../terminal/errors.ts";
import { renderFields, renderHash, renderRecord, renderWords, renderWrite } from "../terminal/render.ts";

type Options = { yes?: boolean; constitution?: string };

export function addConfirmCommand({ program, open }: CommandContext): void {
  program
    .command("confirm")
    .description("look at an agent's record and agree to the part that it gives you")
    .argument("<agentId>", "the agent", parseId)
    .option("--constitution <file>", "agree only if this is the constitution of the record", parseTextFile)
    .option("--yes", "do not ask")
    .addHelpText(
      "after",
      `
Examples:
  $ agent-registry confirm 7
  $ agent-registry confirm 7 --key-file ~/.agent-registry/person.key --yes
  $ agent-registry confirm 7 --constitution rules.md

Anyone may name you as wallet, Haftungsperson or parent; the register tells everyone whether you agreed.
You agree to exactly the record that is shown: if it changes meanwhile, nothing is written, and you look
at it again. A Haftungsperson answers for the agent from then on; a wallet that has agreed is bound to
its agent for ever. The record holds the hash of the constitution, not its text: --constitution compares
the text that you were given with it first. Agreeing again says that you agree to the record as it is now,
for example to a constitution that was changed since. To refuse: \`agent-registry decline 7\`.`,
    )
    .action(async (agentId: number, { yes, constitution }: Options, command: Command) => {
      const { console, writer } = open(command);
      const { registry, key } = await writer("agent");
      const record = await getRecord({ registry, agentId });
      const parts = getParts({ record, address: key.account.address });
      const as = nameParts(parts);
      const { agent, consents, recordHash } = record;
      requireConstitution({ agent, text: constitution });
      const shown = { status: agent.status, ...renderRecord(agent), ...renderWords(consents) };
      const isAgain = parts.every((part) => consents[part] === "agreed");
      const again = isAgain
        ? ["You have agreed before: this says that you agree to the record as it is now."]
        : [];
      const preview = [`Agent ${agentId} names you as ${as}:`, ...renderFields(shown), ...again];
      await askToProceed({
        question: `You would agree to agent ${agentId} as ${as}.`,
        yes,
        preview: { console, lines: preview },
      });
      const result = await registry.confirm({ agentId, recordHash });
      const after = await readAfterWrite({ registry, agentId });
      console.print({
        json: { ...after.json, parts, record: agent, ...result },
        lines: [
          `You have agreed to agent ${agentId} as ${as}.`,
          ...renderFields({ ...after.fields, ...renderWrite(result) }),
        ],
      });
    });
}

/** The record names a text by its hash alone: what a party was given to read may be another one. */
function requireConstitution({ agent, text }: { agent: AgentRecord; text: string | undefined }): void {
  if (text === undefined) return;
  const hash = hashConstitution(text);
  if (hash === agent.constitutionHash) return;
  const filed = renderHash(agent.constitutionHash);
  const message = `This is not the constitution of agent ${agent.agentId}. Hash of the file: ${hash}; in the record: ${filed}. Nothing was written.`;
  throw invalidInput(message);
}
