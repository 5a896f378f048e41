import type { AgentConsents, AgentRegistry, WriteResult } from "@agent-registry/sdk";
import type { Command } from "commander";
import { type Address, isAddressEqual } from "viem";
import { parseId } from "../arguments/parse-arguments.ts";
import { COMMAND } from "../own-package.ts";
import type { CommandContext, Session } from "../session/open-session.ts";
import { invalidInput } from "../terminal/errors.ts";

/** A place in an agent's record that holds an address or none, and what is said about it. */
type Place = {
  name: "proposedHaftungsperson" | "pendingWallet" | "attester";
  /** The options by which it is filled and emptied, and what the first of them takes. */
  fill: string;
  empty: string;
  takes: string;
  write(registry: AgentRegistry, agentId: number, address: Address | null): Promise<WriteResult>;
  /** How the former address is called. */
  former: string;
  /** Of an agent whose place is empty already, and was filled or emptied just now. */
  isEmpty(agentId: number): string;
  emptied(agentId: number): string;
  isFilled(agentId: number): string;
  filled(agentId: number, address: Address): string;
  next(agentId: number): string;
};

export function addHandoverCommand({ program, open }: CommandContext): void {
  const command = program
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
    );
  addPlace(command, open, {
    name: "proposedHaftungsperson",
    fill: "to",
    empty: "cancel",
    takes: "the address of who is to take over",
    write: (registry, agentId, haftungsperson) => registry.proposeHaftungsperson({ agentId, haftungsperson }),
    former: "was proposed",
    isEmpty: (agentId) => `Nobody is proposed as Haftungsperson of agent ${agentId}`,
    emptied: (agentId) => `Nobody is proposed as Haftungsperson of agent ${agentId} any more.`,
    isFilled: (agentId) => `is proposed as Haftungsperson of agent ${agentId} already`,
    filled: (agentId, to) => `Proposed ${to} as Haftungsperson of agent ${agentId}.`,
    next: (agentId) =>
      `The present one answers for it until the new one accepts: ${COMMAND} accept ${agentId}`,
  });
}

export function addReplaceWalletCommand({ program, open }: CommandContext): void {
  const command = program
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
    );
  addPlace(command, open, {
    name: "pendingWallet",
    fill: "by",
    empty: "cancel",
    takes: "the address of the new wallet",
    write: (registry, agentId, wallet) => registry.proposeWallet({ agentId, wallet }),
    former: "was proposed",
    isEmpty: (agentId) => `No wallet is proposed for agent ${agentId}`,
    emptied: (agentId) => `No wallet is proposed for agent ${agentId} any more.`,
    isFilled: (agentId) => `is proposed as the wallet of agent ${agentId} already`,
    filled: (agentId, by) => `Proposed ${by} as the wallet of agent ${agentId}.`,
    next: (agentId) => `The present one stays until the new one accepts: ${COMMAND} accept ${agentId}`,
  });
}

export function addAttesterCommand({ program, open }: CommandContext): void {
  const command = program
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
    );
  addPlace(command, open, {
    name: "attester",
    fill: "set",
    empty: "remove",
    takes: "the attester's address",
    write: (registry, agentId, attester) => registry.setAttester({ agentId, attester }),
    former: "instead of",
    isEmpty: (agentId) => `Agent ${agentId} has no attester`,
    emptied: (agentId) => `Agent ${agentId} has no attester any more.`,
    isFilled: (agentId) => `is the attester of agent ${agentId} already`,
    filled: (agentId, attester) => `${attester} may attest for agent ${agentId} now, and do nothing else.`,
    next: (agentId) => `With its key: ${COMMAND} attest ${agentId} --watch`,
  });
}

type Options = Record<string, string | true | undefined>;

function addPlace(command: Command, open: CommandContext["open"], place: Place): void {
  command.action(async (agentId: number, options: Options) => {
    const session = open(command);
    const { registry } = await session.writer("agent");
    const address = parseGiven(session, options, place);
    const consents = await registry.getConsents({ agentId, source: "chain" });
    requireNews(consents, address, place);
    const former = consents[place.name] ?? undefined;
    const result = await place.write(registry, agentId, address);
    // Only an attester is at work until it is replaced.
    const isShown = address === null || place.name === "attester";
    session.console.printWrite(result, {
      json: { agentId, [place.name]: address },
      news: address === null ? place.emptied(agentId) : place.filled(agentId, address),
      fields: { [place.former]: isShown ? former : undefined },
      next: address === null ? [] : [place.next(agentId)],
    });
  });
}

function parseGiven(session: Session, options: Options, { fill, empty, takes }: Place): Address | null {
  const given = options[fill];
  if ((given === undefined) === (options[empty] === undefined))
    throw invalidInput(`Give either --${fill} with ${takes}, or --${empty}.`);
  return typeof given === "string" ? session.parseAddress(given, `--${fill}`) : null;
}

/** The contract would take a repetition and change nothing: the relayer or the account would pay for it. */
function requireNews(consents: AgentConsents, address: Address | null, place: Place): void {
  const { agentId, [place.name]: present } = consents;
  if (address === null && present === null)
    throw invalidInput(`${place.isEmpty(agentId)}. Nothing was written.`);
  if (address !== null && present !== null && isAddressEqual(address, present))
    throw invalidInput(`${address} ${place.isFilled(agentId)}. Nothing was written.`);
}
