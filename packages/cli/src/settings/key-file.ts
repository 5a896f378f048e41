import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { parsePrivateKey, type RegistryEnv, RegistryError } from "@agent-registry/sdk";
import type { Hex } from "viem";
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";

export type Key = { account: PrivateKeyAccount; origin: string };
export type Role = "agent" | "regulator";

export function defaultKeyFile({ role, env }: { role: Role; env: RegistryEnv }): string {
  return path.join(env.HOME || homedir(), ".agent-registry", `${role}.key`);
}

/**
 * The key to sign with. An argument can only name a file, never hold a key: every user of a machine sees
 * arguments, and they stay in the shell's history.
 */
export function findKey(input: {
  role: Role;
  keyFile: string | undefined;
  env: RegistryEnv;
}): Key | undefined {
  const { role, keyFile, env } = input;
  const prefix = role.toUpperCase();
  if (keyFile !== undefined) return readKeyFile(keyFile);
  const privateKey = env[`${prefix}_PRIVATE_KEY`]?.trim();
  if (privateKey) {
    const name = `${prefix}_PRIVATE_KEY`;
    return { account: parsePrivateKey({ value: privateKey, name }), origin: name };
  }
  const named = env[`${prefix}_KEY_FILE`];
  if (named) return readKeyFile(named);
  return findKeyIn(defaultKeyFile({ role, env }));
}

export function getKey(input: { role: Role; keyFile: string | undefined; env: RegistryEnv }): Key {
  const key = findKey(input);
  if (key !== undefined) return key;
  const prefix = input.role.toUpperCase();
  const advice =
    input.role === "agent"
      ? "Make one with `agent-registry keygen`, or set AGENT_PRIVATE_KEY or --key-file."
      : `Set ${prefix}_PRIVATE_KEY, ${prefix}_KEY_FILE or --key-file.`;
  throw new RegistryError({
    reason: "missing-key",
    message: `This needs the ${input.role}'s key. ${advice}`,
  });
}

function readKeyFile(file: string): Key {
  const key = findKeyIn(file);
  if (key !== undefined) return key;
  throw problem(`There is no key file ${file}: make one with \`agent-registry keygen\`.`);
}

/** Undefined if there is no such file; throws if the file cannot be used. */
function findKeyIn(file: string): Key | undefined {
  const text = findSecret(file);
  if (text === undefined) return undefined;
  return { account: parsePrivateKey({ value: text.trim(), name: `The key file ${file}` }), origin: file };
}

function findSecret(file: string): string | undefined {
  try {
    const stats = statSync(file, { throwIfNoEntry: false });
    if (stats === undefined) return undefined;
    if (stats.isDirectory()) throw problem(`The key file ${file} is a folder: name the file in it.`);
    if (process.platform !== "win32" && (stats.mode & 0o077) !== 0) {
      throw problem(
        `The key file ${file} can be read by others: run \`chmod 600 ${file}\`, and think of the key as known.`,
      );
    }
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof RegistryError) throw error;
    const { code } = error as { code?: string };
    throw problem(`The key file ${file} cannot be read (${code}): check the path, and who may read it.`);
  }
}

/** Writes a new key that only its owner can read; never over an existing file. */
export function writeKeyFile(file: string): PrivateKeyAccount {
  const privateKey: Hex = generatePrivateKey();
  const folder = path.dirname(path.resolve(file));
  try {
    // Not recursive: under some paths, such as /proc, Node would try to make the folders for ever.
    if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
    writeFileSync(file, `${privateKey}\n`, { mode: 0o600, flag: "wx" });
  } catch (cause) {
    const { code } = cause as { code?: string };
    if (code === "EEXIST") {
      throw problem(`${file} exists already and is left alone: name another file, or move it away first.`);
    }
    throw problem(
      `The key could not be written to ${file} (${code}): make the folder ${folder} first, where you may write, or name another file.`,
    );
  }
  // The umask may have removed bits.
  chmodSync(file, 0o600);
  return privateKeyToAccount(privateKey);
}

function problem(message: string): RegistryError {
  return new RegistryError({ reason: "missing-key", message });
}
