import { ENFORCEMENT_ACTIONS } from "@agent-registry/protocol";
import type { EnforcementInput } from "@agent-registry/sdk";
import { type Command, Option } from "commander";
import { parseCount } from "../arguments/parse-arguments.ts";
import type { CommandContext } from "../session/open-session.ts";
import { renderFiling } from "../terminal/render-filing.ts";

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
