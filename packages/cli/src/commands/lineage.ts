import type { LineageNode } from "@agent-registry/sdk";
import type { Command } from "commander";
import { parseId } from "../arguments/parse-arguments.ts";
import type { CommandContext } from "../session/open-session.ts";
import { sanitize } from "../terminal/render.ts";

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
