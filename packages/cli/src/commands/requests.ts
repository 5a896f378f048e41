import type { Command } from "commander";
import type { Hash } from "viem";
import { parseId } from "../arguments/parse-arguments.ts";
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

export function addCancelCommand({ program, open }: CommandContext): void {
  program
    .command("cancel")
    .description("take back what the key signed but nobody has sent yet")
    .argument("[agentId]", "an agent that the key is a party of; its own unless named", parseId)
    .addHelpText(
      "after",
      `
Examples:
  $ agent-registry cancel
  $ agent-registry cancel 7 --key-file ~/.agent-registry/person.key

A signed request can be sent by anyone who holds it, until its deadline or until its nonce is spent. This
spends the present nonce on a call that changes nothing, for the agent named or the key's own. What was
executed before stands.

What this command line signs runs out after about an hour. A request that was signed elsewhere with the
deadline 0 has no end: only this takes it back. Requests that were signed in advance with the following
nonces need one cancel each. Without a relayer (--direct) your account pays.`,
    )
    .action(async (agentId: number | undefined, _options: object, command: Command) => {
      const { console, writer } = open(command);
      const { registry, key } = await writer("agent");
      const result = await registry.cancelRequests({ agentId });
      const { address } = key.account;
      const { nonce } = result;
      console.printWrite(result, {
        json: { address },
        news: `Cancelled: nothing that ${address} signed with nonce ${nonce} can be executed any more.`,
        next: [
          `Warning: what was signed in advance with nonce ${nonce + 1n} or later can still be sent, and if its deadline is 0, at any time: cancel once more for each.`,
        ],
      });
    });
}
