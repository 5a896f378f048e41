import { type AgentRecord, type AgentStatus, RegistryError } from "@agent-registry/sdk";
import type { Command } from "commander";
import { parseId, parseText } from "../arguments/parse-arguments.ts";
import { getEntry } from "../parties/get-record.ts";
import { previewAgent } from "../parties/preview-agent.ts";
import type { CommandContext } from "../session/open-session.ts";
import { askToProceed } from "../terminal/ask-to-proceed.ts";
import { renderFields, renderWrite } from "../terminal/render.ts";

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
      const preview = previewAgent({ console, agent });
      await askToProceed({ question: `Revoking agent ${agentId} cannot be undone.`, yes, preview });
    }
    const result = await registry[name]({ agentId, reason });
    console.print({
      json: { agentId, status: to, reason, ...result },
      lines: [`Agent ${agentId} ${news}`, ...renderFields({ reason, ...renderWrite(result) })],
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
