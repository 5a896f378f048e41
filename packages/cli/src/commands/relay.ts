import type { Command } from "commander";
import type { Hash } from "viem";
import type { CommandContext } from "../session/open-session.ts";
import { renderFields } from "../terminal/render.ts";

const SENTENCES = {
  pending: "It is with the relayer, and not executed yet.",
  mined: "It was executed.",
  refused: "It was refused, and is not executed.",
} as const;

export function addRelayCommand({ program, open }: CommandContext): void {
  program
    .command("relay")
    .description("ask the relayer what became of a request that was sent to it")
    .argument("<digest>", "the request, as the command that sent it named it")
    .addHelpText(
      "after",
      `
Examples:
  $ agent-registry relay 0x5f1d...

For a command that was interrupted, or whose connection broke: the relayer goes on with a request that it has. To
take one back that is not executed yet, before somebody executes it: \`agent-registry cancel\`.`,
    )
    .action(async (digest: string, _options: object, command: Command) => {
      const { console, reader } = open(command);
      const outcome = await reader().getRelayOutcome({ digest: digest as Hash });
      const { state, transactionHash, result, error } = outcome;
      console.print({
        json: outcome,
        lines: [
          SENTENCES[state],
          ...renderFields({
            request: outcome.digest,
            transaction: transactionHash ?? undefined,
            block: result?.blockNumber,
            refusal: error ?? undefined,
          }),
        ],
      });
    });
}
