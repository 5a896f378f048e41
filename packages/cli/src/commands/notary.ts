import { parseAddress, RegistryError } from "@agent-registry/sdk";
import { Argument, type Command } from "commander";
import type { Address } from "viem";
import type { CommandContext } from "../session/command-context.ts";
import type { Session } from "../session/open-session.ts";
import { renderFields, renderWrite } from "../terminal/render.ts";

const ACTIONS = ["add", "remove", "list"] as const;
type Action = (typeof ACTIONS)[number];

export function addNotaryCommand({ program, open }: CommandContext): void {
  program
    .command("notary")
    .description("for the Registry's owner: accredit or remove a notary; for everyone: list them")
    .addArgument(new Argument("<action>", "what to do").choices(ACTIONS))
    .argument("[address]", "the notary, for add and remove")
    .addHelpText(
      "after",
      `
Examples:
  $ agent-registry notary list
  $ OWNER_KEY_FILE=~/.agent-registry/other.key agent-registry notary add 0x70997970C51812dc3A010C7d01b50e0d17dc79C8

The owner's key is that of regulator. An accredited notary may certify persons (certify). Certificates of one that
was removed stay on record and count no longer. The list comes from the query API.`,
    )
    .action(async (action: Action, named: string | undefined, _options: object, command: Command) => {
      const session = open(command);
      if (action === "list") return list(session);
      const { chainId } = session.settings;
      if (named === undefined) throw invalid(`Whom? Give the notary's address: notary ${action} 0x...`);
      await change(session, { action, notary: parseAddress({ value: named, name: "The notary", chainId }) });
    });
}

async function list({ console, reader }: Session): Promise<void> {
  const answer = await reader().getNotaries();
  console.print({
    json: answer,
    lines: [
      `${answer.data.length === 1 ? "1 notary" : `${answer.data.length} notaries`}:`,
      ...answer.data.map(({ notary, isAccredited, since, certificates }) => {
        const standing = `${isAccredited ? "accredited" : "NOT accredited any more"} since ${since.slice(0, 10)}`;
        return `  ${notary}  ${standing}, ${certificates} certificate${certificates === 1 ? "" : "s"}`;
      }),
    ],
  });
}

/** The contract would take a change that changes nothing, and the relayer or the account would pay for it. */
async function change(
  { console, writer }: Session,
  { action, notary }: { action: "add" | "remove"; notary: Address },
): Promise<void> {
  const { registry } = await writer("owner");
  const isOne = await registry.isNotary({ notary });
  if (isOne && action === "add") throw invalid(`${notary} is accredited already. Nothing was written.`);
  if (!isOne && action === "remove") throw invalid(`${notary} is no accredited notary. Nothing was written.`);
  const result =
    action === "add" ? await registry.addNotary({ notary }) : await registry.removeNotary({ notary });
  console.print({
    json: { notary, isNotary: action === "add", ...result },
    lines: [
      action === "add"
        ? `${notary} is an accredited notary now.`
        : `${notary} is no longer accredited: its certificates do not count any more.`,
      ...renderFields(renderWrite(result)),
    ],
  });
}

const invalid = (message: string) => new RegistryError({ reason: "invalid-input", message });
