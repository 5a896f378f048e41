import type { RegistryClient } from "../client/registry-client.ts";
import type { WriteResult } from "../send/write-result.ts";
import { ENDED_AGENT_ADVICE } from "./propose-haftungsperson.ts";
import { type SeenRecord, toSeenHash } from "./to-seen-hash.ts";
import { writeRegistry } from "./write-registry.ts";

/**
 * For the proposed Haftungsperson: answers for the agent from now on, which is its agreement as well. The
 * status stays: a suspended agent still waits for a regulator. A wallet that the former Haftungsperson
 * proposed is no longer proposed.
 *
 * @example
 * const { recordHash } = await registry.getConsents({ agentId: 7 });
 * await registry.acceptHaftungsperson({ agentId: 7, recordHash });
 */
export async function acceptHaftungsperson(client: RegistryClient, input: SeenRecord): Promise<WriteResult> {
  return writeRegistry(client, {
    functionName: "acceptHaftungsperson",
    args: await toSeenHash(client, input),
    advice: { "agent-not-active": ENDED_AGENT_ADVICE },
  });
}
