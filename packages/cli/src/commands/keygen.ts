import { sealKeystore } from "@agent-registry/protocol/keystore";
import type { Command } from "commander";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { type CommandContext, toPasswordSource } from "../session/open-session.ts";
import {
  defaultKeyFile,
  findWorkTree,
  type Role,
  requireNewFile,
  writeKeyFile,
} from "../settings/key-file.ts";
import { getNewPassword } from "../settings/password.ts";
import type { Flags } from "../settings/resolve-settings.ts";
import { invalidInput } from "../terminal/errors.ts";
import { renderFields } from "../terminal/render.ts";

type Options = Flags & { regulator?: boolean; notary?: boolean; encrypt?: boolean };

export function addKeygenCommand(context: CommandContext): void {
  const { program, console, env } = context;
  program
    .command("keygen")
    .description("make a key and write it to a file that only you can read")
    .argument("[file]", "where to write it; ~/.agent-registry/agent.key unless named")
    .option("--regulator", "a regulator's key: ~/.agent-registry/regulator.key")
    .option("--notary", "a notary's key: ~/.agent-registry/notary.key")
    .option("--encrypt", "encrypt it with a password: asked for, or the one in --password-file")
    .addHelpText(
      "after",
      `
Examples:
  $ agent-registry keygen
  $ agent-registry keygen --encrypt
  $ agent-registry keygen ~/.agent-registry/scout.key
  $ agent-registry register --key-file ~/.agent-registry/scout.key --haftungsperson 0x... --scope "Scouts markets"

The key is the agent's identity: whoever holds it acts as the agent, and it cannot be recovered; nor can
the password of an encrypted one. Encrypted keys are Ethereum keystores (version 3), as wallets write and
read them; every command takes either.`,
    )
    .action(async (named: string | undefined, _options: object, command: Command) => {
      const flags = command.optsWithGlobals<Options>();
      if (flags.passwordFile !== undefined && !flags.encrypt) {
        throw invalidInput("--password-file is for encrypted keys: add --encrypt. Nothing was written.");
      }
      const role: Role = flags.regulator ? "regulator" : flags.notary ? "notary" : "agent";
      const file = named ?? defaultKeyFile({ role, env });
      requireNewFile(file);
      const privateKey = generatePrivateKey();
      const text = flags.encrypt
        ? await sealKeystore({
            privateKey,
            password: await getNewPassword(
              toPasswordSource({ context, role, passwordFile: flags.passwordFile }),
            ),
          })
        : `${privateKey}\n`;
      writeKeyFile({ file, text });
      const workTree = findWorkTree(file);
      if (workTree !== undefined) {
        console.inform(
          `${file} lies in the git repository ${workTree}: never commit it. It is safer elsewhere, such as in ~/.agent-registry.`,
        );
      }
      const address = privateKeyToAddress(privateKey);
      console.print({
        json: { address, file, encrypted: flags.encrypt ?? false },
        lines: [flags.encrypt ? "Made an encrypted key." : "Made a key.", ...renderFields({ address, file })],
      });
    });
}
