import { type AgentRecord, hashConstitution } from "@agent-registry/sdk";
import type { Command } from "commander";
import { parseId, parseTextFile } from "../arguments/parse-arguments.ts";
import { COMMAND } from "../own-package.ts";
import { getRecord, readAfterWrite } from "../parties/get-record.ts";
import { type DeclinePlan, getParties, nameParties, planDecline } from "../parties/held-parties.ts";
import type { CommandContext } from "../session/open-session.ts";
import { askToProceed } from "../terminal/ask.ts";
import { invalidInput } from "../terminal/errors.ts";
import { renderFields, renderHash, renderRecord, renderWords } from "../terminal/render.ts";

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
      const parties = getParties({ record, address: key.account.address });
      const as = nameParties(parties);
      const { agent, consents, recordHash } = record;
      requireConstitution({ agent, text: constitution });
      const shown = { status: agent.status, ...renderRecord(agent), ...renderWords(consents) };
      const isAgain = parties.every((party) => consents[party] === "agreed");
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
      console.printWrite(result, {
        json: { ...after.json, parts: parties, record: agent },
        news: `You have agreed to agent ${agentId} as ${as}.`,
        fields: after.fields,
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

export function addDeclineCommand({ program, open }: CommandContext): void {
  program
    .command("decline")
    .description("refuse the part that an agent's record gives you")
    .argument("<agentId>", "the agent", parseId)
    .option("--yes", "do not ask")
    .addHelpText(
      "after",
      `
Examples:
  $ agent-registry decline 7
  $ agent-registry decline 7 --key-file ~/.agent-registry/person.key --yes

What it does depends on what the record names you as:
  wallet          that has not agreed: it is released, and may register itself anew; the agent is terminated
  Haftungsperson  the refusal is on record, an earlier agreement ends, the agent is suspended until a
                  regulator acts
  parent          the refusal is on record; nothing else changes
A wallet that has agreed cannot decline any more: terminate ends its agent. While an agent is revoked, or
suspended by a regulator, only a regulator releases its wallet.`,
    )
    .action(async (agentId: number, { yes }: { yes?: boolean }, command: Command) => {
      const { console, writer } = open(command);
      const { registry, key } = await writer("agent");
      const record = await getRecord({ registry, agentId });
      const parties = getParties({ record, address: key.account.address });
      const plan = planDecline({ record, parties });
      const { agent } = record;
      const as = nameParties(parties);
      await askToProceed({
        question: `You would decline agent ${agentId} as ${as}.`,
        yes,
        preview: {
          console,
          lines: [
            `Agent ${agentId} names you as ${as}:`,
            ...renderFields({ status: agent.status, ...renderRecord(agent) }),
            ...plan.effects,
          ],
        },
      });
      const result = await registry.decline({ agentId });
      const after = await readAfterWrite({ registry, agentId });
      console.printWrite(result, {
        json: { ...after.json, parts: parties },
        news: `You have declined agent ${agentId} as ${as}.`,
        fields: after.fields,
        next: nextSteps({ agentId, plan, isReleased: after.consents?.wallet === "released" }),
      });
    });
}

function nextSteps(input: { agentId: number; plan: DeclinePlan; isReleased: boolean }): string[] {
  const { agentId, isReleased } = input;
  const { refuses, statusAfter } = input.plan;
  const steps: string[] = [];
  if (isReleased)
    steps.push(
      `The wallet is free. Enter it yourself: ${COMMAND} register --haftungsperson 0x... --scope "..."`,
    );
  if (!isReleased && refuses.includes("haftungsperson") && statusAfter === "Suspended")
    steps.push(`Somebody else may take over: ${COMMAND} handover ${agentId} --to 0x...`);
  if (refuses.length > 0) steps.push(`If you change your mind: ${COMMAND} confirm ${agentId}`);
  return steps;
}
