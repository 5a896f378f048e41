import type { LineageNode, Source } from "@agent-registry/sdk";
import type { Command } from "commander";
import { sourceOption } from "../arguments/list-options.ts";
import { parseId } from "../arguments/parse-arguments.ts";
import { getExtractWithWallets } from "../parties/get-record.ts";
import { getAgentIdOf } from "../session/get-own-agent-id.ts";
import type { CommandContext } from "../session/open-session.ts";
import { sanitize } from "../terminal/render.ts";
import { renderAgent } from "../terminal/render-agent.ts";

export function addAgentCommand({ program, open }: CommandContext): void {
  program
    .command("agent")
    .description("show an agent's record")
    .argument(
      "[id or wallet]",
      "the agent's id, or its wallet's address; your own unless named",
      parseIdOrWallet,
    )
    .addOption(sourceOption())
    .addHelpText(
      "after",
      `
Examples:
  $ agent-registry agent
  $ agent-registry agent 7
  $ agent-registry agent 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
  $ agent-registry agent 7 --json | jq .compliance`,
    )
    .action(async (named: number | string | undefined, options: { source?: Source }, command: Command) => {
      const { console, reader, getKey } = open(command);
      const registry = reader();
      const { source } = options;
      const who = named ?? (await getKey("agent")).account.address;
      const agentId = typeof who === "number" ? who : await getAgentIdOf({ registry, wallet: who, source });
      const extract = await getExtractWithWallets({ registry, agentId, source });
      console.print({ json: extract, lines: renderAgent(extract) });
    });
}

function parseIdOrWallet(value: string): number | string {
  return /^(0x|eip155:)/.test(value) ? value : parseId(value);
}

export function addLineageCommand({ program, open }: CommandContext): void {
  program
    .command("lineage")
    .description("show an agent's descendants as a tree (needs the query API)")
    .argument("<agentId>", "the agent at the root", parseId)
    .addHelpText(
      "after",
      `
Examples:
  $ agent-registry lineage 1
  $ agent-registry lineage 1 --json | jq '.children[].agentId'`,
    )
    .action(async (agentId: number, _options: object, command: Command) => {
      const { console, reader } = open(command);
      const tree = await reader().getLineage({ agentId });
      console.print({ json: tree, lines: renderTree(tree) });
    });
}

function renderTree(node: LineageNode, indent = ""): string[] {
  const last = node.children.length - 1;
  const below = node.children.flatMap((child, i) => {
    const isLast = i === last && node.note === undefined;
    const [first, ...rest] = renderTree(child, `${indent}${isLast ? "   " : "│  "}`);
    return [`${indent}${isLast ? "└─ " : "├─ "}${first}`, ...rest];
  });
  const note = node.note === undefined ? [] : [`${indent}└─ (${sanitize(node.note)})`];
  return [`#${node.agentId} ${node.status} ${node.wallet}`, ...below, ...note];
}
