import { Argument, type Command, type Option } from "commander";
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

/** What can be typed after a command's name. */
type Words = { name: string; description: string; options: OptionWords[]; choices: string[] };
type OptionWords = { flags: string[]; description: string; takesValue: boolean; choices: string[] };

/** Every command with its options and those of all commands, from what the help is made of. */
export function describeWords(program: Command): Words[] {
  const help = program.createHelp();
  const everywhere = program.options.filter(({ long }) => long !== "--version").map(toWords);
  return help.visibleCommands(program).map((command) => ({
    name: command.name(),
    description: command.description(),
    options: [...help.visibleOptions(command).map(toWords), ...everywhere],
    // Commands have at most one argument with fixed values.
    choices: command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []),
  }));
}

function toWords(option: Option): OptionWords {
  return {
    flags: [option.short, option.long].filter((flag) => flag !== undefined),
    description: option.description,
    takesValue: option.required || option.optional,
    choices: option.argChoices ?? [],
  };
}

const SHELLS = ["bash", "zsh", "fish"] as const;
type Shell = (typeof SHELLS)[number];

/** A script for the shell that completes commands, their options and the values that an option allows. */
function writeCompletion({ shell, commands }: { shell: Shell; commands: Words[] }): string {
  if (shell === "fish") return writeFish(commands);
  if (shell === "bash") return writeBash(commands);
  // Zsh runs bash's functions, and so needs no description of its own.
  return `autoload -U +X bashcompinit && bashcompinit\n${writeBash(commands)}`;
}

function writeBash(commands: Words[]): string {
  const names = commands.map(({ name }) => name).join(" ");
  return `# Completion of agent-registry. Load it with: source <(agent-registry completion bash)
_agent_registry() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" word command="" i
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    case " ${names} " in *" $word "*) command="$word"; break ;; esac
  done
  COMPREPLY=()
  case "$command $previous" in
${commands.flatMap(toBashValues).join("\n")}
  esac
  case "$command" in
    "") COMPREPLY=($(compgen -W "${names} --help --version" -- "$current")) ;;
${commands.map(toBashOptions).join("\n")}
  esac
}
complete -o default -F _agent_registry agent-registry
`;
}

function toBashOptions({ name, options, choices }: Words): string {
  const flags = options.flatMap((option) => option.flags).join(" ");
  return `    ${name})
      if [[ "$current" == -* ]]; then COMPREPLY=($(compgen -W "${flags}" -- "$current"))
      else COMPREPLY=($(compgen -W "${choices.join(" ")}" -- "$current")); fi ;;`;
}

/** What follows an option that takes a value: one of its choices if it has any, else the shell offers file names. */
function toBashValues({ name, options }: Words): string[] {
  return options
    .filter(({ takesValue }) => takesValue)
    .map(({ flags, choices }) => {
      const patterns = flags.map((flag) => `"${name} ${flag}"`).join("|");
      const reply =
        choices.length === 0 ? "" : `COMPREPLY=($(compgen -W "${choices.join(" ")}" -- "$current")); `;
      return `    ${patterns}) ${reply}return ;;`;
    });
}

function writeFish(commands: Words[]): string {
  const lines = commands.flatMap(({ name, description, options, choices }) => [
    `complete -c agent-registry -n __fish_use_subcommand -f -a ${name} -d ${quote(description)}`,
    ...(choices.length === 0
      ? []
      : [`complete -c agent-registry -n ${seen(name)} -f -a ${quote(choices.join(" "))}`]),
    ...options.map(({ flags, description, takesValue, choices }) => {
      const named = flags.map((flag) =>
        flag.startsWith("--") ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`,
      );
      const values = choices.length === 0 ? "" : ` -f -a ${quote(choices.join(" "))}`;
      return `complete -c agent-registry -n ${seen(name)} ${named.join(" ")}${takesValue ? " -r" : ""}${values} -d ${quote(description)}`;
    }),
  ]);
  return `# Completion of agent-registry. Load it with: agent-registry completion fish | source\n${lines.join("\n")}\n`;
}

const seen = (name: string) => quote(`__fish_seen_subcommand_from ${name}`);
const quote = (text: string) => `'${text.replace(/[\\']/g, "\\$&")}'`;
