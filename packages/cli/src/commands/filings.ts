import { ENFORCEMENT_ACTIONS } from "@agent-registry/protocol";
import type { EnforcementInput, Filing } from "@agent-registry/sdk";
import { type Command, Option } from "commander";
import { parseCount, parseId, parseMoment, parseSeconds } from "../arguments/parse-arguments.ts";
import { readFilings } from "../read-filings.ts";
import type { CommandContext, Session } from "../session/open-session.ts";
import { renderFiling } from "../terminal/render-filing.ts";

const DEFAULT_CHECK_SECONDS = 5;
const DEFAULT_LIMIT = 20;
/** What the query API gives at once: of the register, and of one agent. */
const MAX_NEWEST = 1_000;
const MAX_OF_AGENT = 500;

type Options = {
  since?: Date;
  agent?: number;
  all?: boolean;
  after?: string;
  limit?: number;
  follow?: boolean;
  checkEvery: number;
};

export function addFilingsCommand({ program, open }: CommandContext): void {
  program
    .command("filings")
    .description("print the register's filings, newest first (needs the query API)")
    .option("--limit <number>", `how many; ${DEFAULT_LIMIT} of the newest unless given`, parseCount)
    .addOption(
      new Option("--since <day>", "only since then: 2026-03-01, or a time")
        .argParser(parseMoment)
        .conflicts(["all", "after", "follow"]),
    )
    .addOption(
      new Option("--agent <id>", "only of this agent").argParser(parseId).conflicts(["all", "after"]),
    )
    .option("--follow", "stay, and print what is filed from now on")
    .option("--all", "every filing in chain order, from the first on")
    .option("--after <cursor>", "in chain order, from where an earlier run ended")
    .option(
      "--check-every <seconds>",
      "with --follow: how often to ask for new ones",
      parseSeconds,
      DEFAULT_CHECK_SECONDS,
    )
    .addHelpText(
      "after",
      `
Examples:
  $ agent-registry filings
  $ agent-registry filings --since 2026-03-01 --agent 7
  $ agent-registry filings --follow
  $ agent-registry filings --all --json > filings.ndjson
  $ agent-registry filings --follow --json --after "$CURSOR" >> filings.ndjson

At its end, by Ctrl-C too, it says on stderr the cursor to go on from; with --json as {"next":"…"} beside a note.
With --json each filing is one line of its own, and whole. If the chain was reorganised, a line {"rewound":{"to":12}}
says that every filing with a greater sequence was taken back, and the filings that stand now follow. --follow outlasts
outages of the query API.`,
    )
    .action(async (options: Options, command: Command) => {
      const session = open(command);
      if (options.all || options.follow || options.after !== undefined) await readInOrder(session, options);
      else await showNewest(session, options);
    });
}

async function showNewest({ console, reader }: Session, options: Options): Promise<void> {
  const { since, agent } = options;
  const most = agent === undefined ? MAX_NEWEST : MAX_OF_AGENT;
  const limit = Math.min(options.limit ?? (since === undefined ? DEFAULT_LIMIT : most), most);
  const { filings, next } = await getNewest(reader(), { agent, limit });
  const recent = filings.filter(({ timestamp }) => since === undefined || new Date(timestamp) >= since);
  for (const filing of recent) console.print({ json: filing, lines: [renderFiling(filing)] });
  if (recent.length === 0) console.inform("There is no such filing.");
  if (since !== undefined && recent.length === limit)
    console.inform(`These are the newest ${limit}, and there may be more since then.`);
  if (next !== undefined) console.inform(`To go on from here: --after ${next}`, { next });
}

type Newest = { filings: (Filing & { agentId: number })[]; next?: string };

async function getNewest(
  registry: ReturnType<Session["reader"]>,
  { agent, limit }: { agent: number | undefined; limit: number },
): Promise<Newest> {
  if (agent === undefined) return registry.getNewestFilings({ limit });
  const { data } = await registry.getHistory({ agentId: agent, limit, order: "desc" });
  return { filings: data.map((filing) => ({ agentId: agent, ...filing })) };
}

async function readInOrder({ console, reader }: Session, options: Options): Promise<void> {
  const { agent, limit, follow = false, all, checkEvery } = options;
  const registry = reader();
  const stop = new AbortController();
  const abort = () => stop.abort();
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, abort);
  // As in `filings --follow | head`, once the other program has ended.
  process.stdout.once("error", abort);
  try {
    await readFilings({
      client: registry.client,
      after: options.after ?? (all ? undefined : (await registry.getNewestFilings({ limit: 1 })).next),
      limit,
      follow,
      checkEveryMs: checkEvery * 1_000,
      signal: stop.signal,
      onFiling(filing) {
        if (agent === undefined || filing.agentId === agent)
          console.print({ json: filing, lines: [renderFiling(filing)] });
      },
      onRewound: (to) =>
        console.print({
          json: { rewound: { to } },
          lines: [`The chain was reorganised: every filing after number ${to} was taken back.`],
        }),
      onOutage: (error) => console.inform(`${error.message} Trying again.`),
      onEnd: (next) => console.inform(`To go on from here: --after ${next}`, { next }),
    });
  } finally {
    for (const signal of ["SIGINT", "SIGTERM"]) process.off(signal, abort);
    process.stdout.off("error", abort);
  }
}

export function addEnforcementCommand({ program, open }: CommandContext): void {
  program
    .command("enforcement")
    .description("list what regulators did and who refused an entry, newest first (needs the query API)")
    .addOption(new Option("--kind <kind>", "only these").choices(ENFORCEMENT_ACTIONS))
    .option("--regulator <address>", "only what this address did")
    .option("--limit <number>", "how many, at most 100", parseCount)
    .option("--after <cursor>", "what is older, from where an earlier list ended")
    .addHelpText(
      "after",
      `
Examples:
  $ agent-registry enforcement
  $ agent-registry enforcement --kind revoked --limit 5
  $ agent-registry enforcement --regulator 0x70997970C51812dc3A010C7d01b50e0d17dc79C8 --json | jq '.data[].reason'`,
    )
    .action(async (options: EnforcementInput, command: Command) => {
      const { console, reader } = open(command);
      const answer = await reader().getEnforcement(options);
      const { data, next } = answer;
      console.print({ json: answer, lines: data.length === 0 ? ["Nothing yet."] : data.map(renderFiling) });
      if (next !== null) console.inform(`For what is older: --after ${next}`);
    });
}
