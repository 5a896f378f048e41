import type { KyaVerdict, Source } from "@agent-registry/sdk";
import type { Command } from "commander";
import { sourceOption } from "../arguments/source-option.ts";
import { findMissingAgreement } from "../parties/find-missing-agreement.ts";
import type { CommandContext } from "../session/command-context.ts";
import { renderFields, renderWords } from "../terminal/render.ts";

const EXIT_CODES = { compliant: 0, "non-compliant": 2, "not-registered": 3 } as const;
const EXIT_NOT_AGREED = 4;

const SENTENCES: Record<KyaVerdict["reason"], string> = {
  "active-and-attested": "Compliant and agreed: registered, active, attested within 7 days.",
  suspended: "NOT compliant: registered, but suspended.",
  revoked: "NOT compliant: registered, but revoked for good.",
  terminated: "NOT compliant: registered, but terminated.",
  "attestation-lapsed": "NOT compliant: registered, but the last attestation is older than 7 days.",
  "not-registered": "NOT registered: no agent has this wallet.",
};

type Options = { source?: Source; allowNotAgreed?: boolean };

export function addKyaCommand({ program, open }: CommandContext): void {
  program
    .command("kya")
    .description("know your agent: is this wallet registered, compliant and agreed to?")
    .argument("[wallet]", "the wallet's address; your own key's unless named")
    .option(
      "--allow-not-agreed",
      "exit code 0 for a compliant agent that wallet or Haftungsperson did not agree to",
    )
    .addOption(sourceOption())
    .addHelpText(
      "after",
      `
Examples:
  $ agent-registry kya
  $ agent-registry kya 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
  $ agent-registry kya 0x... --json | jq -r .verdict
  $ agent-registry kya 0x... && serve-the-agent

Anyone may enter any wallet and name anybody as its Haftungsperson: only their agreement shows that the
agent is the wallet's, and that somebody answers for it.

Exit codes: 0 compliant and agreed, 2 registered but not compliant, 3 not registered, 4 compliant, but
not agreed by wallet or Haftungsperson (0 with --allow-not-agreed), 1 could not be checked.`,
    )
    .action(async (named: string | undefined, options: Options, command: Command) => {
      const { console, reader, getKey } = open(command);
      const wallet = named ?? (await getKey("agent")).account.address;
      const answer = await reader().kya({ wallet, source: options.source });
      const { agent, checkedAt, source, verdict } = answer;
      const missing = verdict === "compliant" ? findMissingAgreement(answer) : undefined;
      const isNotAgreed = missing !== undefined && !options.allowNotAgreed;
      console.setExitCode(isNotAgreed ? EXIT_NOT_AGREED : EXIT_CODES[verdict]);
      console.print({
        json: answer,
        lines: [
          missing === undefined ? toSentence(answer) : `Compliant, but ${missing}`,
          ...renderFields({
            wallet: answer.wallet,
            agent: agent?.agentId,
            scope: agent?.operationalScope,
            haftungsperson: agent?.haftungsperson,
            status: agent?.status,
            "last attestation": agent?.lastAttestation,
            ...toWords(answer),
            checked: `${checkedAt} by the ${source === "api" ? "query API" : "chain"}`,
          }),
        ],
      });
    });
}

function toSentence(answer: KyaVerdict): string {
  if (answer.reason === "suspended" && answer.refusals.haftungsperson)
    return "NOT compliant: registered, but suspended, and its Haftungsperson has refused to answer for it.";
  return SENTENCES[answer.reason];
}

/** A verdict does not tell a root, which needs no parent's agreement, from a child whose parent agreed. */
function toWords(answer: KyaVerdict) {
  if (answer.verdict === "not-registered") return {};
  const { consents, refusals } = answer;
  const wordOf = (party: "haftungsperson" | "parent") =>
    consents[party] ? "agreed" : refusals[party] ? "refused" : "none";
  return renderWords({
    wallet: consents.wallet ? "agreed" : "none",
    haftungsperson: wordOf("haftungsperson"),
    parent: consents.parent ? null : wordOf("parent"),
  });
}
