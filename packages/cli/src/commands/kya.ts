import type { KyaVerdict, Source } from "@agent-registry/sdk";
import type { Command } from "commander";
import { sourceOption } from "../arguments/source-option.ts";
import type { CommandContext } from "../session/command-context.ts";
import { renderFields } from "../terminal/render.ts";

const EXIT_CODES = { compliant: 0, "non-compliant": 2, "not-registered": 3 } as const;

const SENTENCES: Record<KyaVerdict["reason"], string> = {
  "active-and-attested": "Compliant: registered, active, attested within 7 days.",
  suspended: "NOT compliant: registered, but suspended by a regulator.",
  revoked: "NOT compliant: registered, but revoked for good.",
  terminated: "NOT compliant: registered, but terminated.",
  "attestation-lapsed": "NOT compliant: registered, but the last attestation is older than 7 days.",
  "not-registered": "NOT registered: no agent has this wallet.",
};

export function addKyaCommand({ program, open }: CommandContext): void {
  program
    .command("kya")
    .description("know your agent: is this wallet registered and compliant?")
    .argument("[wallet]", "the wallet's address; your own key's unless named")
    .addOption(sourceOption())
    .addHelpText(
      "after",
      `
Examples:
  $ agent-registry kya
  $ agent-registry kya 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
  $ agent-registry kya 0x... --json | jq -r .verdict
  $ agent-registry kya 0x... && serve-the-agent

Exit codes: 0 compliant, 2 registered but not compliant, 3 not registered, 1 could not be checked.`,
    )
    .action(async (named: string | undefined, options: { source?: Source }, command: Command) => {
      const { console, reader, getKey } = open(command);
      const wallet = named ?? getKey("agent").account.address;
      const answer = await reader().kya({ wallet, source: options.source });
      const { agent, checkedAt, source, verdict, reason } = answer;
      console.setExitCode(EXIT_CODES[verdict]);
      console.print({
        json: answer,
        lines: [
          SENTENCES[reason],
          ...renderFields({
            wallet: answer.wallet,
            agent: agent?.agentId,
            scope: agent?.operationalScope,
            haftungsperson: agent?.haftungsperson,
            status: agent?.status,
            "last attestation": agent?.lastAttestation,
            checked: `${checkedAt} by the ${source === "api" ? "query API" : "chain"}`,
          }),
        ],
      });
    });
}
