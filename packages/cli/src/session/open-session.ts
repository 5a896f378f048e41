import { type AgentRegistry, createAgentRegistry, type RegistryEnv } from "@agent-registry/sdk";
import { findKey, getKey, type Key, type Role } from "../settings/key-file.ts";
import { type Flags, resolveSettings, type Settings } from "../settings/resolve-settings.ts";
import type { Console } from "../terminal/console.ts";

export type Session = {
  console: Console;
  settings: Omit<Settings, "notes">;
  /** For reading: no key is needed or read. */
  reader(): AgentRegistry;
  /** For writing, with the key of the role, or with the key in another file. */
  writer(role: Role, keyFile?: string): { registry: AgentRegistry; key: Key };
  findKey(role: Role): Key | undefined;
  getKey(role: Role): Key;
};

export type SessionContext = { console: Console; env: RegistryEnv; cwd: string };

/** What one command works with. */
export function openSession({ context, flags }: { context: SessionContext; flags: Flags }): Session {
  const { console, env, cwd } = context;
  const { notes, ...settings } = resolveSettings({ flags, env, cwd });
  for (const note of notes) console.inform(note);
  const keyOf = (role: Role) => ({ role, keyFile: flags.keyFile, env });
  return {
    console,
    settings,
    reader: () => createAgentRegistry(settings),
    writer(role, keyFile = flags.keyFile) {
      const key = getKey({ ...keyOf(role), keyFile });
      return { registry: createAgentRegistry({ ...settings, account: key.account }), key };
    },
    findKey: (role) => findKey(keyOf(role)),
    getKey: (role) => getKey(keyOf(role)),
  };
}
