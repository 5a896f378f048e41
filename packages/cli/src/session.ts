import {
  type AgentRegistry,
  createAgentRegistry,
  type RegistryEnv,
  RegistryError,
} from "@agent-registry/sdk";
import type { Console } from "./console.ts";
import { findKey, getKey, type Key, type Role } from "./key-file.ts";
import { type Flags, resolveSettings, type Settings } from "./settings.ts";

export type Session = {
  console: Console;
  settings: Settings;
  /** For reading: no key is needed, none is looked at. */
  reader(): AgentRegistry;
  /** For writing, with the key of the role. */
  writer(role: Role): { registry: AgentRegistry; key: Key };
  findKey(role: Role): Key | undefined;
  getKey(role: Role): Key;
};

export type SessionContext = { console: Console; env: RegistryEnv; cwd: string };

/** What one command works with. */
export function openSession({ context, flags }: { context: SessionContext; flags: Flags }): Session {
  const { console, env, cwd } = context;
  const settings = resolveSettings({ flags, env, cwd });
  const keyOf = (role: Role) => ({ role, keyFile: flags.keyFile, env });
  return {
    console,
    settings,
    reader: () => createAgentRegistry(settings),
    writer(role) {
      const key = getKey(keyOf(role));
      return { registry: createAgentRegistry({ ...settings, account: key.account }), key };
    },
    findKey: (role) => findKey(keyOf(role)),
    getKey: (role) => getKey(keyOf(role)),
  };
}

/** The agent that was named, or else the one that the key's wallet belongs to. */
export async function getOwnAgentId(input: {
  registry: AgentRegistry;
  key: Key;
  agentId: number | undefined;
}): Promise<number> {
  if (input.agentId !== undefined) return input.agentId;
  const wallet = input.key.account.address;
  const agentId = await input.registry.findAgentId({ wallet });
  if (agentId !== undefined) return agentId;
  throw new RegistryError({
    reason: "unknown-wallet",
    message: `No agent is registered for the wallet ${wallet} (key from ${input.key.origin}): register it first, or name the agent's id.`,
  });
}
