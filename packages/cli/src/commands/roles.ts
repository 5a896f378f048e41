import type { AgentRegistry, WriteResult } from "@agent-registry/sdk";
import { Argument, type Command } from "commander";
import type { Address } from "viem";
import type { CommandContext, Session } from "../session/open-session.ts";
import { invalidInput } from "../terminal/errors.ts";

const ACTIONS = ["add", "remove", "list"] as const;
type Action = (typeof ACTIONS)[number];

/** A role that the Registry's owner gives and takes away. */
type Role = {
  name: "regulator" | "notary";
  description: string;
  help: string;
  list(registry: AgentRegistry): Promise<{ json: object; lines: string[] }>;
  isHeld(registry: AgentRegistry, address: Address): Promise<boolean>;
  add(registry: AgentRegistry, address: Address): Promise<WriteResult>;
  remove(registry: AgentRegistry, address: Address): Promise<WriteResult>;
  toJson(address: Address, isHeld: boolean): object;
  /** The end of a sentence about an address. */
  words: { heldAlready: string; notHeld: string; added: string; removed: string };
};

export function addRegulatorCommand(context: CommandContext): void {
  addRoleCommand(context, {
    name: "regulator",
    description: "for the Registry's owner: appoint or dismiss a regulator; for everyone: list them",
    help: `
Examples:
  $ agent-registry regulator list
  $ OWNER_KEY_FILE=~/.agent-registry/other.key agent-registry regulator add 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
  $ agent-registry regulator remove 0x70997970C51812dc3A010C7d01b50e0d17dc79C8 --key-file ~/.agent-registry/other.key

The owner's key is that of --key-file, OWNER_PRIVATE_KEY, OWNER_KEY_FILE or ~/.agent-registry/owner.key. A
multi-signature wallet calls addRegulator and removeRegulator of the contract itself. What a regulator did stands
after it was dismissed. The list comes from the contract's events, which the RPC node must give from the chain's
beginning on.`,
    async list(registry) {
      const json = await registry.getRegulators();
      const { owner, regulators } = json;
      const count = regulators.length === 1 ? "1 regulator:" : `${regulators.length} regulators:`;
      const rows = regulators.map((address) => `  ${address}`);
      return { json, lines: [count, ...rows, `The owner, who may act as one, too: ${owner}`] };
    },
    isHeld: (registry, regulator) => registry.isRegulator({ regulator }),
    add: (registry, regulator) => registry.addRegulator({ regulator }),
    remove: (registry, regulator) => registry.removeRegulator({ regulator }),
    toJson: (regulator, isRegulator) => ({ regulator, isRegulator }),
    words: {
      heldAlready: "is a regulator already.",
      notHeld: "is no regulator.",
      added: "is a regulator now.",
      removed: "is no regulator any more.",
    },
  });
}

export function addNotaryCommand(context: CommandContext): void {
  addRoleCommand(context, {
    name: "notary",
    description: "for the Registry's owner: accredit or remove a notary; for everyone: list them",
    help: `
Examples:
  $ agent-registry notary list
  $ OWNER_KEY_FILE=~/.agent-registry/other.key agent-registry notary add 0x70997970C51812dc3A010C7d01b50e0d17dc79C8

The owner's key is that of regulator. An accredited notary may certify persons (certify). Certificates of one that
was removed stay on record and count no longer. The list comes from the query API.`,
    async list(registry) {
      const json = await registry.getNotaries();
      const rows = json.data.map(({ notary, isAccredited, since, certificates }) => {
        const standing = `${isAccredited ? "accredited" : "NOT accredited any more"} since ${since.slice(0, 10)}`;
        return `  ${notary}  ${standing}, ${certificates} certificate${certificates === 1 ? "" : "s"}`;
      });
      const count = rows.length === 1 ? "1 notary:" : `${rows.length} notaries:`;
      return { json, lines: [count, ...rows] };
    },
    isHeld: (registry, notary) => registry.isNotary({ notary }),
    add: (registry, notary) => registry.addNotary({ notary }),
    remove: (registry, notary) => registry.removeNotary({ notary }),
    toJson: (notary, isNotary) => ({ notary, isNotary }),
    words: {
      heldAlready: "is accredited already.",
      notHeld: "is no accredited notary.",
      added: "is an accredited notary now.",
      removed: "is no longer accredited: its certificates do not count any more.",
    },
  });
}

function addRoleCommand({ program, open }: CommandContext, role: Role): void {
  const { name, description, help, list } = role;
  program
    .command(name)
    .description(description)
    .addArgument(new Argument("<action>", "what to do").choices(ACTIONS))
    .argument("[address]", `the ${name}, for add and remove`)
    .addHelpText("after", help)
    .action(async (action: Action, named: string | undefined, _options: object, command: Command) => {
      const session = open(command);
      if (action === "list") return session.console.print(await list(session.reader()));
      if (named === undefined)
        throw invalidInput(`Whom? Give the ${name}'s address: ${name} ${action} 0x...`);
      await change(session, { role, action, address: session.parseAddress(named, `The ${name}`) });
    });
}

/** The contract would take a change that changes nothing, and the relayer or the account would pay for it. */
async function change(
  { console, writer }: Session,
  { role, action, address }: { role: Role; action: "add" | "remove"; address: Address },
): Promise<void> {
  const { registry } = await writer("owner");
  const isAdded = action === "add";
  const { words, isHeld, toJson } = role;
  if ((await isHeld(registry, address)) === isAdded)
    throw invalidInput(`${address} ${isAdded ? words.heldAlready : words.notHeld} Nothing was written.`);
  const result = await role[action](registry, address);
  const news = `${address} ${isAdded ? words.added : words.removed}`;
  console.printWrite(result, { json: toJson(address, isAdded), news });
}
