import { parseAddress } from "@agent-registry/sdk";
import type { Command } from "commander";
import { type Address, isAddressEqual } from "viem";
import { parseId } from "../arguments/parse-arguments.ts";
import { COMMAND } from "../own-package.ts";
import type { CommandContext } from "../session/open-session.ts";
import { invalidInput } from "../terminal/errors.ts";
import { renderFields, renderWrite } from "../terminal/render.ts";

type Options = { by?: string; cancel?: boolean };

export function addReplaceWalletCommand({ program, open }: CommandContext): void {
  program
    .command("replace-wallet")
    .description("for the Haftungsperson: propose the wallet that acts for an agent from now on")
    .argument("<agentId>", "the agent", parseId)
    .option("--by <address>", "the new wallet, which the register has never known")
    .option("--cancel", "take the proposal back")
    .addHelpText(
      "after",
      `
Examples:
  $ agent-registry keygen ~/.agent-registry/new.key
  $ agent-registry replace-wallet 7 --by 0x70997970C51812dc3A010C7d01b50e0d17dc79C8 --key-file ~/.agent-registry/person.key
  $ agent-registry accept 7 --key-file ~/.agent-registry/new.key
  $ agent-registry replace-wallet 7 --cancel --key-file ~/.agent-registry/person.key

For a key that was lost or leaked. The Haftungsperson, having agreed to answer for the agent, proposes the
new wallet, and nobody else can. The present wallet stays until the new one accepts. Then it is retired: no
agent ever has it again. Status, attestation, children and history of the agent stay; its attester and a
proposed Haftungsperson are dropped, since the old key could have named them.`,
    )
    .action(async (agentId: number, options: Options, command: Command) => {
      const { console, settings, writer } = open(command);
      const { registry } = await writer("agent");
      const by = parseBy(options, settings.chainId);
      const { pendingWallet: present } = await registry.getConsents({ agentId, source: "chain" });
      requireNews({ agentId, present, by });
      const result = await registry.proposeWallet({ agentId, wallet: by });
      console.print({
        json: { agentId, pendingWallet: by, ...result },
        lines:
          by === null
            ? [
                `No wallet is proposed for agent ${agentId} any more.`,
                ...renderFields({ "was proposed": present ?? undefined, ...renderWrite(result) }),
              ]
            : [
                `Proposed ${by} as the wallet of agent ${agentId}.`,
                ...renderFields(renderWrite(result)),
                `The present one stays until the new one accepts: ${COMMAND} accept ${agentId}`,
              ],
      });
    });
}

function parseBy({ by, cancel }: Options, chainId: number | undefined): Address | null {
  if ((by === undefined) === (cancel === undefined)) {
    throw invalidInput("Give either --by with the address of the new wallet, or --cancel.");
  }
  return by === undefined ? null : parseAddress({ value: by, name: "--by", chainId });
}

/** The contract would take a repeated proposal and change nothing: the relayer or the account would pay for it. */
function requireNews(input: { agentId: number; present: Address | null; by: Address | null }): void {
  const { agentId, present, by } = input;
  if (by === null && present === null)
    throw invalidInput(`No wallet is proposed for agent ${agentId}. Nothing was written.`);
  if (by !== null && present !== null && isAddressEqual(by, present))
    throw invalidInput(`${by} is proposed as the wallet of agent ${agentId} already. Nothing was written.`);
}
