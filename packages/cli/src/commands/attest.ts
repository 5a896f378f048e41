import type { Command } from "commander";
import { parseId, parseSeconds } from "../arguments/parse-arguments.ts";
import type { CommandContext } from "../session/command-context.ts";
import { getOwnAgentId } from "../session/get-own-agent-id.ts";
import { renderFields, renderWrite } from "../terminal/render.ts";
import { watchAttestation } from "../watch-attestation.ts";

const DEFAULT_CHECK_SECONDS = 3_600;

export function addAttestCommand({ program, open }: CommandContext): void {
  program
    .command("attest")
    .description("attest compliance, which holds for 7 days; --watch keeps it current")
    .argument("[agentId]", "the key's own agent unless named", parseId)
    .option("--watch", "stay, and attest again whenever 5 days have passed")
    .option("--check-every <seconds>", "with --watch: how often to look", parseSeconds, DEFAULT_CHECK_SECONDS)
    .addHelpText(
      "after",
      `
Examples:
  $ agent-registry attest
  $ agent-registry attest 7
  $ agent-registry attest --watch

--watch keeps nothing on disk: the register itself says when the last attestation was, so it may be
stopped and started at any time. It outlasts outages of the relayer and the chain, waits through a
suspension, and ends with exit code 1 when the agent was revoked or terminated.`,
    )
    .action(
      async (
        agentId: number | undefined,
        options: { watch?: boolean; checkEvery: number },
        command: Command,
      ) => {
        const { console, writer } = open(command);
        const { registry, key } = writer("agent");
        if (options.watch) {
          const stop = new AbortController();
          for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => stop.abort());
          await watchAttestation({
            registry,
            getAgentId: () => getOwnAgentId({ registry, key, agentId }),
            checkEverySeconds: options.checkEvery,
            report: (event) => console.print({ json: event, lines: [`${event.at}  ${event.message}`] }),
            signal: stop.signal,
          });
          return;
        }
        const id = await getOwnAgentId({ registry, key, agentId });
        const result = await registry.attest({ agentId: id });
        console.print({
          json: { agentId: id, ...result },
          lines: [`Agent ${id} attested; current for 7 days.`, ...renderFields(renderWrite(result))],
        });
      },
    );
}
