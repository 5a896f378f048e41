import { maskUrl } from "@agent-registry/protocol";
import { type AgentRegistry, createAgentRegistry, parseAddress, type RegistryEnv } from "@agent-registry/sdk";
import type { Command } from "commander";
import type { Address } from "viem";
import { findKey, getKey, type Key, type Role } from "../settings/key-file.ts";
import type { AskPassword, PasswordSource } from "../settings/password.ts";
import { type Flags, resolveSettings, type Settings } from "../settings/resolve-settings.ts";
import type { Console } from "../terminal/console.ts";
import { createOnSent } from "./watch-sent.ts";

/** The key file of another party than the one that runs the command, and where its password comes from. */
export type OtherKey = { keyFile: string; password: Omit<PasswordSource, "ask"> };

export type Session = {
  console: Console;
  settings: Omit<Settings, "notes" | "advice">;
  /** What was given as an address of the register's chain; `name` is what the sentence calls it if it is none. */
  parseAddress(value: string, name: string): Address;
  /** The same; undefined if nothing was given. */
  findAddress(value: string | undefined, name: string): Address | undefined;
  /** For reading: no key is needed or read. */
  reader(): AgentRegistry;
  /** For writing, with the key of the role, or with the key in another file. */
  writer(role: Role, other?: OtherKey): Promise<{ registry: AgentRegistry; key: Key }>;
  /** For writing with a key that was found already. */
  writerWith(key: Key): { registry: AgentRegistry; key: Key };
  findKey(role: Role): Promise<Key | undefined>;
  getKey(role: Role): Promise<Key>;
};

export type SessionContext = {
  console: Console;
  env: RegistryEnv;
  cwd: string;
  /** Undefined if there is no terminal. */
  askPassword: AskPassword | undefined;
};

/** What one command works with. */
export function openSession({ context, flags }: { context: SessionContext; flags: Flags }): Session {
  const { console, env, cwd } = context;
  const { notes, advice, ...settings } = resolveSettings({ flags, env, cwd });
  for (const note of notes) console.inform(note);
  if (advice !== undefined) console.advise(advice);
  if (flags.verbose) console.inform(renderRegister(settings));
  const keyOf = (role: Role) => ({
    role,
    keyFile: flags.keyFile,
    password: toPasswordSource({ context, role, passwordFile: flags.passwordFile }),
    env,
  });
  const writerWith = (key: Key) => ({
    registry: createAgentRegistry({ ...settings, account: key.account, onSent: createOnSent(console) }),
    key,
  });
  const toAddress = (value: string, name: string) => parseAddress({ value, name, chainId: settings.chainId });
  return {
    console,
    settings,
    parseAddress: toAddress,
    findAddress: (value, name) => (value === undefined ? undefined : toAddress(value, name)),
    reader: () => createAgentRegistry(settings),
    async writer(role, other) {
      if (other === undefined) return writerWith(await getKey(keyOf(role)));
      const password = { ...other.password, ask: context.askPassword };
      return writerWith(await getKey({ role, keyFile: other.keyFile, password, env }));
    },
    writerWith,
    findKey: (role) => findKey(keyOf(role)),
    getKey: (role) => getKey(keyOf(role)),
  };
}

/** Where the password of a role's key is, if that is encrypted. */
export function toPasswordSource(input: {
  context: SessionContext;
  role: Role;
  passwordFile: string | undefined;
}): PasswordSource {
  const name = `${input.role.toUpperCase()}_KEY_PASSWORD_FILE`;
  return {
    file: input.passwordFile ?? (input.context.env[name] || undefined),
    ask: input.context.askPassword,
    names: `--password-file or ${name}`,
  };
}

/** What a command's file needs to add itself. */
export type CommandContext = SessionContext & {
  program: Command;
  /** Opens the session of a command that was called. */
  open(command: Command): Session;
};

/** Which register a command asks, and by which addresses. */
function renderRegister({
  rpcUrl,
  chainId,
  registryAddress,
  relayerUrl,
  apiUrl,
}: Session["settings"]): string {
  const chain = chainId === undefined ? "the chain" : `chain ${chainId}`;
  return [
    `Asking the Registry ${registryAddress ?? "(no address is set)"} on ${chain} by ${maskUrl(rpcUrl)}`,
    `query API ${apiUrl ?? "none"}`,
    `relayer ${relayerUrl ?? "none, your account pays"}`,
  ].join("; ");
}
