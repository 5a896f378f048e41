import { Command, type ErrorOptions } from "commander";

/** Reports an unknown option before a missing one: a misspelt option is usually why one is missing. */
export class RegistryCommand extends Command {
  override createCommand(name?: string): RegistryCommand {
    return new RegistryCommand(name);
  }

  override error(message: string, options?: ErrorOptions): never {
    const unknown = this.args.find((word) => /^-./.test(word));
    if (options?.code !== "commander.missingMandatoryOptionValue" || unknown === undefined)
      return super.error(message, options);
    // Commander's own method suggests the option that was meant; its type is not published.
    return (this as unknown as { unknownOption(flag: string): never }).unknownOption(unknown);
  }
}
