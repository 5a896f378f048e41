import type { AgentRecord, AgentRegistry } from "@agent-registry/sdk";
import { type Command, Option } from "commander";
import type { Address } from "viem";
import { parseId } from "../arguments/parse-arguments.ts";
import { getRecord, readAfterWrite } from "../parties/get-record.ts";
import { getProposed, PROPOSABLE, type Proposable } from "../parties/require-proposed.ts";
import type { CommandContext } from "../session/open-session.ts";
import { askToProceed } from "../terminal/ask.ts";
import { renderFields, renderRecord } from "../terminal/render.ts";

type Options = { yes?: boolean; as?: Proposable };

export function addAcceptCommand({ program, open }: CommandContext): void {
  program
    .command("accept")
    .description("take over as what you were proposed for: an agent's Haftungsperson, or its wallet")
    .argument("<agentId>", "the agent", parseId)
    .addOption(new Option("--as <part>", "which of both, if you were proposed as both").choices(PROPOSABLE))
    .option("--yes", "do not ask")
    .addHelpText(
      "after",
      `
Examples:
  $ agent-registry accept 7 --key-file ~/.agent-registry/person.key
  $ agent-registry accept 7 --as wallet --key-file ~/.agent-registry/new.key
  $ agent-registry accept 7 --yes

You accept exactly the record that is shown: if it changes meanwhile, nothing is written. As Haftungsperson
you answer for the agent from then on, and the one before you no longer does. As wallet you act for it, and
the wallet before you is retired for good. The status stays: a suspended agent still waits for a regulator.
To refuse, do nothing.`,
    )
    .action(async (agentId: number, { yes, as }: Options, command: Command) => {
      const { console, writer } = open(command);
      const { registry, key } = await writer("agent");
      const record = await getRecord({ registry, agentId });
      const { address } = key.account;
      const { agent, recordHash } = record;
      const part = TAKEOVERS[getProposed({ record, address, as })];
      await askToProceed({
        question: part.toQuestion(agent, address),
        yes,
        preview: {
          console,
          lines: [
            `Agent ${agentId} is to have you as its ${part.name}:`,
            ...renderFields({ status: agent.status, ...renderRecord(agent) }),
          ],
        },
      });
      const result = await part.accept(registry, { agentId, recordHash });
      const after = await readAfterWrite({ registry, agentId });
      console.printWrite(result, {
        json: { ...after.json, ...part.toFacts(agent, address) },
        news: part.toNews(agent),
        fields: after.fields,
      });
    });
}

type Seen = Parameters<AgentRegistry["acceptWallet"]>[0];

/** What is accepted, in words and for programs. */
const TAKEOVERS = {
  haftungsperson: {
    name: "Haftungsperson",
    toQuestion: ({ agentId, haftungsperson }: AgentRecord, address: Address) =>
      `You (${address}) would answer for agent ${agentId} instead of ${haftungsperson}.`,
    accept: (registry: AgentRegistry, seen: Seen) => registry.acceptHaftungsperson(seen),
    toFacts: ({ haftungsperson: oldHaftungsperson }: AgentRecord, newHaftungsperson: Address) => ({
      oldHaftungsperson,
      newHaftungsperson,
    }),
    toNews: ({ agentId, haftungsperson }: AgentRecord) =>
      `You answer for agent ${agentId} now, instead of ${haftungsperson}.`,
  },
  wallet: {
    name: "wallet",
    toQuestion: ({ agentId, agentWallet }: AgentRecord, address: Address) =>
      `You (${address}) would act for agent ${agentId} instead of ${agentWallet}, which is retired for good.`,
    accept: (registry: AgentRegistry, seen: Seen) => registry.acceptWallet(seen),
    toFacts: ({ agentWallet: oldWallet }: AgentRecord, newWallet: Address) => ({ oldWallet, newWallet }),
    toNews: ({ agentId, agentWallet }: AgentRecord) =>
      `You are the wallet of agent ${agentId} now, instead of ${agentWallet}, which is retired.`,
  },
} as const satisfies Record<Proposable, object>;
