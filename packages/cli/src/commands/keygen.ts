import type { CommandContext } from "../session/command-context.ts";
import { defaultKeyFile, type Role, writeKeyFile } from "../settings/key-file.ts";
import { renderFields } from "../terminal/render.ts";

export function addKeygenCommand({ program, console, env }: CommandContext): void {
  program
    .command("keygen")
    .description("make a key and write it to a file that only you can read")
    .argument("[file]", "where to write it; ~/.agent-registry/agent.key unless named")
    .option("--regulator", "a regulator's key: ~/.agent-registry/regulator.key")
    .addHelpText(
      "after",
      `
Examples:
  $ agent-registry keygen
  $ agent-registry keygen keys/scout.key
  $ agent-registry register --key-file keys/scout.key --haftungsperson 0x... --scope "Scouts markets"

The key is the agent's identity: whoever holds it acts as the agent, and it cannot be recovered.`,
    )
    .action((named: string | undefined, options: { regulator?: boolean }) => {
      const role: Role = options.regulator ? "regulator" : "agent";
      const file = named ?? defaultKeyFile({ role, env });
      const { address } = writeKeyFile(file);
      console.print({
        json: { address, file },
        lines: ["Made a key.", ...renderFields({ address, file })],
      });
    });
}
