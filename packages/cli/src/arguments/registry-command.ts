import { Command, type ErrorOptions } from "commander";

/** A command that names an option that there is not before one that is missing: the first is why the second is. */
export class RegistryCommand extends Command {
  override createCommand(name?: string): RegistryCommand {
    return new RegistryCommand(name);
  }

  override error(message: string, options?: ErrorOptions): never {
    const unknown = this.args.find((word) => /^-./.test(word));
    if (options?.code !== "commander.missingMandatoryOptionValue" || unknown === undefined)
      return super.error(message, options);
    // It suggests the option that was meant, and its type is not published.
    return (this as unknown as { unknownOption(flag: string): never }).unknownOption(unknown);
  }
}
