import type { AgentRegistry } from "@agent-registry/sdk";
import type { Command } from "commander";
import { parseId, parseSeconds } from "../arguments/parse-arguments.ts";
import { attestFleet } from "../parties/fleet.ts";
import { requireOwnAgreement } from "../parties/require-own-agreement.ts";
import { getOwnAgentId } from "../session/get-own-agent-id.ts";
import type { CommandContext } from "../session/open-session.ts";
import type { Key } from "../settings/key-file.ts";
import type { Console } from "../terminal/console.ts";
import { invalidInput } from "../terminal/errors.ts";
import { renderFields, renderWrite } from "../terminal/render.ts";
import { watchAttestation } from "../watch-attestation.ts";

const DEFAULT_CHECK_SECONDS = 3_600;

type Options = { watch?: boolean; all?: boolean; checkEvery: number };
type Work = { console: Console; registry: AgentRegistry; key: Key; agentId: number | undefined };

export function addAttestCommand({ program, open }: CommandContext): void {
  program
    .command("attest")
    .description("attest compliance, which holds for 7 days; --watch keeps it current")
    .argument("[agentId]", "the key's own agent unless named", parseId)
    .option("--all", "every agent that the key answers for (needs the query API)")
    .option("--watch", "stay, and attest again whenever 5 days have passed")
    .option("--check-every <seconds>", "with --watch: how often to look", parseSeconds, DEFAULT_CHECK_SECONDS)
    .addHelpText(
      "after",
      `
Examples:
  $ agent-registry attest
  $ agent-registry attest 7
  $ agent-registry attest --all --key-file ~/.agent-registry/person.key
  $ agent-registry attest --watch
  $ agent-registry attest 7 --watch --key-file ~/.agent-registry/attester.key

--all takes every active agent whose creator the key is, or whose wallet or Haftungsperson it is and has
agreed to be, in as few transactions as fit. Agents that only name the key are left out, and listed. The
query API may take minutes to know of a new agent, whose registration counts as an attestation anyway.

The key of an attester (see attester) may do nothing but attest; it names its agent, which --all does not find.

--watch keeps nothing on disk: the register itself says when the last attestation was, so it may be
stopped and started at any time. It outlasts outages of the relayer and the chain, waits through a
suspension, and ends with exit code 1 when the agent was revoked or terminated.

If somebody else entered the key's wallet and the wallet never agreed, attest stops with exit code 1:
agree first with confirm, or get the wallet back with decline.`,
    )
    .action(async (agentId: number | undefined, options: Options, command: Command) => {
      requireOneWay({ agentId, ...options });
      const { console, writer } = open(command);
      const work = { console, ...(await writer("agent")), agentId };
      if (options.all) await attestAll(work);
      else if (options.watch) await watch({ ...work, checkEverySeconds: options.checkEvery });
      else await attestOne(work);
    });
}

function requireOneWay({ agentId, all, watch }: { agentId: number | undefined } & Options): void {
  const other = agentId !== undefined ? "an agent's id" : watch ? "--watch" : undefined;
  if (!all || other === undefined) return;
  throw invalidInput(`--all attests every agent of the key, once: leave out either --all or ${other}.`);
}

async function attestOne({ console, registry, key, agentId }: Work): Promise<void> {
  const id = await getOwnAgentId({ registry, key, agentId });
  const { agent } = await registry.getAgent({ agentId: id, source: "chain" });
  await requireOwnAgreement({ registry, address: key.account.address, agent });
  const result = await registry.attest({ agentId: id });
  console.printWrite(result, { json: { agentId: id }, news: `Agent ${id} attested; current for 7 days.` });
}

async function attestAll({ console, registry, key }: Work): Promise<void> {
  const fleet = await attestFleet({ registry, address: key.account.address });
  const { agentIds, leftOut, transactions } = fleet;
  const count = agentIds.length === 1 ? "1 agent" : `${agentIds.length} agents`;
  console.print({
    json: fleet,
    lines: [
      `Attested ${count}, current for 7 days: ${agentIds.join(", ")}.`,
      ...transactions.flatMap((result) => renderFields(renderWrite(result))),
      ...leftOut.map((left) => `Left out agent ${left.agentId}. ${left.reason}`),
    ],
  });
}

async function watch(work: Work & { checkEverySeconds: number }): Promise<void> {
  const { console, registry, key, agentId, checkEverySeconds } = work;
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => stop.abort());
  await watchAttestation({
    registry,
    address: key.account.address,
    getAgentId: () => getOwnAgentId({ registry, key, agentId }),
    checkEverySeconds,
    report: (event) => console.print({ json: event, lines: [`${event.at}  ${event.message}`] }),
    signal: stop.signal,
  });
}
