import { KeystoreError, openKeystore, parseKeystore } from "@agent-registry/protocol/keystore";
import { keyError, readPasswordFile } from "@agent-registry/sdk/key-file";

/** Asks at the terminal for what must not be shown there. */
export type AskPassword = (question: string) => Promise<string>;

export type PasswordSource = {
  /** The file that holds the password. */
  file: string | undefined;
  /** Undefined if there is no terminal. */
  ask: AskPassword | undefined;
  /** The option that names the file, for the error if there is neither a file nor a terminal. */
  names: string;
};

/** The private key in an encrypted key file. */
export async function unlockKey(input: {
  file: string;
  text: string;
  password: PasswordSource;
}): Promise<string> {
  const { file, text } = input;
  try {
    // First, so that the user is not asked for the password of a file that cannot be opened.
    const keystore = parseKeystore(text);
    return openKeystore({ keystore, password: await getPassword(input) });
  } catch (error) {
    if (error instanceof KeystoreError) throw keyError(`The key file ${file} ${error.message}.`);
    throw error;
  }
}

async function getPassword({ file, password }: { file: string; password: PasswordSource }): Promise<string> {
  if (password.file !== undefined) return readPasswordFile(password.file);
  if (password.ask !== undefined) return password.ask(`Password of ${file}: `);
  throw keyError(
    `The key file ${file} is encrypted: run this at a terminal, or name a file that holds its password with ${password.names}.`,
  );
}

const MIN_CHARACTERS = 8;

/** A password to encrypt with. What is typed unseen is typed twice: a slip would lock the key away for ever. */
export async function getNewPassword({ file, ask, names }: PasswordSource): Promise<string> {
  if (file !== undefined) return requireLength(readPasswordFile(file));
  if (ask === undefined) {
    throw keyError(
      `A key is encrypted with a password: run this at a terminal, or name a file that holds one with ${names}.`,
    );
  }
  const password = requireLength(
    await ask(`Password for the new key, ${MIN_CHARACTERS} characters or more: `),
  );
  if ((await ask("The same again: ")) === password) return password;
  throw keyError("The two passwords differ. Nothing was written.");
}

function requireLength(password: string): string {
  if (password.length >= MIN_CHARACTERS) return password;
  throw keyError(
    `The password is too short: it needs at least ${MIN_CHARACTERS} characters. Nothing was written.`,
  );
}
