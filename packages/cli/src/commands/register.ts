import { RegistryError } from "@agent-registry/sdk";
import type { Command } from "commander";
import type { Address, Hex } from "viem";
import { collectNames, parseId, parseTextFile } from "../arguments/parse-arguments.ts";
import type { CommandContext } from "../session/command-context.ts";
import { renderFields, renderWrite } from "../terminal/render.ts";
import { withoutUndefined } from "../without-undefined.ts";

type Options = {
  haftungsperson?: Address;
  scope: string;
  wallet?: Address;
  parent?: number;
  constitution?: string;
  constitutionHash?: Hex;
  capability?: string[];
  capabilityHash?: Hex;
  selfModifying?: boolean;
};

export function addRegisterCommand({ program, open }: CommandContext): void {
  program
    .command("register")
    .description("enter an agent in the register")
    .option(
      "--haftungsperson <address>",
      "who answers for the agent; inherited from the parent where there is one",
    )
    .requiredOption("--scope <text>", "what the agent does, in up to 1,000 bytes")
    .option("--wallet <address>", "the agent's wallet; the key's own unless named")
    .option("--parent <id>", "register as a child of this agent", parseId)
    .option(
      "--constitution <file>",
      "the agent's constitution; its hash is filed, not the text",
      parseTextFile,
    )
    .option("--constitution-hash <hash>", "the hash itself, instead of a file")
    .option("--capability <names>", "what the agent can do; again, or with commas", collectNames)
    .option("--capability-hash <hash>", "the hash itself, instead of names")
    .option("--self-modifying", "the agent changes its own code or weights")
    .addHelpText(
      "after",
      `
Examples:
  $ agent-registry register --haftungsperson 0x70997970C51812dc3A010C7d01b50e0d17dc79C8 --scope "Summarises filings"
  $ agent-registry register --parent 7 --scope "Searches for agent 7" --key-file keys/child.key
  $ agent-registry register --haftungsperson 0x... --scope "Trades power" --constitution rules.md --capability trade,forecast

Registering counts as the first attestation: attest again within 7 days, or run \`attest --watch\`.
The wallet is bound to its agent for ever.`,
    )
    .action(async (options: Options, command: Command) => {
      const { console, settings, writer } = open(command);
      const { registry } = writer("agent");
      const { haftungsperson, parent } = options;
      const description = withoutUndefined({
        operationalScope: options.scope,
        agentWallet: options.wallet,
        constitution: options.constitution,
        constitutionHash: options.constitutionHash,
        capabilities: options.capability,
        capabilityHash: options.capabilityHash,
        selfModifying: options.selfModifying ?? false,
      });
      const result =
        parent === undefined
          ? await registry.register({ ...description, haftungsperson: requireHaftungsperson(haftungsperson) })
          : await registry.registerChild({
              ...description,
              ...withoutUndefined({ haftungsperson }),
              parentAgentId: parent,
            });
      const { agentId, agentWallet } = result;
      const link = settings.dashboardUrl && `${settings.dashboardUrl}/agents/${agentId}`;
      console.print({
        json: { ...result, dashboard: link },
        lines: [
          `Registered agent ${agentId}.`,
          ...renderFields({ wallet: agentWallet, ...renderWrite(result), dashboard: link }),
          `Check it: npx agent-registry kya ${agentWallet}`,
        ],
      });
    });
}

function requireHaftungsperson(address: Address | undefined): Address {
  if (address !== undefined) return address;
  throw new RegistryError({
    reason: "haftungsperson-required",
    message:
      "Someone must answer for the agent: give --haftungsperson with their address, or --parent to inherit it.",
  });
}
