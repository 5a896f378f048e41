import { parseAddress, RegistryError } from "@agent-registry/sdk";
import { Argument, type Command } from "commander";
import type { Address } from "viem";
import type { CommandContext } from "../session/command-context.ts";
import type { Session } from "../session/open-session.ts";
import { renderFields, renderWrite } from "../terminal/render.ts";

const ACTIONS = ["add", "remove", "list"] as const;
type Action = (typeof ACTIONS)[number];

export function addRegulatorCommand({ program, open }: CommandContext): void {
  program
    .command("regulator")
    .description("for the Registry's owner: appoint or dismiss a regulator; for everyone: list them")
    .addArgument(new Argument("<action>", "what to do").choices(ACTIONS))
    .argument("[address]", "the regulator, for add and remove")
    .addHelpText(
      "after",
      `
Examples:
  $ agent-registry regulator list
  $ OWNER_KEY_FILE=~/.agent-registry/other.key agent-registry regulator add 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
  $ agent-registry regulator remove 0x70997970C51812dc3A010C7d01b50e0d17dc79C8 --key-file ~/.agent-registry/other.key

The owner's key is that of --key-file, OWNER_PRIVATE_KEY, OWNER_KEY_FILE or ~/.agent-registry/owner.key. A
multi-signature wallet calls addRegulator and removeRegulator of the contract itself. What a regulator did stands
after it was dismissed. The list comes from the contract's events, which the RPC node must give from the chain's
beginning on.`,
    )
    .action(async (action: Action, named: string | undefined, _options: object, command: Command) => {
      const session = open(command);
      if (action === "list") return list(session);
      const { chainId } = session.settings;
      if (named === undefined) throw invalid(`Whom? Give the regulator's address: regulator ${action} 0x...`);
      await change(session, {
        action,
        regulator: parseAddress({ value: named, name: "The regulator", chainId }),
      });
    });
}

async function list({ console, reader }: Session): Promise<void> {
  const answer = await reader().getRegulators();
  const { owner, regulators } = answer;
  console.print({
    json: answer,
    lines: [
      regulators.length === 1 ? "1 regulator:" : `${regulators.length} regulators:`,
      ...regulators.map((address) => `  ${address}`),
      `The owner, who may act as one, too: ${owner}`,
    ],
  });
}

/** The contract would take a change that changes nothing, and the relayer or the account would pay for it. */
async function change(
  { console, writer }: Session,
  { action, regulator }: { action: "add" | "remove"; regulator: Address },
): Promise<void> {
  const { registry } = await writer("owner");
  const isOne = await registry.isRegulator({ regulator });
  if (isOne && action === "add") throw invalid(`${regulator} is a regulator already. Nothing was written.`);
  if (!isOne && action === "remove") throw invalid(`${regulator} is no regulator. Nothing was written.`);
  const result =
    action === "add"
      ? await registry.addRegulator({ regulator })
      : await registry.removeRegulator({ regulator });
  console.print({
    json: { regulator, isRegulator: action === "add", ...result },
    lines: [
      `${regulator} is ${action === "add" ? "a regulator now" : "no regulator any more"}.`,
      ...renderFields(renderWrite(result)),
    ],
  });
}

function invalid(message: string): RegistryError {
  return new RegistryError({ reason: "invalid-input", message });
}
