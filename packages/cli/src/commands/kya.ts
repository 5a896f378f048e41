import type { KyaAtInput, KyaVerdict, PastKyaVerdict, Source } from "@agent-registry/sdk";
import { type Command, Option } from "commander";
import { sourceOption } from "../arguments/list-options.ts";
import { parseBlockNumber, parseMoment } from "../arguments/parse-arguments.ts";
import { addPolicyOptions, type PolicyOptions, toPolicy } from "../arguments/policy-options.ts";
import { toExitCode, toSentence, toWords } from "../parties/verdict-words.ts";
import { type ProveOptions, proveKya } from "../proving/prove-kya.ts";
import { maxAgeOption, rpcOption } from "../proving/trust-options.ts";
import type { CommandContext, Session } from "../session/open-session.ts";
import { invalidInput } from "../terminal/errors.ts";
import { renderFields } from "../terminal/render.ts";
import { readWalletList, renderDecisions, toListExitCode } from "../wallet-list.ts";

type Options = PolicyOptions &
  ProveOptions & { source?: Source; file?: string; prove?: boolean; at?: Date; atBlock?: number };

/** Of the past, the query API returns only the standing of one wallet itself. */
const NOT_OF_THE_PAST = ["prove", "save", "file", "lineage"];

export function addKyaCommand({ program, open }: CommandContext): void {
  const command = program
    .command("kya")
    .description("know your agent: is this wallet registered, compliant and agreed to?")
    .argument("[wallet]", "the wallet's address; your own key's unless named")
    .option(
      "--file <file>",
      "check all wallets in this file, one a line, # for comments; - reads what is piped in",
    );
  addPolicyOptions(command)
    .addOption(sourceOption())
    .option("--prove", "prove the answer from the chain's own storage, and say who is trusted for it")
    .addOption(rpcOption())
    .addOption(maxAgeOption())
    .option("--save <file>", "with --prove: keep the proof in a new file, for verify")
    .addOption(
      new Option("--at <time>", "how it stood then, by the query API, such as 2026-03-01T12:00Z")
        .argParser(parseMoment)
        .conflicts([...NOT_OF_THE_PAST, "atBlock"]),
    )
    .addOption(
      new Option("--at-block <number>", "the same, after this block")
        .argParser(parseBlockNumber)
        .conflicts(NOT_OF_THE_PAST),
    )
    .addHelpText(
      "after",
      `
Examples:
  $ agent-registry kya
  $ agent-registry kya 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
  $ agent-registry kya 0x... --json | jq -r .verdict
  $ agent-registry kya 0x... && serve-the-agent
  $ agent-registry kya 0x... --prove --rpc https://one.example --rpc https://two.example --save proof.json
  $ agent-registry kya 0x... --certified substantial --notary 0x70997970C51812dc3A010C7d01b50e0d17dc79C8
  $ agent-registry kya 0x... --lineage --max-attestation-age 86400
  $ agent-registry kya 0x... --at 2026-03-01T12:00Z
  $ agent-registry kya --file customers.txt --json > checked.json || alert-somebody

Anyone may enter any wallet and name anybody as its Haftungsperson: only their agreement shows that the
agent is the wallet's, and that somebody answers for it. If both are one key, nobody else does.

Exit codes: 0 admissible, 2 registered but not compliant, 3 not registered, 4 compliant, but not agreed by
wallet or Haftungsperson (0 with --allow-not-agreed), or both are one key (0 with --allow-self-liable), or
against another flag, 5 what was given as a proof is none, 1 could not be checked. With
--file 0 only if all are admissible, else the first of 2, 3 and 4 that one of them has. The query API is
asked for the wallets of a file if it is known, else the chain.`,
    )
    .action(async (named: string | undefined, options: Options, command: Command) => {
      const session = open(command);
      if (options.file === undefined) return checkOne(session, { named, options });
      if (named === undefined) return checkAll(session, { ...options, file: options.file });
      const message = "Give either a wallet or --file, not both.";
      throw invalidInput(message);
    });
}

async function checkOne(
  session: Session,
  { named, options }: { named: string | undefined; options: Options },
): Promise<void> {
  const { console, reader, getKey } = session;
  const wallet = named ?? (await getKey("agent")).account.address;
  if (options.prove) return proveKya({ session, wallet, options });
  const at = options.at ?? (options.atBlock === undefined ? undefined : { block: options.atBlock });
  if (at !== undefined) return checkPast(session, { wallet, at, options });
  const answer = await reader().kya({ wallet, source: options.source, policy: toPolicy(options) });
  const { checkedAt, source } = answer;
  console.setExitCode(toExitCode(answer));
  console.print({
    json: answer,
    lines: [
      toSentence(answer, options),
      ...renderFields({
        ...toFields(answer),
        checked: `${checkedAt} by the ${source === "api" ? "query API" : "chain"}`,
      }),
    ],
  });
}

async function checkPast(
  { console, reader }: Session,
  { wallet, at, options }: { wallet: string; at: KyaAtInput["at"]; options: Options },
): Promise<void> {
  if (options.source === "chain") {
    const message = "Of the past, only the query API tells: leave out --source chain.";
    throw invalidInput(message);
  }
  const answer = await reader().kyaAt({ wallet, at, policy: toPolicy(options) });
  const { asOf } = answer;
  console.setExitCode(toExitCode(answer));
  console.print({
    json: answer,
    lines: [
      `As of ${asOf.timestamp}: ${toSentence(answer, options)}`,
      ...renderFields({
        ...toFields(answer),
        "up to block": asOf.block ?? "none yet",
      }),
    ],
  });
}

function toFields(answer: KyaVerdict | PastKyaVerdict) {
  const { wallet, agent, objections } = answer;
  return {
    wallet,
    agent: agent?.agentId,
    scope: agent?.operationalScope,
    haftungsperson: agent?.haftungsperson,
    status: agent?.status,
    "last attestation": agent?.lastAttestation,
    ...toWords(answer),
    objections: objections.length === 0 ? undefined : objections.join(", "),
  };
}

async function checkAll({ console, reader }: Session, options: Options & { file: string }): Promise<void> {
  const wallets = await readWalletList(options.file);
  const data = await reader().kyaMany({ wallets, source: options.source, policy: toPolicy(options) });
  console.setExitCode(toListExitCode(data));
  const admissibleCount = data.filter(({ admissible }) => admissible).length;
  console.print({ json: { total: data.length, admissibleCount, data }, lines: renderDecisions(data) });
}
