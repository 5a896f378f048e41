import { explainDomainReason } from "@agent-registry/protocol";
import type { Command } from "commander";
import { parseId } from "../arguments/parse-arguments.ts";
import { getRegister } from "../proving/signed-by.ts";
import type { CommandContext } from "../session/open-session.ts";
import { sanitize } from "../terminal/render.ts";

const EXIT_NOT_NAMED = 2;

export function addVerifyDomainCommand({ program, open }: CommandContext): void {
  program
    .command("verify-domain")
    .description("ask a domain whether an agent is its own")
    .argument("<agentId>", "the agent", parseId)
    .argument("<domain>", "the host name, such as agents.example.com")
    .addHelpText(
      "after",
      `
Examples:
  $ agent-registry verify-domain 7 agents.example.com
  $ agent-registry verify-domain 7 agents.example.com --json

It reads https://<domain>/.well-known/agent-registration.json, in which the domain names its agents as ERC-8004
has it. Only servers on the public internet are asked.

Exit codes: 0 the domain names the agent, 2 it does not or cannot be asked, 1 this command failed.`,
    )
    .action(async (agentId: number, domain: string, _options: object, command: Command) => {
      const session = open(command);
      const { verifyDomain } = await import("@agent-registry/sdk/domain");
      const { registry: registryAddress, chainId } = await getRegister(session);
      const verdict = await verifyDomain({ agentId, domain, registryAddress, chainId });
      const name = sanitize(domain);
      if (!verdict.verified) session.console.setExitCode(EXIT_NOT_NAMED);
      session.console.print({
        json: verdict,
        lines: [
          verdict.verified
            ? `${name} says that agent ${agentId} is its own.`
            : `${name} does not name agent ${agentId}: ${explainDomainReason(verdict.reason)}.`,
        ],
      });
    });
}
