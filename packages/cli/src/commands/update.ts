import { RegistryError, type WriteResult } from "@agent-registry/sdk";
import type { Command } from "commander";
import type { Hex } from "viem";
import { collectNames, parseId, parseTextFile } from "../arguments/parse-arguments.ts";
import type { CommandContext } from "../session/command-context.ts";
import { getOwnAgentId } from "../session/get-own-agent-id.ts";
import { toErrorLine } from "../terminal/error-line.ts";
import { PartlyDoneError } from "../terminal/partly-done-error.ts";
import { renderFields, renderWrite } from "../terminal/render.ts";

type Options = {
  constitution?: string;
  constitutionHash?: string;
  capability?: string[];
  capabilityHash?: string;
};

export function addUpdateCommand({ program, open }: CommandContext): void {
  program
    .command("update")
    .description("file a new constitution or new capabilities")
    .argument("[agentId]", "the key's own agent unless named", parseId)
    .option("--constitution <file>", "the new constitution; its hash is filed, not the text", parseTextFile)
    .option("--constitution-hash <hash>", "the hash itself, instead of a file")
    .option("--capability <names>", "all that the agent can do now; again, or with commas", collectNames)
    .option("--capability-hash <hash>", "the hash itself, instead of names")
    .addHelpText(
      "after",
      `
Examples:
  $ agent-registry update --constitution rules.md
  $ agent-registry update 7 --capability search,summarise,translate

With both, two transactions are sent, the constitution first.`,
    )
    .action(async (named: number | undefined, options: Options, command: Command) => {
      const { console, writer } = open(command);
      const { registry, key } = await writer("agent");
      const constitution = toConstitution(options);
      const capabilities = toCapabilities(options);
      if (constitution === undefined && capabilities === undefined) {
        const message = "Nothing to update: give --constitution, --capability, or a hash.";
        throw new RegistryError({ reason: "invalid-input", message });
      }
      const agentId = await getOwnAgentId({ registry, key, agentId: named });
      const done: Record<string, WriteResult> = {};
      if (constitution) done.constitution = await registry.updateConstitution({ agentId, ...constitution });
      if (capabilities) {
        done.capabilities = await registry.updateCapabilities({ agentId, ...capabilities }).catch((cause) => {
          throw done.constitution ? toPartlyDone({ constitution: done.constitution, cause }) : cause;
        });
      }
      console.print({
        json: { agentId, ...done },
        lines: Object.entries(done).flatMap(([what, result]) => [
          `Agent ${agentId} filed its new ${what}.`,
          ...renderFields(renderWrite(result)),
        ]),
      });
    });
}

function toPartlyDone({ constitution, cause }: { constitution: WriteResult; cause: unknown }) {
  const isCertain = cause instanceof RegistryError && cause.reason !== "outcome-unknown";
  const what = isCertain
    ? "The capabilities were not filed"
    : "It is not known whether the capabilities were filed";
  const { transactionHash } = constitution;
  const message = `${what}: ${toErrorLine(cause)} The new constitution was filed before, in transaction ${transactionHash}.`;
  return new PartlyDoneError({ message, done: { constitution }, cause });
}

function toConstitution({ constitution, constitutionHash }: Options) {
  if (constitution !== undefined) return { constitution };
  return constitutionHash === undefined ? undefined : { constitutionHash: constitutionHash as Hex };
}

function toCapabilities({ capability, capabilityHash }: Options) {
  if (capability !== undefined) return { capabilities: capability };
  return capabilityHash === undefined ? undefined : { capabilityHash: capabilityHash as Hex };
}
