import type { Command } from "commander";
import { parseId } from "../arguments/parse-arguments.ts";
import { COMMAND } from "../own-package.ts";
import { getRecord } from "../parties/get-record.ts";
import { getParts, nameParts } from "../parties/parts.ts";
import { type DeclinePlan, planDecline } from "../parties/plan-decline.ts";
import { readAfterWrite } from "../parties/read-after-write.ts";
import type { CommandContext } from "../session/open-session.ts";
import { askToProceed } from "../terminal/ask-to-proceed.ts";
import { renderFields, renderRecord, renderWrite } from "../terminal/render.ts";

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
      const parts = getParts({ record, address: key.account.address });
      const plan = planDecline({ record, parts });
      const { agent } = record;
      const as = nameParts(parts);
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
      console.print({
        json: { ...after.json, parts, ...result },
        lines: [
          `You have declined agent ${agentId} as ${as}.`,
          ...renderFields({ ...after.fields, ...renderWrite(result) }),
          ...nextSteps({ agentId, plan, isReleased: after.consents?.wallet === "released" }),
        ],
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
