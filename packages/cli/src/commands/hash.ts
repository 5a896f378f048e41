import { hashCapabilities, hashConstitution, toCanonicalCapabilities } from "@agent-registry/sdk";
import { collectNames, parseTextFile } from "../arguments/parse-arguments.ts";
import type { CommandContext } from "../session/open-session.ts";
import { invalidInput } from "../terminal/errors.ts";
import { renderFields } from "../terminal/render.ts";

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
