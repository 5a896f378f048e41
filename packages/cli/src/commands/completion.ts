import { Argument } from "commander";
import { describeWords } from "../completion/describe-words.ts";
import { SHELLS, type Shell, writeCompletion } from "../completion/write-completion.ts";
import type { CommandContext } from "../session/open-session.ts";

export function addCompletionCommand({ program, console }: CommandContext): void {
  program
    .command("completion")
    .description("print a script by which your shell completes commands and options")
    .addArgument(new Argument("<shell>", "which shell").choices(SHELLS))
    .addHelpText(
      "after",
      `
Examples:
  $ source <(agent-registry completion bash)
  $ source <(agent-registry completion zsh)
  $ agent-registry completion fish | source

Put the line into ~/.bashrc, ~/.zshrc or ~/.config/fish/config.fish to have it in every shell.`,
    )
    .action((shell: Shell) => {
      const script = writeCompletion({ shell, commands: describeWords(program) });
      console.print({ json: { shell, script }, lines: [script.trimEnd()] });
    });
}
