import { type AgentRecord, type AgentStatus, RegistryError } from "@agent-registry/sdk";
import type { Command } from "commander";
import { parseId, parseText } from "../arguments/parse-arguments.ts";
import { getEntry, readAfterWrite } from "../parties/get-record.ts";
import { getOwnAgentId } from "../session/get-own-agent-id.ts";
import type { CommandContext } from "../session/open-session.ts";
import { askToProceed } from "../terminal/ask.ts";
import type { Console } from "../terminal/console.ts";
import { renderFields } from "../terminal/render.ts";

/** What a regulator does to an agent's status. */
type Change = {
  name: "suspend" | "revoke" | "reactivate";
  description: string;
  help: string;
  /** From which statuses, what the agent is afterwards, and what the contract says to any other. */
  from: readonly AgentStatus[];
  to: AgentStatus;
  refusal: "agent-not-active" | "not-suspended";
  /** The end of the sentence about the agent. */
  news: string;
};

type Options = { reason: string; yes?: boolean };

export function addSuspendCommand(context: CommandContext): void {
  addChange(context, {
    name: "suspend",
    description: "for regulators: suspend an active agent",
    help: `
Examples:
  $ REGULATOR_KEY_FILE=~/.agent-registry/other.key agent-registry suspend 7 --reason "No answer to our inquiry of 3 March"`,
    from: ["Active"],
    to: "Suspended",
    refusal: "agent-not-active",
    news: "is suspended.",
  });
}

export function addRevokeCommand(context: CommandContext): void {
  addChange(context, {
    name: "revoke",
    description: "for regulators: revoke an active or suspended agent, for good",
    help: `
Examples:
  $ REGULATOR_KEY_FILE=~/.agent-registry/other.key agent-registry revoke 7 --reason "Repeated false reports" --yes

It cannot be undone: to stop an agent for a time, suspend it.`,
    from: ["Active", "Suspended"],
    to: "Revoked",
    refusal: "agent-not-active",
    news: "is revoked.",
  });
}

export function addReactivateCommand(context: CommandContext): void {
  addChange(context, {
    name: "reactivate",
    description: "for regulators: end an agent's suspension",
    help: `
Examples:
  $ REGULATOR_KEY_FILE=~/.agent-registry/other.key agent-registry reactivate 7

Its attestation does not come back with it: the agent attests again itself.`,
    from: ["Suspended"],
    to: "Active",
    refusal: "not-suspended",
    news: "is active again.",
  });
}

function addChange({ program, open }: CommandContext, change: Change): void {
  const { name, description, help, to, news } = change;
  const command = program
    .command(name)
    .description(description)
    .argument("<agentId>", "the agent", parseId)
    .addHelpText("after", help);
  if (name !== "reactivate")
    command.requiredOption("--reason <text>", "why; it is public, and stays", parseText);
  if (name === "revoke") command.option("--yes", "do not ask");
  command.action(async (agentId: number, { reason, yes }: Options, command: Command) => {
    const { console, writer } = open(command);
    const { registry } = await writer("regulator");
    const { agent } = await getEntry({ registry, agentId });
    requireStatus(agent, change);
    if (name === "revoke") {
      await askForGood({ console, agent, question: `Revoking agent ${agentId} cannot be undone.`, yes });
    }
    const result = await registry[name]({ agentId, reason });
    console.printWrite(result, {
      json: { agentId, status: to, reason },
      news: `Agent ${agentId} ${news}`,
      fields: { reason },
    });
  });
}

/** Throws before anything is signed if the agent's status does not allow the change, in words for a regulator. */
function requireStatus({ agentId, status }: AgentRecord, { from, to, refusal }: Change): void {
  if (from.includes(status)) return;
  const isFinal = status === "Revoked" || status === "Terminated";
  const message = `Agent ${agentId} is ${status.toLowerCase()}${status === to ? " already" : ""}${isFinal ? ", and stays so for good" : ""}. Nothing was written.`;
  throw new RegistryError({ reason: refusal, message });
}

export function addReleaseCommand({ program, open }: CommandContext): void {
  program
    .command("release")
    .description("for regulators: free a wallet that never agreed to its entry")
    .argument("<agentId>", "the agent", parseId)
    .option("--yes", "do not ask")
    .addHelpText(
      "after",
      `
Examples:
  $ REGULATOR_KEY_FILE=~/.agent-registry/other.key agent-registry release 7 --yes

The wallet may then register itself anew. An active or suspended agent is terminated by it, a revoked one
stays revoked; the record keeps its number and its history. It cannot be undone. A wallet that has
agreed is never released: suspend or revoke its agent.`,
    )
    .action(async (agentId: number, { yes }: { yes?: boolean }, command: Command) => {
      const { console, writer } = open(command);
      const { registry } = await writer("regulator");
      const { agent } = await getEntry({ registry, agentId });
      const question = `Releasing the wallet of agent ${agentId} cannot be undone.`;
      await askForGood({ console, agent, question, yes });
      const result = await registry.releaseWallet({ agentId });
      const { json, fields } = await readAfterWrite({ registry, agentId });
      const news = `The wallet of agent ${agentId} is released and may register itself anew.`;
      console.printWrite(result, { json, news, fields });
    });
}

export function addTerminateCommand({ program, open }: CommandContext): void {
  program
    .command("terminate")
    .description("end an agent's registration, for good")
    .argument("[agentId]", "the key's own agent unless named", parseId)
    .option("--yes", "do not ask")
    .addHelpText(
      "after",
      `
Examples:
  $ agent-registry terminate
  $ agent-registry terminate 7 --yes

It cannot be undone, and a wallet that has agreed to its agent can never be registered again.`,
    )
    .action(async (named: number | undefined, { yes }: { yes?: boolean }, command: Command) => {
      const { console, writer } = open(command);
      const { registry, key } = await writer("agent");
      const agentId = await getOwnAgentId({ registry, key, agentId: named });
      const { agent } = await getEntry({ registry, agentId });
      await askForGood({ console, agent, question: `Terminating agent ${agentId} cannot be undone.`, yes });
      const result = await registry.terminate({ agentId });
      console.printWrite(result, { json: { agentId }, news: `Agent ${agentId} is terminated.` });
    });
}

type Grave = { console: Console; agent: AgentRecord; question: string; yes: boolean | undefined };

/** Before something that cannot be undone: shows whose agent it is, and asks. */
async function askForGood({ console, agent, question, yes }: Grave): Promise<void> {
  const { agentId, status, operationalScope: scope, agentWallet: wallet, haftungsperson } = agent;
  const lines = [`Agent ${agentId}:`, ...renderFields({ status, scope, wallet, haftungsperson })];
  await askToProceed({ question, yes, preview: { console, lines } });
}
