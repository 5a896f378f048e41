import { Command, type ErrorOptions } from "commander";
import { addAcceptCommand } from "./commands/accept.ts";
import { addAgentCommand, addLineageCommand } from "./commands/agent.ts";
import { addAgentsCommand, addPersonCommand } from "./commands/agents.ts";
import { addAttestCommand } from "./commands/attest.ts";
import {
  addAcceptCertificateCommand,
  addCertifyCommand,
  addEndCertificateCommand,
} from "./commands/certificates.ts";
import {
  addReactivateCommand,
  addReleaseCommand,
  addRevokeCommand,
  addSuspendCommand,
  addTerminateCommand,
} from "./commands/change-status.ts";
import { addCompletionCommand } from "./commands/completion.ts";
import { addConfirmCommand, addDeclineCommand } from "./commands/consent.ts";
import { addDoctorCommand } from "./commands/doctor.ts";
import { addEnforcementCommand, addFilingsCommand } from "./commands/filings.ts";
import { addKeygenCommand } from "./commands/keygen.ts";
import { addKyaCommand } from "./commands/kya.ts";
import { addMcpCommand } from "./commands/mcp.ts";
import { addAttesterCommand, addHandoverCommand, addReplaceWalletCommand } from "./commands/propose.ts";
import { addProveFraudCommand } from "./commands/prove-fraud.ts";
import { addRegisterCommand } from "./commands/register.ts";
import { addCancelCommand, addRelayCommand } from "./commands/requests.ts";
import { addRevenueCommand } from "./commands/revenue.ts";
import { addNotaryCommand, addRegulatorCommand } from "./commands/roles.ts";
import { addBindingCommand, addReceiptCommand } from "./commands/statements.ts";
import { addHashCommand, addUpdateCommand } from "./commands/update.ts";
import { addVerifyCommand } from "./commands/verify.ts";
import { addVerifyDomainCommand } from "./commands/verify-domain.ts";
import { version } from "./own-package.ts";
import { type CommandContext, openSession, type SessionContext } from "./session/open-session.ts";

export function createProgram(context: SessionContext): Command {
  const program = new RegistryCommand("agent-registry")
    .description("The register of autonomous agents: file, keep compliant, look up.")
    .version(version, "-v, --version", "print the version")
    .option("--rpc-url <url>", "RPC node or chain name: base-sepolia, base, local (REGISTRY_CHAIN)")
    .option("--registry <address>", "the Registry contract (REGISTRY_ADDRESS)")
    .option("--forwarder <address>", "the forwarder that the relayer must use (FORWARDER_ADDRESS)")
    .option("--relayer <url>", "the relayer, which pays the gas (RELAYER_URL)")
    .option("--api <url>", "the query API (REGISTRY_API_URL)")
    .option("--direct", "write without a relayer; the key's account pays")
    .option("--key-file <file>", "the key to sign with (AGENT_PRIVATE_KEY, or ~/.agent-registry/agent.key)")
    .option(
      "--password-file <file>",
      "the password of an encrypted key (AGENT_KEY_PASSWORD_FILE); else it is asked for",
    )
    .option("--verbose", "say on stderr which register is asked, and by which addresses")
    .option("--json", "print one JSON object instead of text")
    .configureHelp({ sortSubcommands: false })
    .configureOutput({
      writeOut: (text) => context.console.write(text),
      writeErr: (text) => context.console.note(text.trimEnd()),
      outputError: (text) => context.console.complain(text),
    })
    .exitOverride()
    .addHelpText("after", OVERVIEW);
  const commands: CommandContext = {
    ...context,
    program,
    open: (command) => openSession({ context, flags: command.optsWithGlobals() }),
  };
  for (const [heading, added] of GROUPS) {
    program.commandsGroup(heading);
    for (const add of added) add(commands);
  }
  program.helpCommand(true);
  for (const command of program.commands) command.addHelpText("after", EVERYWHERE);
  return program;
}

/** Each command is listed under the readers who need it first. */
const GROUPS: [string, ((context: CommandContext) => void)[]][] = [
  [
    "For agents:",
    [
      addKeygenCommand,
      addRegisterCommand,
      addAttestCommand,
      addAttesterCommand,
      addRevenueCommand,
      addUpdateCommand,
      addHashCommand,
      addTerminateCommand,
      addRelayCommand,
      addCancelCommand,
      addBindingCommand,
    ],
  ],
  [
    "For people whom an entry names:",
    [
      addConfirmCommand,
      addDeclineCommand,
      addHandoverCommand,
      addReplaceWalletCommand,
      addAcceptCommand,
      addAcceptCertificateCommand,
      addEndCertificateCommand,
      addPersonCommand,
    ],
  ],
  [
    "For regulators:",
    [addSuspendCommand, addReactivateCommand, addRevokeCommand, addReleaseCommand, addRegulatorCommand],
  ],
  ["For notaries, and who accredits them:", [addCertifyCommand, addNotaryCommand]],
  [
    "For providers, and everyone who looks something up:",
    [
      addKyaCommand,
      addAgentCommand,
      addAgentsCommand,
      addLineageCommand,
      addFilingsCommand,
      addEnforcementCommand,
      addVerifyCommand,
      addVerifyDomainCommand,
      addReceiptCommand,
      addProveFraudCommand,
    ],
  ],
  ["For operators:", [addDoctorCommand, addMcpCommand, addCompletionCommand, addVersionCommand]],
];

const EVERYWHERE = "\nThe options of every command are in: agent-registry --help";

const OVERVIEW = `
First steps, with the local register running (npm start):
  $ agent-registry keygen
  $ agent-registry keygen ~/.agent-registry/person.key
  $ agent-registry register --haftungsperson-key-file ~/.agent-registry/person.key --scope "Summarises filings"
  $ agent-registry kya

Without any settings, the register is the local one that .local/stack.json describes, here or in a
folder above, if nobody else can have written that file; else the public test network. What was used is
said on stderr; with --json, stderr has one JSON object a line, an error last. Exit codes: 0 done, 1 failed; for kya 0 compliant and agreed,
2 registered but not compliant, 3 not registered, 4 compliant but not agreed by wallet or Haftungsperson, or both are one
key, or not what its flags ask for, 5 (with --prove, and for verify) what was given as a proof is none.
Set DEBUG=1 to see the stack of an error.`;

/** Reports an unknown option before a missing one: a misspelt option is usually why one is missing. */
class RegistryCommand extends Command {
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

function addVersionCommand({ program, console }: CommandContext): void {
  program
    .command("version")
    .description("print the version")
    .action(() => console.print({ json: { version }, lines: [version] }));
}
