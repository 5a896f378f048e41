import type { Command, Option } from "commander";

/** What can be typed after a command's name. */
export type Words = { name: string; description: string; options: OptionWords[]; choices: string[] };
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
