import type { Command } from "commander";
import { parseCount, parseSeconds } from "../arguments/parse-arguments.ts";
import { type ReadFilings, readFilings } from "../read-filings.ts";
import type { CommandContext } from "../session/command-context.ts";
import { renderFiling } from "../terminal/render-filing.ts";

const DEFAULT_CHECK_SECONDS = 5;

type Options = { after?: string; limit?: number; follow?: boolean; checkEvery: number };

export function addFilingsCommand({ program, open }: CommandContext): void {
  program
    .command("filings")
    .description("print every filing of the register in chain order (needs the query API)")
    .option("--after <cursor>", "go on where an earlier run ended")
    .option("--limit <number>", "end after so many filings", parseCount)
    .option("--follow", "stay, and print new filings as they come")
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
  $ agent-registry filings --limit 20
  $ agent-registry filings --json > filings.ndjson
  $ agent-registry filings --follow --json --after "$CURSOR" >> filings.ndjson

At its end, by Ctrl-C too, it says on stderr the cursor to go on from; with --json as {"next":"…"} beside a note.
With --json each filing is one line of its own. If the chain was reorganised, a line {"rewound":{"to":12}} says that
every filing with a greater sequence was taken back, and the filings that stand now follow. --follow outlasts outages
of the query API.`,
    )
    .action(async (options: Options, command: Command) => {
      const { console, reader } = open(command);
      const stop = new AbortController();
      const abort = () => stop.abort();
      for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, abort);
      // As in `filings --follow | head`: nobody reads any more.
      process.stdout.once("error", abort);
      const reading: ReadFilings = {
        client: reader().client,
        after: options.after,
        limit: options.limit,
        follow: options.follow === true,
        checkEveryMs: options.checkEvery * 1_000,
        signal: stop.signal,
        onFiling: (filing) => console.print({ json: filing, lines: [renderFiling(filing)] }),
        onRewound: (to) =>
          console.print({
            json: { rewound: { to } },
            lines: [`The chain was reorganised: every filing after number ${to} was taken back.`],
          }),
        onOutage: (error) => console.inform(`${error.message} Trying again.`),
        onEnd: (next) => console.inform(`To go on from here: --after ${next}`, { next }),
      };
      try {
        await readFilings(reading);
      } finally {
        for (const signal of ["SIGINT", "SIGTERM"]) process.off(signal, abort);
        process.stdout.off("error", abort);
      }
    });
}
