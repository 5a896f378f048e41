import { parseAddress } from "@agent-registry/sdk";
import type { Command } from "commander";
import { type Address, isAddressEqual } from "viem";
import { parseId } from "../arguments/parse-arguments.ts";
import { COMMAND } from "../own-package.ts";
import type { CommandContext } from "../session/open-session.ts";
import { invalidInput } from "../terminal/errors.ts";
import { renderFields, renderWrite } from "../terminal/render.ts";

type Options = { set?: string; remove?: boolean };

export function addAttesterCommand({ program, open }: CommandContext): void {
  program
    .command("attester")
    .description("name a key that may attest for an agent, and do nothing else")
    .argument("<agentId>", "the agent", parseId)
    .option("--set <address>", "the key's address; it takes the place of the present attester")
    .option("--remove", "the agent has no attester any more")
    .addHelpText(
      "after",
      `
Examples:
  $ agent-registry keygen ~/.agent-registry/attester.key
  $ agent-registry attester 7 --set 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
  $ agent-registry attest 7 --watch --key-file ~/.agent-registry/attester.key
  $ agent-registry attester 7 --remove

The agent's wallet, its creator or its Haftungsperson names it. The process that attests every week then
need not hold the key that can end everything. An agent has one attester at most; it is removed if the
agent's wallet is replaced. Whatever it has attested stays.`,
    )
    .action(async (agentId: number, options: Options, command: Command) => {
      const { console, settings, writer } = open(command);
      const { registry } = await writer("agent");
      const attester = parseAttester(options, settings.chainId);
      const { attester: present } = await registry.getConsents({ agentId, source: "chain" });
      requireNews({ agentId, present, attester });
      const result = await registry.setAttester({ agentId, attester });
      console.print({
        json: { agentId, attester, ...result },
        lines: [
          attester === null
            ? `Agent ${agentId} has no attester any more.`
            : `${attester} may attest for agent ${agentId} now, and do nothing else.`,
          ...renderFields({ "instead of": present ?? undefined, ...renderWrite(result) }),
          ...(attester === null ? [] : [`With its key: ${COMMAND} attest ${agentId} --watch`]),
        ],
      });
    });
}

function parseAttester({ set, remove }: Options, chainId: number | undefined): Address | null {
  if ((set === undefined) === (remove === undefined))
    throw invalidInput("Give either --set with the attester's address, or --remove.");
  return set === undefined ? null : parseAddress({ value: set, name: "--set", chainId });
}

/** The contract would take it and change nothing: the relayer or the account would pay for it. */
function requireNews(input: { agentId: number; present: Address | null; attester: Address | null }): void {
  const { agentId, present, attester } = input;
  if (attester === null && present === null)
    throw invalidInput(`Agent ${agentId} has no attester. Nothing was written.`);
  if (attester !== null && present !== null && isAddressEqual(attester, present))
    throw invalidInput(`${attester} is the attester of agent ${agentId} already. Nothing was written.`);
}
