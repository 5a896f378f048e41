import { maskUrl } from "@agent-registry/protocol";
import type { Command } from "commander";
import { checkKey } from "../doctor/check-key.ts";
import {
  type Check,
  checkApi,
  checkChain,
  checkForwarder,
  checkRegistry,
  checkRelayer,
} from "../doctor/checks.ts";
import type { CommandContext, Session } from "../session/open-session.ts";
import { renderFields } from "../terminal/render.ts";

const MARKS = { ok: "ok  ", warning: "warn", wrong: "BAD " } as const;

export function addDoctorCommand({ program, open }: CommandContext): void {
  program
    .command("doctor")
    .description("check chain, contracts, relayer, query API and key, and say what is wrong")
    .addHelpText(
      "after",
      `
Examples:
  $ agent-registry doctor
  $ agent-registry doctor --json | jq '.checks[] | select(.state != "ok")'

Exit code 0 when nothing is wrong; what is merely missing or worth knowing is a warning.`,
    )
    .action(async (_options: object, command: Command) => {
      const session = open(command);
      const checks = await runChecks(session);
      const wrong = checks.filter(({ state }) => state === "wrong").length;
      session.console.setExitCode(wrong === 0 ? 0 : 1);
      const settings = { ...session.settings, rpcUrl: maskUrl(session.settings.rpcUrl) };
      const { rpcUrl, registryAddress, relayerUrl, apiUrl, stackFile } = settings;
      session.console.print({
        json: { healthy: wrong === 0, settings, checks },
        lines: [
          ...renderFields({
            chain: rpcUrl,
            registry: registryAddress,
            relayer: relayerUrl,
            api: apiUrl,
            from: stackFile,
          }),
          "",
          ...checks.map(({ name, state, message }) => `${MARKS[state]}  ${name}: ${message}`),
          "",
          wrong === 0 ? "Nothing is wrong." : `${wrong} of ${checks.length} checks failed.`,
        ],
      });
    });
}

/** In the order in which one problem explains the next. */
async function runChecks(session: Session): Promise<Check[]> {
  const chain = await checkChain(session);
  // Without the chain both checks would fail for the same reason.
  const onChain =
    chain.state === "wrong" ? [] : [await checkRegistry(session), await checkForwarder(session)];
  return [
    chain,
    ...onChain,
    await checkRelayer(session),
    await checkApi(session),
    await checkKey(session, chain),
  ];
}
