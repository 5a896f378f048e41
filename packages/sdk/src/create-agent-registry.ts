import * as actions from "./actions.ts";
import {
  createRegistryClient,
  type RegistryClient,
  type RegistryClientOptions,
} from "./client/registry-client.ts";

type Bound<Action> = Action extends (client: RegistryClient, ...rest: infer Rest) => infer Result
  ? (...rest: Rest) => Result
  : never;

/** The register, with every action bound to one client. */
export type AgentRegistry = { readonly client: RegistryClient } & {
  readonly [Name in keyof typeof actions]: Bound<(typeof actions)[Name]>;
};

/**
 * Everything the register offers, in one object. If bundle size matters, take `createRegistryClient`
 * and single actions instead.
 *
 * @example
 * const registry = createAgentRegistry({
 *   registryAddress: "0x5FbDB2315678afecb367f032d93F642f64180aa3",
 *   rpcUrl: "http://127.0.0.1:8545",
 *   relayerUrl: "http://127.0.0.1:3001",
 *   account: privateKeyToAccount(key),
 * });
 * const { agentId } = await registry.register({ haftungsperson, operationalScope: "Searches archives" });
 */
export function createAgentRegistry(options: RegistryClientOptions): AgentRegistry {
  const client = createRegistryClient(options);
  const bound = Object.entries(actions).map(([name, action]) => [
    name,
    (...rest: unknown[]) => (action as (...all: unknown[]) => unknown)(client, ...rest),
  ]);
  return { client, ...Object.fromEntries(bound) } as AgentRegistry;
}
