import { type AgentConsents, RegistryError } from "@agent-registry/sdk";
import type { Command } from "commander";
import { type Address, type Hex, isAddressEqual } from "viem";
import { collectNames, parseId, parseText, parseTextFile } from "../arguments/parse-arguments.ts";
import { COMMAND } from "../own-package.ts";
import { agreeAsHaftungsperson } from "../parties/agree-as-haftungsperson.ts";
import { throwExplained } from "../parties/explain-taken-wallet.ts";
import { readAfterWrite } from "../parties/get-record.ts";
import type { CommandContext, Session } from "../session/open-session.ts";
import { invalidInput } from "../terminal/errors.ts";
import { renderFields, renderWrite } from "../terminal/render.ts";
import { withoutUndefined } from "../without-undefined.ts";

type Options = {
  haftungsperson?: string;
  haftungspersonKeyFile?: string;
  haftungspersonPasswordFile?: string;
  scope: string;
  wallet?: string;
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
      "who answers for the agent; a child inherits it if a party of its parent registers it",
    )
    .option(
      "--haftungsperson-key-file <file>",
      "that person's key, to agree in the same go; names the person, too",
    )
    .option(
      "--haftungsperson-password-file <file>",
      "the password of that key, if it is encrypted; else it is asked for",
    )
    .requiredOption("--scope <text>", "what the agent does, in up to 1,000 bytes", parseText)
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
  $ agent-registry register --haftungsperson-key-file ~/.agent-registry/me.key --scope "Summarises filings"
  $ agent-registry register --parent 7 --wallet 0x... --scope "Searches for agent 7" --key-file ~/.agent-registry/agent-7.key
  $ agent-registry register --haftungsperson 0x... --scope "Trades power" --constitution rules.md --capability trade,forecast

Providers ask whether the wallet and the Haftungsperson have agreed. Whoever registers agrees to its own
part by that; the others agree with \`agent-registry confirm\`, and the output says who is missing. They also
ask for a Haftungsperson that is not the wallet itself: a key that answers for itself answers to nobody.

A child inherits its parent's Haftungsperson only if the key is the parent's wallet, creator or
Haftungsperson: so the parent registers it, with --wallet. Else name one.

Registering counts as the first attestation: attest again within 7 days, or run \`attest --watch\`.
The wallet is bound to its agent until the Haftungsperson replaces it, and never to another one, unless it
never agreed: then it can decline and register itself anew.`,
    )
    .action(async (options: Options, command: Command) => {
      const session = open(command);
      const { console, settings, findAddress, writer } = session;
      const { registry, key } = await writer("agent");
      const creator = key.account.address;
      const named = findAddress(options.haftungsperson, "--haftungsperson");
      const person = await findHaftungspersonWriter({ session, options, named });
      const haftungsperson = person?.address ?? named;
      const agentWallet = findAddress(options.wallet, "--wallet");
      const parentAgentId = options.parent ?? 0;
      const description = withoutUndefined({
        operationalScope: options.scope,
        agentWallet,
        constitution: options.constitution,
        constitutionHash: options.constitutionHash,
        capabilities: options.capability,
        capabilityHash: options.capabilityHash,
        selfModifying: options.selfModifying ?? false,
      });
      const wallet = agentWallet ?? creator;
      const entry =
        parentAgentId === 0
          ? registry.register({ ...description, haftungsperson: requireHaftungsperson(haftungsperson) })
          : registry.registerChild({
              ...description,
              ...withoutUndefined({ haftungsperson }),
              parentAgentId,
            });
      const registration = await entry.catch((error) => throwExplained({ registry, wallet, error }));
      const { agentId } = registration;
      // The account that registers has agreed to its own part by that.
      const agreement =
        person === undefined || isAddressEqual(person.address, creator)
          ? undefined
          : await agreeAsHaftungsperson({
              registry: person.registry,
              haftungsperson: person.address,
              creator,
              registration,
              description: { ...description, parentAgentId },
            });
      const isSelfLiable = haftungsperson !== undefined && isAddressEqual(haftungsperson, wallet);
      const after = await readAfterWrite({ registry, agentId });
      const link = settings.dashboardUrl && `${settings.dashboardUrl}/agents/${agentId}`;
      console.print({
        json: { ...registration, ...after.json, haftungspersonAgreement: agreement, dashboard: link },
        lines: [
          `Registered agent ${agentId}.`,
          ...renderFields({
            wallet,
            ...after.fields,
            ...renderWrite(registration),
            dashboard: link,
          }),
          ...renderMissing({ agentId, consents: after.consents, isSelfLiable }),
          `Check it: ${COMMAND} kya ${wallet}`,
        ],
      });
    });
}

/** The Haftungsperson's own key, if it is at hand. Throws before anything is sent if it is another's. */
async function findHaftungspersonWriter({
  session,
  options,
  named,
}: {
  session: Session;
  options: Options;
  named: Address | undefined;
}) {
  const { haftungspersonKeyFile: keyFile, haftungspersonPasswordFile } = options;
  if (keyFile === undefined) return undefined;
  const password = { file: haftungspersonPasswordFile, names: "--haftungsperson-password-file" };
  const { registry, key } = await session.writer("agent", { keyFile, password });
  const { address } = key.account;
  if (named === undefined || isAddressEqual(named, address)) return { registry, address };
  throw invalidInput(
    `--haftungsperson names ${named}, but the key in ${keyFile} is that of ${address}: leave one of them out. Nothing was written.`,
  );
}

function requireHaftungsperson(address: Address | undefined): Address {
  if (address !== undefined) return address;
  throw new RegistryError({
    reason: "haftungsperson-required",
    message:
      "Someone must answer for the agent: give --haftungsperson with their address, or --parent to inherit it.",
  });
}

const NAMES = { wallet: "Wallet", haftungsperson: "Haftungsperson", parent: "Parent" } as const;

type Input = { agentId: number; consents: AgentConsents | undefined; isSelfLiable: boolean };

/**
 * What a new record lacks before providers take it, and how to mend it: who has yet to agree, and whether a
 * Haftungsperson other than the wallet is missing.
 */
function renderMissing({ agentId, consents, isSelfLiable }: Input): string[] {
  return [
    ...(["wallet", "haftungsperson", "parent"] as const)
      .filter((part) => consents?.[part] === "none")
      .map((part) => `${NAMES[part]} has not agreed yet: ${COMMAND} confirm ${agentId}`),
    ...(isSelfLiable
      ? [
          `Wallet and Haftungsperson are one key, which most providers refuse: ${COMMAND} handover ${agentId} --to <address>`,
        ]
      : []),
  ];
}
