import { hashCapabilities, hashConstitution, toCanonicalCapabilities } from "@agent-registry/sdk";
import type { Command } from "commander";
import type { Hex } from "viem";
import { collectNames, parseId, parseTextFile } from "../arguments/parse-arguments.ts";
import { updateRecord } from "../parties/update-record.ts";
import { getOwnAgentId } from "../session/get-own-agent-id.ts";
import type { CommandContext } from "../session/open-session.ts";
import { invalidInput } from "../terminal/errors.ts";
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
        throw invalidInput(message);
      }
      const agentId = await getOwnAgentId({ registry, key, agentId: named });
      const done = await updateRecord({ registry, agentId, constitution, capabilities });
      console.print({
        json: { agentId, ...done },
        lines: Object.entries(done).flatMap(([what, result]) => [
          `Agent ${agentId} filed its new ${what}.`,
          ...renderFields(renderWrite(result)),
        ]),
      });
    });
}

function toConstitution({ constitution, constitutionHash }: Options) {
  if (constitution !== undefined) return { constitution };
  return constitutionHash === undefined ? undefined : { constitutionHash: constitutionHash as Hex };
}

function toCapabilities({ capability, capabilityHash }: Options) {
  if (capability !== undefined) return { capabilities: capability };
  return capabilityHash === undefined ? undefined : { capabilityHash: capabilityHash as Hex };
}

export function addHashCommand({ program, console }: CommandContext): void {
  program
    .command("hash")
    .description("print the hash that register and update file of a constitution, or of capabilities")
    .argument("[file]", "the constitution, as given to register --constitution", parseTextFile)
    .option("--capability <names>", "as given to register --capability; again, or with commas", collectNames)
    .addHelpText(
      "after",
      `
Examples:
  $ agent-registry hash rules.md
  $ agent-registry hash --capability search,summarise
  $ agent-registry agent 7 --json | jq -r .agent.constitutionHash

The register holds hashes alone. Whoever was handed a text compares its hash with the one in the record, or has
\`agent-registry confirm 7 --constitution rules.md\` do it before it agrees. What register and update take as
--constitution-hash and --capability-hash is what this prints.`,
    )
    .action((constitution: string | undefined, { capability }: { capability?: string[] }) => {
      if (constitution === undefined && capability === undefined) {
        const message = "Nothing to hash: give the file of a constitution, or --capability.";
        throw invalidInput(message);
      }
      const constitutionHash = constitution === undefined ? undefined : hashConstitution(constitution);
      const capabilityHash = capability && hashCapabilities(capability);
      const capabilities = capability && toCanonicalCapabilities(capability);
      console.print({
        json: { constitutionHash, capabilityHash, capabilities },
        lines: renderFields({
          "constitution hash": constitutionHash,
          "capability hash": capabilityHash,
          "which is of": capabilities,
        }),
      });
    });
}
