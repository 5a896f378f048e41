import type { RegistryClient } from "../client/registry-client.ts";
import type { WriteResult } from "../send/write-result.ts";
import { type SeenRecord, toSeenHash } from "./to-seen-hash.ts";
import { writeRegistry } from "./write-registry.ts";

/**
 * Records that the account agrees to the part an agent's record gives it: as its wallet, as its
 * Haftungsperson, or as a party of its parent. With the hash of a record that was shown to a person, it is
 * refused if the record has changed since. Takes back an earlier refusal; never changes the status.
 *
 * @example
 * const { recordHash } = await registry.getConsents({ agentId: 7 });
 * await registry.confirm({ agentId: 7, recordHash });
 */
export async function confirm(client: RegistryClient, input: SeenRecord): Promise<WriteResult> {
  return writeRegistry(client, {
    functionName: "confirmRecord",
    args: await toSeenHash(client, input),
    advice: {
      "not-authorized":
        "Use the key of the agent's wallet, of its Haftungsperson or of a party of its parent. A creator has nothing to agree to, and a wallet that was released or replaced has no part in the record any more.",
    },
  });
}
