import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { isKeystore } from "@agent-registry/protocol/keystore";
import { parsePrivateKey, type RegistryEnv } from "@agent-registry/sdk";
import { findKeyText, keyError, missingKeyFile } from "@agent-registry/sdk/key-file";
import type { PrivateKeyAccount } from "viem/accounts";
import { COMMAND } from "../own-package.ts";
import { type PasswordSource, unlockKey } from "./password.ts";

export type Key = { account: PrivateKeyAccount; origin: string };
export type Role = "agent" | "regulator" | "notary" | "owner";

/** Which key to sign with, and where its password is if it is encrypted. */
type KeyChoice = {
  role: Role;
  keyFile: string | undefined;
  password: PasswordSource;
  env: RegistryEnv;
};

export function defaultKeyFile({ role, env }: { role: Role; env: RegistryEnv }): string {
  return path.join(env.HOME || homedir(), ".agent-registry", `${role}.key`);
}

/**
 * The key to sign with. An argument can only name a file, never hold a key: every user of a machine sees
 * arguments, and they stay in the shell's history.
 */
export async function findKey({ role, keyFile, password, env }: KeyChoice): Promise<Key | undefined> {
  const prefix = role.toUpperCase();
  if (keyFile !== undefined) return readKeyFile(keyFile, password);
  const privateKey = env[`${prefix}_PRIVATE_KEY`]?.trim();
  if (privateKey) {
    const name = `${prefix}_PRIVATE_KEY`;
    return { account: parsePrivateKey({ value: privateKey, name }), origin: name };
  }
  const named = env[`${prefix}_KEY_FILE`];
  if (named) return readKeyFile(named, password);
  return findKeyIn(defaultKeyFile({ role, env }), password);
}

export async function getKey(choice: KeyChoice): Promise<Key> {
  const key = await findKey(choice);
  if (key !== undefined) return key;
  const prefix = choice.role.toUpperCase();
  const advice =
    choice.role === "agent"
      ? `Make one with \`${COMMAND} keygen\`, or set AGENT_PRIVATE_KEY or --key-file.`
      : `Set ${prefix}_PRIVATE_KEY, ${prefix}_KEY_FILE or --key-file.`;
  throw keyError(`This needs the ${choice.role}'s key. ${advice}`);
}

async function readKeyFile(file: string, password: PasswordSource): Promise<Key> {
  const key = await findKeyIn(file, password);
  if (key !== undefined) return key;
  throw missingKeyFile(file);
}

/** Undefined if there is no such file; throws if the file cannot be used. */
async function findKeyIn(file: string, password: PasswordSource): Promise<Key | undefined> {
  const text = findKeyText(file);
  if (text === undefined) return undefined;
  const value = isKeystore(text) ? await unlockKey({ file, text, password }) : text.trim();
  return { account: parsePrivateKey({ value, name: `The key file ${file}` }), origin: file };
}

/** Before a password is asked for, which would be in vain. */
export function requireNewFile(file: string): void {
  if (existsSync(file)) throw existsAlready(file);
}

/** Writes what only its owner may read; never over an existing file. */
export function writeKeyFile({ file, text }: { file: string; text: string }): void {
  const folder = path.dirname(path.resolve(file));
  try {
    // Not recursive: under some paths, such as /proc, Node would try to make the folders for ever.
    if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
    writeFileSync(file, text, { mode: 0o600, flag: "wx" });
  } catch (cause) {
    const { code } = cause as { code?: string };
    if (code === "EEXIST") throw existsAlready(file);
    throw keyError(
      `The key could not be written to ${file} (${code}): make the folder ${folder} first, where you may write, or name another file.`,
    );
  }
  // The umask may have removed bits.
  chmodSync(file, 0o600);
}

/** The folder of the git repository that a file would be committed to, if it lies in one. */
export function findWorkTree(file: string): string | undefined {
  for (let folder = path.dirname(path.resolve(file)); ; folder = path.dirname(folder)) {
    if (existsSync(path.join(folder, ".git"))) return folder;
    if (folder === path.dirname(folder)) return undefined;
  }
}

function existsAlready(file: string) {
  return keyError(`${file} exists already and is left alone: name another file, or move it away first.`);
}
