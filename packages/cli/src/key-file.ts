import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
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
 * The key to sign with. An argument can only name a file: arguments are seen by every user of a
 * machine, and stay in the shell's history.
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
  const usual = defaultKeyFile({ role, env });
  return statSync(usual, { throwIfNoEntry: false }) === undefined ? undefined : readKeyFile(usual);
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
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined)
    throw problem(`There is no key file ${file}: make one with \`agent-registry keygen\`.`);
  if (process.platform !== "win32" && (stats.mode & 0o077) !== 0) {
    throw problem(
      `The key file ${file} can be read by others: run \`chmod 600 ${file}\`, and think of the key as known.`,
    );
  }
  return {
    account: parsePrivateKey({ value: readFileSync(file, "utf8").trim(), name: `The key file ${file}` }),
    origin: file,
  };
}

/** Writes a new key for its owner's eyes only; never over a file that is there. */
export function writeKeyFile(file: string): PrivateKeyAccount {
  const privateKey: Hex = generatePrivateKey();
  mkdirSync(path.dirname(path.resolve(file)), { recursive: true, mode: 0o700 });
  try {
    writeFileSync(file, `${privateKey}\n`, { mode: 0o600, flag: "wx" });
  } catch (cause) {
    if ((cause as { code?: string }).code === "EEXIST") {
      throw problem(`${file} exists already and is left alone: name another file, or move it away first.`);
    }
    throw problem(`The key could not be written to ${file}: ${(cause as Error).message}`);
  }
  // The umask may have taken bits away, never added any; be exact all the same.
  chmodSync(file, 0o600);
  return privateKeyToAccount(privateKey);
}

function problem(message: string): RegistryError {
  return new RegistryError({ reason: "missing-key", message });
}
