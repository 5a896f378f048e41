import type { Source } from "@agent-registry/sdk";
import type { Command } from "commander";
import { sourceOption } from "../arguments/list-options.ts";
import { parseId } from "../arguments/parse-arguments.ts";
import { getExtractWithWallets } from "../parties/get-record.ts";
import { getAgentIdOf } from "../session/get-own-agent-id.ts";
import type { CommandContext } from "../session/open-session.ts";
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
