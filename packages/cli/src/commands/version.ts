import type { CommandContext } from "../session/command-context.ts";
import { version } from "../version.ts";

export function addVersionCommand({ program, console }: CommandContext): void {
  program
    .command("version")
    .description("print the version")
    .action(() => console.print({ json: { version }, lines: [version] }));
}
