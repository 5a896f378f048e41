import { parseAddress } from "@agent-registry/sdk";
import type { Command } from "commander";
import { type Address, isAddressEqual } from "viem";
import { parseId } from "../arguments/parse-arguments.ts";
import { COMMAND } from "../own-package.ts";
import type { CommandContext } from "../session/open-session.ts";
import { invalidInput } from "../terminal/errors.ts";
import { renderFields, renderWrite } from "../terminal/render.ts";

type Options = { to?: string; cancel?: boolean };

export function addHandoverCommand({ program, open }: CommandContext): void {
  program
    .command("handover")
    .description("propose who takes over as an agent's Haftungsperson")
    .argument("<agentId>", "the agent", parseId)
    .option("--to <address>", "who is to answer for the agent")
    .option("--cancel", "take the proposal back")
    .addHelpText(
      "after",
      `
Examples:
  $ agent-registry handover 7 --to 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
  $ agent-registry handover 7 --cancel

The agent's wallet, its creator or its Haftungsperson proposes. The present Haftungsperson answers for
the agent until the proposed one accepts: \`agent-registry accept 7\`, with that person's key.`,
    )
    .action(async (agentId: number, options: Options, command: Command) => {
      const { console, settings, writer } = open(command);
      const { registry } = await writer("agent");
      const to = parseTo(options, settings.chainId);
      const { proposedHaftungsperson: present } = await registry.getConsents({ agentId, source: "chain" });
      requireNews({ agentId, present, to });
      const result = await registry.proposeHaftungsperson({ agentId, haftungsperson: to });
      console.print({
        json: { agentId, proposedHaftungsperson: to, ...result },
        lines:
          to === null
            ? [
                `Nobody is proposed as Haftungsperson of agent ${agentId} any more.`,
                ...renderFields({ "was proposed": present ?? undefined, ...renderWrite(result) }),
              ]
            : [
                `Proposed ${to} as Haftungsperson of agent ${agentId}.`,
                ...renderFields(renderWrite(result)),
                `The present one answers for it until the new one accepts: ${COMMAND} accept ${agentId}`,
              ],
      });
    });
}

function parseTo({ to, cancel }: Options, chainId: number | undefined): Address | null {
  if ((to === undefined) === (cancel === undefined)) {
    throw invalidInput("Give either --to with the address of who is to take over, or --cancel.");
  }
  return to === undefined ? null : parseAddress({ value: to, name: "--to", chainId });
}

/** The contract would take a repeated proposal and change nothing: the relayer or the account would pay for it. */
function requireNews(input: { agentId: number; present: Address | null; to: Address | null }): void {
  const { agentId, present, to } = input;
  if (to === null && present === null)
    throw invalidInput(`Nobody is proposed as Haftungsperson of agent ${agentId}. Nothing was written.`);
  if (to !== null && present !== null && isAddressEqual(to, present))
    throw invalidInput(
      `${to} is proposed as Haftungsperson of agent ${agentId} already. Nothing was written.`,
    );
}
